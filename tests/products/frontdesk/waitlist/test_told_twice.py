"""The same slot told twice is one opening, and never two bookings."""

from typing import Any

import pytest

from fullhouse.products.frontdesk.shared.rulebook.model import normalized_name
from tests.products.frontdesk.waitlist.salon import Salon, phone


def salon_with_people() -> Salon:
    salon = Salon()
    salon.join("anna", "ben")
    return salon


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"ref": "R1"}, {"ref": "R1"}),
        ({}, {}),
        ({}, {"ref": "R1"}),
        ({"ref": "R1"}, {}),
        ({"ref": "R1"}, {"ref": "R2"}),
        ({"ref": "R1"}, {"ref": "R1", "service": "Cut"}),
        ({"reason": "opening"}, {"reason": "cancelled"}),
        ({"reason": "cancelled"}, {"reason": "no_show"}),
        ({}, {"again": "slot"}),
    ],
    ids=str,
)
def test_while_it_is_open_it_is_one_opening(first: dict[str, str], second: dict[str, str]) -> None:
    salon = salon_with_people()
    salon.free(**first)
    answer = salon.free("again", **second)
    assert (answer.code, answer.slot and answer.slot.id) == ("already_open", "slot")
    assert (len(salon.messages("offer")), salon.asked()) == (1, "anna")


def test_the_same_order_given_twice_is_carried_out_once() -> None:
    salon = Salon()
    assert (salon.free().code, salon.free().code) == ("freed", "already_open")
    salon.withdraw()
    assert salon.free().code == "already_handed_back"


def test_a_name_that_another_slot_has_opens_nothing() -> None:
    salon = salon_with_people()
    salon.free()
    assert salon.free("slot", "2026-06-20 20:00", ref="R2").code == "already_open"
    salon.claim("anna")
    assert salon.free("slot", "2026-06-20 20:00", ref="R2").code == "already_booked"


@pytest.mark.parametrize(
    ("first", "late"),
    [
        ({}, {}),
        ({}, {"ref": "R1"}),
        ({"ref": "R1"}, {}),
        ({"ref": "R1"}, {"ref": "R2"}),
        ({"reason": "no_show"}, {"reason": "no_show"}),
    ],
    ids=str,
)
def test_staff_are_asked_whether_a_report_is_about_what_was_booked_meanwhile(
    first: dict[str, str], late: dict[str, str]
) -> None:
    salon = salon_with_people()
    salon.free(**first)
    salon.claim("anna")
    answer = salon.free("late", **late)
    assert (answer.code, answer.slot and answer.slot.booked_by) == ("asked", "anna")
    assert salon.fate() == ("booked", "anna")
    assert len(salon.messages("claim_question")) == 1


def test_the_same_report_again_does_not_free_what_was_booked_meanwhile() -> None:
    salon = salon_with_people()
    salon.free(ref="R1")
    salon.claim("anna")
    answer = salon.free("late", ref="R1")
    assert (answer.code, answer.slot and answer.slot.booked_by) == ("already_booked", "anna")
    assert salon.messages("claim_question") == []


def test_staff_who_free_a_booked_slot_at_the_desk_are_shown_that_it_is_booked() -> None:
    salon = salon_with_people()
    salon.free()
    salon.claim("anna")
    assert salon.free("late", source="desk").code == "already_booked"
    assert salon.messages("claim_question") == []


@pytest.mark.parametrize("late", [{"ref": "R1"}, {"ref": "R1", "reason": "opening"}], ids=str)
def test_what_is_told_late_does_not_free_what_staff_were_handed_back(late: dict[str, str]) -> None:
    salon = Salon()
    salon.free(ref="R1")
    salon.withdraw()
    assert salon.free("late", **late).code == "already_handed_back"


@pytest.mark.parametrize("first", [{"ref": "R1"}, {}], ids=str)
@pytest.mark.parametrize("again", [{"ref": "R2"}, {}], ids=str)
def test_a_slot_that_was_handed_back_may_be_freed_again(
    first: dict[str, str], again: dict[str, str]
) -> None:
    salon = Salon()
    salon.free(**first)
    salon.withdraw()
    salon.join("anna")
    assert salon.free("later", **again).code == "freed"
    assert salon.asked("later") == "anna"


def test_a_report_that_names_the_next_booking_frees_it() -> None:
    salon = salon_with_people()
    salon.free(ref="R1")
    salon.claim("anna")
    assert salon.free("later", ref="slot").code == "freed"
    salon.claim("ben")
    assert salon.free("third", ref="R1").code == "already_booked"
    assert salon.free("third", ref="slot").code == "already_booked"
    assert salon.fate("later") == ("booked", "ben")


