"""The same slot told twice is one opening, and never two bookings."""

from typing import Any

import pytest

from fullhouse.products.frontdesk.shared.rulebook.model import normalized_name
from tests.products.frontdesk.waitlist.salon import Salon


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
    assert (salon.free().code, salon.free().code) == ("freed", "already_handed_back")


def test_a_name_that_another_slot_has_opens_nothing() -> None:
    salon = salon_with_people()
    salon.free()
    assert salon.free("slot", "2026-06-20 20:00", ref="R2").code == "already_open"


@pytest.mark.parametrize(
    ("first", "late"),
    [
        ({"ref": "R1"}, {"ref": "R1"}),
        ({}, {}),
        ({}, {"ref": "R1"}),
        ({"ref": "R1"}, {}),
        ({"reason": "no_show"}, {"reason": "no_show"}),
    ],
    ids=str,
)
def test_what_is_told_late_does_not_free_what_was_booked_meanwhile(
    first: dict[str, str], late: dict[str, str]
) -> None:
    salon = salon_with_people()
    salon.free(**first)
    salon.claim("anna")
    answer = salon.free("late", **late)
    assert (answer.code, answer.slot and answer.slot.booked_by) == ("already_booked", "anna")


@pytest.mark.parametrize("late", [{"ref": "R1"}, {"ref": "R1", "reason": "opening"}], ids=str)
def test_what_is_told_late_does_not_free_what_staff_were_handed_back(late: dict[str, str]) -> None:
    salon = Salon()
    salon.free(ref="R1")
    assert salon.free("late", **late).code == "already_handed_back"


@pytest.mark.parametrize("first", [{"ref": "R1"}, {}], ids=str)
@pytest.mark.parametrize("again", [{"ref": "R2"}, {}], ids=str)
def test_a_slot_that_was_handed_back_may_be_freed_again(
    first: dict[str, str], again: dict[str, str]
) -> None:
    salon = Salon()
    salon.free(**first)
    salon.join("anna")
    assert salon.free("later", **again).code == "freed"
    assert salon.asked("later") == "anna"


def test_the_next_booking_of_a_slot_may_be_cancelled_too() -> None:
    salon = salon_with_people()
    salon.free(ref="R1")
    salon.claim("anna")
    assert salon.free("later", ref="R2").code == "freed"
    salon.claim("ben")
    assert salon.free("third", ref="R1").code == "already_booked"
    assert salon.free("third", ref="R2").code == "already_booked"
    assert salon.fate("later") == ("booked", "ben")


def test_what_the_booking_tool_calls_a_slot_is_learnt_when_the_desk_was_faster() -> None:
    salon = salon_with_people()
    salon.free()
    assert salon.free("late", ref="R1").code == "already_open"
    salon.claim("anna")
    assert salon.free("late", ref="R1").code == "already_booked"
    assert salon.free("later", ref="R2").code == "freed"
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
    assert salon.free("empty", reason="no_show").code == "freed"
    assert salon.fate("empty") == ("handed_back", "nobody_fits")
    salon.join("ben")
    assert salon.free("again", reason="no_show", again="empty").code == "freed"
    assert salon.asked("again") == "ben"


@pytest.mark.parametrize("ref", ["", "R1"])
def test_whoever_was_booked_and_does_not_come_frees_the_slot_again(ref: str) -> None:
    salon = salon_with_people()
    salon.free(ref=ref)
    salon.claim("anna")
    salon.jump("2026-06-20 18:05")
    assert salon.free("empty", reason="no_show", ref=ref).code == "freed"
    assert salon.free("empty2", reason="no_show", ref=ref).code == "already_open"
    assert salon.claim("ben").code == "booked"
    assert salon.free("empty3", reason="no_show", ref=ref).code == "already_booked"
    assert salon.free("late", ref=ref).code in ("already_booked", "slot_past")


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
