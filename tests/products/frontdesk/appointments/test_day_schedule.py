"""The day's book: who sits where, and what stands in the way of a time."""

from typing import Any

import pytest

from fullhouse.products.frontdesk.appointments.day_schedule import (
    busiest,
    busy_times,
    conflict,
    day_of,
    days_near,
    taken_by,
    updated_day,
    updated_days,
)
from fullhouse.products.frontdesk.appointments.model import Appointment, BusyTime, DaySchedule
from fullhouse.products.frontdesk.shared.rulebook.model import Hours, Rulebook, StaffHours
from tests.support.rsvp_world import there, utc

TWO = Rulebook(staff=("Jess", "Sam"))
NOBODY = Rulebook()
MONDAY = "2026-06-01"


def taken(name: str, at: str, minutes: int = 60, staff: str = "") -> BusyTime:
    return BusyTime(name, there(f"{MONDAY} {at}"), minutes, staff)


def found(others: list[BusyTime], wanted: BusyTime, rulebook: Rulebook = TWO) -> str:
    clashing = conflict(others, wanted, rulebook)
    return clashing.id if clashing is not None else ""


@pytest.mark.parametrize(
    ("zone", "moment", "day"),
    [
        ("Europe/Berlin", "2026-06-01T21:59", "2026-06-01"),
        ("Europe/Berlin", "2026-06-01T22:00", "2026-06-02"),
        ("America/New_York", "2026-06-02T03:59", "2026-06-01"),
        ("Europe/Berlin", "2026-03-29T00:59", "2026-03-29"),
        ("Europe/Berlin", "2026-10-25T22:59", "2026-10-25"),
    ],
)
def test_a_time_stands_in_the_book_of_its_date_on_the_wall(
    zone: str, moment: str, day: str
) -> None:
    assert day_of(utc(moment), Rulebook(zone=zone)) == day


def test_the_days_beside_it_are_known() -> None:
    assert days_near(there("2026-03-01 12:00"), TWO) == ("2026-02-28", "2026-03-02")


def test_an_appointment_stands_in_the_book_with_its_chair_or_as_the_slot_that_it_frees() -> None:
    at = there(f"{MONDAY} 10:00")
    fields: dict[str, Any] = {
        "service": "Cut",
        "staff": "Jess",
        "starts_at": at,
        "minutes": 45,
        "made_at": at,
    }
    anna = Appointment(id="anna", name="Anna", **fields)
    assert taken_by(anna) == BusyTime("anna", at, 45, "Jess", service="Cut")
    assert taken_by(anna, "slot", "annac1") == BusyTime("annac1", at, 45, "Jess", "slot", "Cut")


@pytest.mark.parametrize(
    ("at", "minutes", "in_the_way"),
    [
        ("09:00", 60, ""),
        ("09:00", 61, "a"),
        ("10:30", 15, "a"),
        ("10:59", 60, "a"),
        ("11:00", 60, ""),
    ],
)
def test_a_chair_is_taken_from_its_start_to_its_end(at: str, minutes: int, in_the_way: str) -> None:
    assert (
        found([taken("a", "10:00", staff="Jess")], taken("b", at, minutes, "jess ")) == in_the_way
    )


def test_what_is_taken_at_once_is_found_in_one_walk() -> None:
    day = [
        taken("d", "12:00"),
        taken("a", "09:00", 240),
        taken("c", "10:30"),
        taken("b", "10:00"),
        taken("e", "13:00"),
    ]
    beside = {name: [one.id for one in others] for name, others in busiest(day).items()}
    assert beside == {"a": ["b", "c", "d"], "b": ["a", "c"], "c": ["a", "b"], "d": ["a"], "e": []}


def test_someone_elses_chair_is_free() -> None:
    assert found([taken("a", "10:00", staff="Jess")], taken("b", "10:00", staff="Sam")) == ""


def test_what_stands_there_already_is_not_in_its_own_way() -> None:
    assert found([taken("a", "10:00", staff="Jess")], taken("a", "10:30", staff="Jess")) == ""


def test_where_nobody_is_named_there_is_one_chair() -> None:
    assert found([taken("a", "10:00")], taken("b", "10:30"), NOBODY) == "a"
    assert found([taken("a", "10:00", staff="Who left")], taken("b", "10:30"), NOBODY) == "a"


def test_who_is_not_assigned_takes_some_chair() -> None:
    one, two = taken("a", "10:00"), taken("b", "10:30")
    assert found([one], taken("c", "10:00", staff="Jess")) == ""
    assert found([one, two], taken("c", "10:00", 30, staff="Jess")) == ""
    assert found([one, two], taken("c", "10:00", 31, staff="Jess")) == "a"
    assert found([taken("a", "10:00", staff="Sam"), two], taken("c", "10:15", staff="Jess")) == "a"


def test_only_those_who_work_then_have_a_chair() -> None:
    until_eleven = StaffHours("Jess", (Hours(0, "09:00", "11:00"),))
    book = Rulebook(staff=("Jess", "Sam"), staff_hours=(until_eleven,))
    one = taken("a", "10:30")
    assert found([one], taken("b", "10:00", 60, "Sam"), book) == ""
    assert found([one], taken("b", "10:00", 61, "Sam"), book) == "a"
    assert found([one], taken("b", "11:00"), book) == "a"
    assert found([one], taken("b", "11:00", staff="jess"), book) == ""
    hers = taken("a", "12:00", staff="jess")
    assert found([hers], taken("b", "12:00"), book) == ""
    assert found([hers, taken("c", "12:00")], taken("b", "12:00", staff="Sam"), book) == "a"
    assert found([taken("a", "22:00", 240)], taken("b", "23:30", 60, "Sam"), book) == "a"
    never = Rulebook(staff=("Jess",), staff_hours=(StaffHours("Jess", ()),))
    assert found([], taken("b", "12:00"), never) == ""


def test_a_book_is_begun_added_to_and_struck_out_of() -> None:
    begun = updated_day(None, MONDAY, taken("b", "11:00"))
    assert begun.before is None
    more = updated_day(begun.after, MONDAY, taken("a", "10:00"))
    assert [one.id for one in more.after.taken] == ["a", "b"]
    moved = updated_day(more.after, MONDAY, taken("a", "12:00"))
    assert [(one.id, one.starts_at) for one in moved.after.taken][1] == (
        "a",
        there(f"{MONDAY} 12:00"),
    )
    assert [one.id for one in updated_day(moved.after, MONDAY, without=("a",)).after.taken] == ["b"]
    assert [one.after.rev for one in (begun, more, moved)] == [1, 2, 3]
    assert [guard.field for guard in moved.guards] == ["rev"]


def test_what_was_written_by_other_clocks_is_struck_out_where_it_stands() -> None:
    tuesday = DaySchedule(id="2026-06-02", taken=(taken("a", "18:00"), taken("b", "18:00")))
    monday = DaySchedule(id=MONDAY, taken=(taken("c", "18:00"),))
    books = {one.id: one for one in (monday, tuesday)}
    assert [one.id for one in busy_times(books, but="a")] == ["c", "b"]
    here, there_ = updated_days(books, TWO, taken("a", "19:00"), without=("a",))
    assert ([one.id for one in here.after.taken], here.after.id) == (["c", "a"], MONDAY)
    assert ([one.id for one in there_.after.taken], there_.after.id) == (["b"], "2026-06-02")


def test_a_book_that_does_not_change_is_not_written() -> None:
    assert (
        updated_days(
            {MONDAY: DaySchedule(id=MONDAY, taken=(taken("a", "10:00"),))}, TWO, without=("b",)
        )
        == ()
    )
