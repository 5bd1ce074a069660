"""Free times: opening hours, closed days, staff, durations, and existing appointments."""

import time
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.appointments.availability import (
    FARTHEST_PICK,
    FreeTime,
    TimeRequest,
    books_for,
    can_be_picked,
    find_staff,
    free_times,
    wanted_by,
)
from fullhouse.products.frontdesk.appointments.day_schedule import conflict
from fullhouse.products.frontdesk.appointments.model import Appointment, BusyTime, Days, DaySchedule
from fullhouse.products.frontdesk.shared.holidays import Holidays
from fullhouse.products.frontdesk.shared.rulebook.model import Closed, Hours, Rulebook
from tests.support.rsvp_world import there

NOW = there("2026-06-01 08:00")
TUESDAY = date(2026, 6, 2)
BOOK = Rulebook(
    staff=("Jess", "Sam"), opening_hours=tuple(Hours(day, "09:00", "12:00") for day in range(5))
)
MORNING = ("09:00", "09:15", "09:30", "09:45", "10:00", "10:15", "10:30", "10:45", "11:00")
ALONE = replace(BOOK, staff=())


def taken(name: str, at: str, minutes: int = 60, staff: str = "Jess") -> BusyTime:
    return BusyTime(name, there(f"2026-06-02 {at}"), minutes, staff)


def day(*several: BusyTime, on: date = TUESDAY) -> DaySchedule:
    return DaySchedule(id=on.isoformat(), taken=several)


def free(*days: DaySchedule, minutes: int = 60, staff: str = "", **more: Any) -> list[str]:
    rulebook: Rulebook = more.get("rulebook", BOOK)
    span = more.get("span", (TUESDAY, TUESDAY))
    wanted = TimeRequest("me", minutes, staff)
    found = free_times(days, wanted, rulebook, more.get("holidays"), more.get("now", NOW), span)
    return [f"{wall_time(one.starts_at, rulebook.zone):%H:%M} {one.staff}".strip() for one in found]


def test_an_empty_day_is_free_in_whole_quarters_while_it_is_open() -> None:
    assert free() == [f"{at} Jess" for at in MORNING]
    assert free(minutes=180) == ["09:00 Jess"]
    assert free(minutes=181) == []


def test_the_last_minutes_before_closing_may_be_enough() -> None:
    short = replace(BOOK, opening_hours=(Hours(1, "09:00", "09:20"),))
    assert free(rulebook=short, minutes=5) == ["09:00 Jess", "09:15 Jess"]


def test_what_is_taken_is_not_free_with_the_same_person() -> None:
    assert free(day(taken("a", "10:00")), staff="Jess") == ["09:00 Jess", "11:00 Jess"]
    assert free(day(taken("a", "10:00")), minutes=120) == [
        "09:00 Sam",
        "09:15 Sam",
        "09:30 Sam",
        "09:45 Sam",
        "10:00 Sam",
    ]


def test_the_one_who_picks_is_not_in_their_own_way() -> None:
    assert len(free(day(taken("me", "10:00")), staff="Jess")) == 9


def test_an_open_slot_is_taken_until_it_is_given_back() -> None:
    held = BusyTime("annac1", there("2026-06-02 09:00"), 180, "Jess", "slot")
    assert free(day(held), staff="Jess") == []


def test_who_is_not_assigned_takes_a_chair_of_whomever() -> None:
    assert free(day(taken("a", "09:00", 180, "")), staff="Sam") == free(staff="Sam")
    assert free(
        day(taken("a", "09:00", 180, ""), taken("b", "09:00", 90, "Jess")), staff="Sam"
    ) == [*(f"{at} Sam" for at in ("10:30", "10:45", "11:00"))]


def test_where_nobody_is_named_there_is_one_chair_and_no_name() -> None:
    assert free(day(taken("a", "10:00", staff="")), rulebook=ALONE) == ["09:00", "11:00"]
    assert free(day(taken("a", "10:00", staff="Left")), staff="Left", rulebook=ALONE) == [
        "09:00",
        "11:00",
    ]


def test_who_wants_someone_who_has_left_may_come_to_anyone() -> None:
    assert free(day(taken("a", "09:00", 120)), staff="Who left") == [
        *(f"{at} Sam" for at in MORNING[:-1]),
        "11:00 Jess",
    ]


def test_five_people_are_each_asked_in_turn() -> None:
    five = replace(BOOK, staff=("A", "B", "C", "D", "E"))
    busy = [taken(name, "09:00", 180, name.lower()) for name in "ABCD"]
    assert {one[-1] for one in free(day(*busy), rulebook=five)} == {"E"}
    assert free(day(*busy, taken("x", "09:00", 180, "")), rulebook=five) == []


def test_nothing_is_free_on_closed_days_holidays_and_days_without_hours() -> None:
    assert free(rulebook=replace(BOOK, closed=(Closed(6, 2),))) == []
    holidays = Holidays(id="DE-BE", days=("2026-06-02",))
    assert free(rulebook=replace(BOOK, holidays_of="DE-BE"), holidays=holidays) == []
    assert free(span=(date(2026, 6, 6), date(2026, 6, 7))) == []
    assert free(rulebook=Rulebook()) == []


def test_what_begins_too_soon_or_too_far_ahead_is_not_offered() -> None:
    late = there("2026-06-02 10:20")
    assert free(now=late, staff="Jess") == ["10:30 Jess", "10:45 Jess", "11:00 Jess"]
    assert free(now=late + timedelta(minutes=1), staff="Jess") == ["10:45 Jess", "11:00 Jess"]
    far = (NOW + FARTHEST_PICK).date() + timedelta(days=1)
    assert free(span=(far, far + timedelta(days=3))) == []