@pytest.mark.parametrize("refill", ["yes", "no"])
def test_whoever_loses_a_booking_is_told(refill: str) -> None:
    salon = Salon(("Claim window", f"Refill from the waitlist: {refill}\nClaim window"))
    salon.join("anna", "ben")
    salon.free(ref="R1")
    salon.claim("anna")
    salon.free("later", ref="slot")
    told = [one for one in salon.carrier.handed if one.kind == "cancelled"]
    assert [(one.to, one.channel) for one in told] == [(phone("anna"), "text")]


def test_what_the_booking_tool_calls_a_slot_is_learnt_when_the_desk_was_faster() -> None:
    salon = salon_with_people()
    salon.free()
    assert salon.free("late", ref="R1").code == "already_open"
    salon.claim("anna")
    assert salon.free("late", ref="R1").code == "already_booked"
    assert salon.free("later", ref="R2").code == "asked"
    assert salon.actions("slot").count("told_again") == 1


def test_staff_may_free_a_booked_slot_again() -> None:
    salon = salon_with_people()
    salon.free(ref="R1")
    salon.claim("anna")
    assert salon.free("later", ref="R1", again="slot").code == "freed"
    assert salon.asked("later") == "ben"
    assert salon.free("third", ref="R1", again="slot").code == "already_open"


def test_staff_may_free_a_slot_again_whose_no_show_was_handed_back() -> None:
    salon = Salon()
    salon.join("anna")
    salon.free()
    salon.claim("anna")
    salon.jump("2026-06-20 18:05")
    assert salon.free("empty", reason="no_show", source="desk").code == "freed"
    assert salon.fate("empty") == ("open", "nobody_fits")
    salon.withdraw("empty")
    salon.join("ben")
    assert salon.free("again", reason="no_show", again="empty").code == "freed"
    assert salon.asked("again") == "ben"


@pytest.mark.parametrize("ref", ["", "R1"])
def test_whoever_was_booked_and_does_not_come_frees_the_slot_again(ref: str) -> None:
    salon = salon_with_people()
    salon.free(ref=ref)
    salon.claim("anna")
    salon.jump("2026-06-20 18:05")
    assert salon.free("empty", reason="no_show", ref=ref, source="desk").code == "freed"
    assert salon.free("empty2", reason="no_show", ref=ref).code == "already_open"
    assert salon.claim("ben").code == "booked"
    repeated = "already_booked" if ref else "asked"
    assert salon.free("empty3", reason="no_show", ref=ref).code == repeated
    assert salon.free("late", ref=ref).code == repeated


def test_two_who_work_at_the_same_time_free_two_slots() -> None:
    salon = salon_with_people()
    salon.free("of jess", staff="Jess")
    assert salon.free("of sam", staff="Sam").code == "freed"
    assert (salon.asked("of jess"), salon.asked("of sam")) == ("anna", "ben")


def tables(**fields: Any) -> list[str]:
    salon = Salon()
    salon.join("anna", "ben", service="Table", party=4)
    told: dict[str, Any] = {"service": "Table", "staff": "", "party_capacity": 4}
    salon.free("first", ref="T1", **told)
    return [salon.free("second", **{**told, **fields}).code, salon.asked("second")]


def test_two_tables_at_the_same_time_are_told_apart_by_their_names() -> None:
    assert tables(ref="T2") == ["freed", "ben"]
    assert tables(ref="T1") == ["already_open", ""]


def test_two_tables_without_names_are_the_same_if_they_are_alike() -> None:
    assert tables() == ["already_open", ""]
    assert tables(party_capacity=5) == ["freed", "ben"]


def test_a_slot_of_someone_is_not_that_of_a_table() -> None:
    salon = Salon()
    salon.free("table", service="Table", staff="")
    assert salon.free("chair").code == "freed"


def test_another_time_is_another_slot() -> None:
    salon = salon_with_people()
    salon.free()
    assert salon.free("later", "2026-06-20 19:30").code == "freed"


def test_webhooks_twice_and_out_of_order_open_each_slot_once() -> None:
    salon = Salon()
    salon.join("anna", "ben", "cem")
    told = [
        ("a", "18:00", "R1"),
        ("b", "19:30", "R2"),
        ("c", "18:00", "R1"),
        ("d", "19:30", "R2"),
        ("e", "18:00", "R1"),
    ]
    codes = [salon.free(name, f"2026-06-20 {at}", ref=ref).code for name, at, ref in told]
    assert codes == ["freed", "freed", "already_open", "already_open", "already_open"]
    assert (salon.asked("a"), salon.asked("b")) == ("anna", "ben")


def test_names_are_compared_however_they_are_written() -> None:
    assert normalized_name(" Deep  TISSUE ") == normalized_name("deep tissue")
