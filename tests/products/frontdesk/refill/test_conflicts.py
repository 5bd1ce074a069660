"""A slot reported from outside meets the day schedule: whose time it was, whether it is free."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from tests.engine.front_desk import ONE_CHAIR, TONIGHT, FrontDesk
from tests.products.frontdesk.waitlist.salon import RULES_TEXT
from tests.support.rsvp_world import there


def test_an_appointment_that_was_cancelled_elsewhere_ends_with_the_word_of_it() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.book()
    assert desk.free("told", TONIGHT).code == "freed"
    gone = desk.appointment()
    assert (gone.status, gone.frees, gone.ended_at, gone.unwritten) == (
        "cancelled",
        "told",
        desk.now,
        True,
    )
    assert (desk.asked("told"), desk.held()) == ("anna", ["told"])
    assert desk.alarms("free:") == []


def test_someone_who_did_not_come_is_a_no_show_here_too() -> None:
    desk = FrontDesk(now="2026-06-20 17:00")
    desk.join("anna")
    desk.book()
    desk.until("2026-06-20 18:05")
    desk.free("told", TONIGHT, reason="no_show")
    assert desk.appointment().status == "no_show"
    assert desk.asked("told") == "anna"


def test_a_slot_inside_somebodys_time_is_not_freed() -> None:
    desk = FrontDesk()
    desk.book()
    answer = desk.free("told", "2026-06-20 18:30")
    assert (answer.code, answer.field) == ("taken", "starts_at")
    assert (desk.slots(), desk.standing()) == ((), {"kim": "Kim"})


def test_an_opening_where_somebody_is_expected_is_not_freed() -> None:
    desk = FrontDesk()
    desk.book()
    assert desk.free("told", TONIGHT, reason="opening").code == "taken"
    assert desk.standing() == {"kim": "Kim"}


def test_a_chair_that_is_on_offer_is_not_offered_to_another_at_a_time_that_overlaps() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.join("ben")
    desk.free("told", TONIGHT, staff="Jess")
    answer = desk.free("later", "2026-06-20 18:30", staff="jess")
    assert (answer.code, answer.field) == ("taken", "starts_at")
    assert (desk.asked("told"), desk.held()) == ("anna", ["told"])
    assert desk.free("other", "2026-06-20 18:30", staff="Sam").code == "freed"


def test_no_more_is_offered_than_there_are_chairs() -> None:
    desk = FrontDesk()
    desk.join("anna", "ben")
    desk.free("first", TONIGHT, staff="Jess")
    assert desk.free("second", "2026-06-20 18:30", staff="").code == "freed"
    assert desk.free("third", "2026-06-20 19:15", staff="").code == "taken"
    assert desk.held() == ["first", "second"]


def test_no_more_is_offered_than_there_are_places() -> None:
    desk = FrontDesk()
    desk.write(RULES_TEXT, ("Staff: Jess, Sam\n", "Places: 2\n"))
    desk.join("anna", "ben", "cem")
    for name in ("one", "two", "three"):
        desk.free(name, staff="", ref=name)
    assert [slot.id for slot in desk.slots() if slot.status == "open"] == ["one", "two"]


def test_a_slot_is_not_freed_where_every_chair_is_taken_by_whomever() -> None:
    desk = FrontDesk()
    desk.book("kim", staff="")
    desk.book("lee", staff="Sam")
    assert desk.free("told", "2026-06-20 18:30", staff="Jess").code == "taken"
    assert desk.free("told", "2026-06-20 18:30", staff="").code == "taken"
    assert desk.free("told", "2026-06-20 19:30", staff="").code == "freed"


def test_a_slot_whose_hold_is_let_go_of_in_a_moment_takes_no_chair() -> None:
    desk = FrontDesk(("Staff: Jess, Sam", "Staff: Jess"), settles=False)
    desk.free("first", TONIGHT, staff="")
    desk.withdraw("first")
    assert desk.held() == ["first"]
    assert desk.free("second", TONIGHT, staff="").code == "freed"


def test_tables_beside_chairs_that_have_a_name_are_not_counted_among_them() -> None:
    desk = FrontDesk()
    desk.join("anna", "ben", "cleo", service="Table", party=4)
    for name in ("first", "second", "third"):
        table = {"service": "Table", "party_capacity": 4, "ref": name}
        assert desk.free(name, TONIGHT, staff="", **table).code == "freed"
    assert desk.free("chair", TONIGHT).code == "freed"


def test_a_party_with_named_staff_takes_one_of_the_chairs() -> None:
    desk = FrontDesk()
    desk.book("lee", staff="Sam")
    desk.join("anna")
    assert desk.free("first", TONIGHT, staff="").code == "freed"
    party = {"service": "Table", "party_capacity": 4}
    assert desk.free("second", TONIGHT, staff="Jess", **party).code == "taken"


def test_someone_elses_chair_is_not_in_the_way() -> None:
    desk = FrontDesk()
    desk.book(staff="Sam")
    assert desk.free("told", TONIGHT).code == "freed"
    assert desk.standing() == {"kim": "Kim"}


def test_a_slot_of_nobody_in_particular_ends_no_ones_appointment() -> None:
    desk = FrontDesk()
    desk.book()
    assert desk.free("told", TONIGHT, staff="").code == "freed"
    assert desk.standing() == {"kim": "Kim"}


def test_chairs_without_a_name_among_those_that_have_one_are_not_the_same() -> None:
    desk = FrontDesk()
    desk.book(staff="", service="Cut")
    assert desk.free("told", "2026-06-20 18:15", staff="").code == "freed"
    assert desk.standing() == {"kim": "Kim"}


@pytest.mark.parametrize(("ref", "standing"), [("B1", {}), ("B2", {"kim": "Kim"})])
def test_the_booking_tools_names_tell_bookings_apart(ref: str, standing: dict[str, str]) -> None:
    desk = FrontDesk()
    desk.book(staff="", ref="B1")
    desk.free("told", TONIGHT, staff="", ref=ref)
    assert desk.standing() == standing


def test_another_booking_of_the_tool_in_the_same_chair_is_not_freed() -> None:
    desk = FrontDesk()
    desk.book(ref="B1")
    assert desk.free("told", TONIGHT, ref="B2").code == "taken"
    assert desk.standing() == {"kim": "Kim"}


def test_where_there_is_one_chair_it_is_that_one() -> None:
    desk = FrontDesk(ONE_CHAIR)
    desk.join("anna")
    desk.book(staff="")
    desk.free("told", TONIGHT, staff="")
    assert (desk.appointment().status, desk.asked("told")) == ("cancelled", "anna")


def test_where_there_is_one_chair_somebody_else_is_in_the_way() -> None:
    desk = FrontDesk(ONE_CHAIR)
    desk.book(staff="", service="Cut")
    assert desk.free("told", TONIGHT, staff="").code == "taken"


def test_tables_are_not_one_chair() -> None:
    desk = FrontDesk(ONE_CHAIR)
    desk.join("anna", "ben", service="Table", party=4)
    for name in ("first", "second"):
        desk.free(name, TONIGHT, staff="", service="Table", party_capacity=4, ref=name)
    desk.claim("anna")
    desk.claim("ben")
    assert (
        desk.free("third", TONIGHT, staff="", service="Table", party_capacity=4, ref="third").code
        == "freed"
    )
    assert desk.standing() == {"first": "Anna", "second": "Ben"}


def test_places_that_are_told_one_by_one_are_not_one_chair() -> None:
    desk = FrontDesk(ONE_CHAIR)
    desk.join("anna")
    desk.free("first", TONIGHT, staff="", ref="first")
    desk.claim("anna")
    assert desk.free("second", TONIGHT, staff="", ref="second").code == "freed"
    assert desk.standing() == {"first": "Anna"}


def test_staff_who_free_a_claimed_slot_again_end_what_it_became() -> None:
    desk = FrontDesk()
    desk.join("anna", "ben")
    desk.free()
    desk.claim("anna")
    assert desk.free("again", again="slot").code == "freed"
    assert (desk.appointment("slot").status, desk.asked("again")) == ("cancelled", "ben")


def test_staff_who_free_a_slot_again_do_not_take_it_from_somebody_else() -> None:
    desk = FrontDesk()
    desk.free()
    desk.book("lee")
    assert desk.free("again", again="slot").code == "taken"
    assert desk.standing() == {"lee": "Lee"}


def test_a_late_word_does_not_take_the_time_from_whoever_has_it_since() -> None:
    desk = FrontDesk()
    desk.book()
    desk.cancel()
    desk.book("lee")
    assert desk.fate("kimc1") == ("handed_back", "booked_over")
    assert desk.free("told", TONIGHT, ref="B1").code == "taken"
    assert desk.standing() == {"lee": "Lee"}


def test_whoever_has_just_picked_a_time_keeps_it() -> None:
    desk = FrontDesk()
    desk.book(starts_at="2026-06-23 10:00")
    desk.pick(starts_at=TONIGHT, staff="Jess")
    assert desk.free("told", TONIGHT).code == "taken"
    assert desk.appointment().starts_at == there(TONIGHT)
    desk.now += timedelta(hours=1)
    assert desk.free("told", TONIGHT).code == "freed"
    assert desk.appointment().status == "cancelled"


@pytest.mark.parametrize("first", ["told", "picked"])
def test_a_pick_and_a_freed_slot_at_once_are_decided_by_one_book(first: str) -> None:
    desk = FrontDesk(settles=False)
    desk.book(starts_at="2026-06-23 10:00")
    if first == "told":
        assert desk.free("told", TONIGHT).code == "freed"
        assert desk.pick(starts_at=TONIGHT, staff="Jess").code == "taken"
    else:
        assert desk.pick(starts_at=TONIGHT, staff="Jess").code == "rescheduled"
        assert desk.free("told", TONIGHT).code == "taken"


def test_a_time_that_was_free_already_is_freed_once_more() -> None:
    desk = FrontDesk()
    desk.book()
    desk.cancel()
    assert desk.free("told", TONIGHT).code == "already_open"
    desk.withdraw("kimc1")
    assert desk.free("told", TONIGHT).code == "freed"


def test_a_service_that_is_not_known_opens_no_book() -> None:
    desk = FrontDesk()
    desk.write(RULES_TEXT)
    assert desk.free("told", TONIGHT, service="Massage").code == "unknown_service"
    assert desk.taken() == []


def test_a_slot_that_reaches_past_midnight_meets_who_is_there() -> None:
    desk = FrontDesk()
    desk.book(starts_at="2026-06-21 00:15")
    assert desk.free("told", "2026-06-20 23:30").code == "taken"


def test_a_time_that_is_given_up_is_as_long_as_it_was_booked_for() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.book("kim", minutes=30)
    desk.book("lee", "2026-06-23 10:00")
    desk.cancel("kim")
    assert (
        desk.slot("kimc1").minutes,
        [one.minutes for one in desk.taken() if one.by == "slot"],
    ) == (30, [30])
    assert desk.pick("lee", "2026-06-20 18:30", staff="Jess").code == "rescheduled"
    desk.claim("anna")
    assert (desk.appointment("kimc1").ends_at, desk.appointment("lee").starts_at) == (
        there("2026-06-20 18:30"),
    ) * 2


def test_a_time_that_was_longer_than_its_service_is_given_up_as_a_whole() -> None:
    desk = FrontDesk(now="2026-06-20 17:00")
    desk.join("anna")
    desk.book("kim", minutes=150)
    desk.until("2026-06-20 18:10")
    desk.no_show("kim")
    assert (desk.slot("kimc1").minutes, desk.slot("kimc1").closes_at) == (
        140,
        there("2026-06-20 19:15"),
    )
    assert [(one.starts_at, one.minutes) for one in desk.taken()] == [
        (there("2026-06-20 18:10"), 140)
    ]


@pytest.mark.parametrize("service", ["Colour", "Table"])
def test_a_time_that_was_cancelled_elsewhere_is_as_long_as_it_was_booked_for_here(
    service: str,
) -> None:
    desk = FrontDesk()
    desk.join("anna", service=service)
    desk.book("kim", minutes=30)
    desk.book("lee", "2026-06-20 18:30")
    assert desk.free("told", TONIGHT, service=service).code == "freed"
    assert (desk.slot("told").minutes, desk.standing(), desk.asked("told")) == (
        30,
        {"lee": "Lee"},
        "anna",
    )


def test_a_no_show_that_is_told_late_frees_what_is_left_of_a_time_longer_than_its_service() -> None:
    desk = FrontDesk(now="2026-06-20 17:00")
    desk.book("kim", minutes=150)
    desk.until("2026-06-20 20:00")
    assert desk.free("told", TONIGHT, reason="no_show").code == "freed"
    assert (desk.slot("told").minutes, desk.appointment("kim").status) == (30, "no_show")


def test_a_time_cancelled_elsewhere_and_booked_again_by_staff_is_not_offered() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.book("kim", ref="B1")
    desk.book("lee", "2026-06-20 18:30", ref="B2")
    assert desk.free("told", TONIGHT, ref="B1").code == "taken"
    assert (desk.slots(), desk.standing(), desk.held()) == ((), {"kim": "Kim", "lee": "Lee"}, [])


def test_a_hold_that_is_shorter_than_its_slot_is_made_as_long() -> None:
    desk = FrontDesk(settles=False)
    desk.join("anna")
    desk.book("kim", minutes=30)
    desk.cancel("kim")
    (alarm,) = desk.alarms("free:")
    desk.give(replace(alarm.command, minutes=0))
    assert [(one.id, one.minutes) for one in desk.taken()] == [("kimc1", 90)]


def test_where_the_rules_name_nobody_a_chair_that_was_told_by_a_name_is_one() -> None:
    desk = FrontDesk(ONE_CHAIR)
    desk.join("anna")
    desk.free("told", TONIGHT, staff="Jess")
    desk.claim("anna")
    assert desk.free("later", "2026-06-20 18:30", staff="jess").code == "taken"
    assert desk.free("other", "2026-06-20 18:30", staff="Sam").code == "freed"