def test_a_span_holds_both_of_its_ends() -> None:
    assert len(free(minutes=180, span=(TUESDAY, date(2026, 6, 4)))) == 3


def test_what_reaches_past_midnight_is_seen_the_day_after() -> None:
    night = replace(BOOK, opening_hours=tuple(Hours(day, "00:00", "02:00") for day in range(7)))
    late = BusyTime("a", there("2026-06-01 23:30"), 60, "Jess")
    monday = day(late, on=date(2026, 6, 1))
    assert free(monday, rulebook=night, staff="Jess") == ["00:30 Jess", "00:45 Jess", "01:00 Jess"]
    assert books_for(TUESDAY, TUESDAY) == Days("2026-06-01", "2026-06-03")


def test_an_hour_that_is_on_no_wall_is_not_offered_and_takes_no_time() -> None:
    night = Rulebook(opening_hours=(Hours(6, "01:00", "04:00"),), staff=("Jess",))
    spring = date(2026, 3, 29)
    now = there("2026-03-28 12:00")
    found = free(rulebook=night, span=(spring, spring), now=now)
    assert found == [f"{at} Jess" for at in ("01:00", "01:15", "01:30", "01:45", "03:00")]
    assert free(rulebook=night, span=(spring, spring), now=now, minutes=120) == ["01:00 Jess"]


def test_an_hour_that_comes_twice_is_offered_once() -> None:
    night = Rulebook(opening_hours=(Hours(6, "02:00", "04:00"),), staff=("Jess",))
    autumn = date(2026, 10, 25)
    found = free(rulebook=night, span=(autumn, autumn), now=there("2026-10-24 12:00"), minutes=120)
    assert found == [f"{at} Jess" for at in ("02:00", "02:15", "02:30", "02:45")]


def test_what_is_wanted_is_as_long_as_it_was_and_with_the_same_person() -> None:
    fields: dict[str, Any] = {
        "service": "Cut",
        "staff": "Sam",
        "starts_at": NOW,
        "minutes": 45,
        "made_at": NOW,
    }
    assert wanted_by(Appointment(id="anna", name="Anna", **fields)) == TimeRequest(
        "anna", 45, "Sam"
    )


@pytest.mark.parametrize(
    ("at", "staff"),
    [
        ("09:00", "Sam"),
        ("09:30", "Sam"),
        ("10:00", "Jess"),
        ("09:10", None),
        ("11:15", None),
        ("08:00", None),
        ("13:00", None),
    ],
)
def test_a_pick_is_one_that_could_have_been_offered(at: str, staff: str | None) -> None:
    others = (taken("a", "09:00", staff="Jess"),)
    wanted, start = TimeRequest("me", 60), there(f"2026-06-02 {at}")
    assert can_be_picked(wanted, start, BOOK, None, NOW) is (staff is not None)
    assert staff is None or find_staff(others, wanted, start, BOOK) == staff


def test_a_pick_comes_too_late() -> None:
    at = there("2026-06-02 09:00")
    assert not can_be_picked(TimeRequest("me", 60), at, BOOK, None, at - timedelta(minutes=9))


minutes_of_day = st.integers(-60, 300)
people = st.sampled_from(["", "Jess", "sam", "Who left"])
bookings = st.lists(st.tuples(minutes_of_day, st.integers(1, 120), people), max_size=12)


@settings(deadline=None)
@given(bookings=bookings, minutes=st.integers(1, 120), staff=people, alone=st.booleans())
def test_free_times_are_exactly_those_that_clash_with_nothing(
    bookings: list[tuple[int, int, str]], minutes: int, staff: str, *, alone: bool
) -> None:
    rulebook = ALONE if alone else BOOK
    nine = there("2026-06-02 09:00")
    others = [
        BusyTime(f"{number}", nine + timedelta(minutes=at), length, who)
        for number, (at, length, who) in enumerate(bookings)
    ]
    found = free_times(
        [day(*others)], TimeRequest("me", minutes, staff), rulebook, None, NOW, (TUESDAY, TUESDAY)
    )
    choices = (
        [rulebook.staff_member(staff)]
        if rulebook.staff_member(staff)
        else list(rulebook.staff or ("",))
    )
    quarters = [nine + timedelta(minutes=15 * number) for number in range(12)]
    fitting = [
        at for at in quarters if at + timedelta(minutes=minutes) <= there("2026-06-02 12:00")
    ]
    naive = []
    for at in fitting:
        may = [
            who
            for who in choices
            if conflict(others, BusyTime("me", at, minutes, who), rulebook) is None
        ]
        naive += [FreeTime(at, may[0])] if may else []
        assert find_staff(others, TimeRequest("me", minutes, staff), at, rulebook) == (
            may[0] if may else None
        )
    assert list(found) == naive


def busy_month() -> tuple[list[DaySchedule], Rulebook, datetime]:
    """Thirty days, five people, five thousand appointments."""
    staff = ("Ann", "Ben", "Cem", "Dora", "Emil")
    rulebook = Rulebook(
        staff=staff, opening_hours=tuple(Hours(day, "08:00", "20:00") for day in range(7))
    )
    days = []
    for number in range(30):
        on = TUESDAY + timedelta(days=number)
        start = there(f"{on} 08:00")
        several = [
            BusyTime(f"{number}-{at}", start + timedelta(minutes=20 * (at // 5)), 20, staff[at % 5])
            for at in range(167)
        ]
        days.append(day(*several, on=on))
    return days, rulebook, NOW


def test_a_busy_month_is_looked_through_in_no_time() -> None:
    days, rulebook, now = busy_month()
    span = (TUESDAY, TUESDAY + timedelta(days=29))
    begun = time.process_time()
    assert free_times(days, TimeRequest("me", 45), rulebook, None, now, span)
    assert time.process_time() - begun < 1  # 20 ms where nothing measures coverage
