"""Free times: opening hours, closed days, staff, durations, and existing appointments."""

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
    free_times,
    pick_problem,
    pick_staff,
    wanted_by,
)
from fullhouse.products.frontdesk.appointments.day_schedule import conflict
from fullhouse.products.frontdesk.appointments.model import Appointment, BusyTime, Days, DaySchedule
from fullhouse.products.frontdesk.shared.holidays import Holidays
from fullhouse.products.frontdesk.shared.rulebook.model import (
    Closed,
    Hours,
    PublicBooking,
    Rulebook,
    StaffHours,
)
from tests.support.cpu_time import cpu_within
from tests.support.rsvp_world import there

NOW = there("2026-06-01 08:00")
TUESDAY = date(2026, 6, 2)
BOOK = Rulebook(
    staff=("Jess", "Sam"), opening_hours=tuple(Hours(day, "09:00", "12:00") for day in range(5))
)
MORNING = ("09:00", "09:15", "09:30", "09:45", "10:00", "10:15", "10:30", "10:45", "11:00")
ALONE = replace(BOOK, staff=())
NIGHT = (Hours(1, "20:00", "23:59"), Hours(2, "00:00", "12:00"))


def taken(name: str, at: str, minutes: int = 60, staff: str = "Jess") -> BusyTime:
    return BusyTime(name, there(f"2026-06-02 {at}"), minutes, staff)


def day(*several: BusyTime, on: date = TUESDAY) -> DaySchedule:
    return DaySchedule(id=on.isoformat(), taken=several)


def free(*days: DaySchedule, minutes: int = 60, staff: str = "", **more: Any) -> list[str]:
    rulebook: Rulebook = more.get("rulebook", BOOK)
    span = more.get("span", (TUESDAY, TUESDAY))
    wanted = TimeRequest("me", minutes, staff, service=more.get("service", ""))
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
        "anna", 45, "Sam", by_staff=True, service="Cut"
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
    assert staff is None or pick_staff(others, wanted, start, BOOK) == staff


def test_a_pick_comes_too_late() -> None:
    at = there("2026-06-02 09:00")
    assert not can_be_picked(TimeRequest("me", 60), at, BOOK, None, at - timedelta(minutes=9))


minutes_of_day = st.integers(-60, 300)
people = st.sampled_from(["", "Jess", "sam", "Who left"])
bookings = st.lists(st.tuples(minutes_of_day, st.integers(1, 120), people), max_size=12)


hours_of_jess = st.sampled_from(
    [
        None,
        (),
        (Hours(0, "09:00", "12:00"),),
        (Hours(1, "09:00", "10:30"),),
        (Hours(1, "09:00", "09:45"), Hours(1, "10:15", "11:40")),
    ]
)


def works(hours: tuple[Hours, ...] | None, at: datetime, minutes: int) -> bool:
    """Return True if Jess works on Tuesday all that time."""
    ends = at + timedelta(minutes=minutes)
    return hours is None or any(
        there(f"2026-06-02 {one.opens}") <= at and ends <= there(f"2026-06-02 {one.closes}")
        for one in hours
        if one.day == TUESDAY.weekday()
    )


@settings(deadline=None)
@given(
    bookings=bookings,
    minutes=st.integers(1, 120),
    staff=people,
    alone=st.booleans(),
    hours=hours_of_jess,
)
def test_free_times_are_exactly_those_that_clash_with_nothing(
    bookings: list[tuple[int, int, str]],
    minutes: int,
    staff: str,
    *,
    alone: bool,
    hours: tuple[Hours, ...] | None,
) -> None:
    rulebook = ALONE if alone else BOOK
    if hours is not None and not alone:
        rulebook = replace(BOOK, staff_hours=(StaffHours("Jess", hours),))
    nine = there("2026-06-02 09:00")
    others = [
        BusyTime(f"{number}", nine + timedelta(minutes=at), length, who)
        for number, (at, length, who) in enumerate(bookings)
    ]
    wanted = TimeRequest("me", minutes, staff)
    found = free_times([day(*others)], wanted, rulebook, None, NOW, (TUESDAY, TUESDAY))
    named = rulebook.staff_member(staff)
    choices = [named] if named else list(rulebook.staff or ("",))
    quarters = [nine + timedelta(minutes=15 * number) for number in range(12)]
    fitting = [
        at for at in quarters if at + timedelta(minutes=minutes) <= there("2026-06-02 12:00")
    ]
    naive = []
    for at in fitting:
        free = [
            who
            for who in choices
            if conflict(others, BusyTime("me", at, minutes, who), rulebook) is None
        ]
        there_then = [who for who in free if who != "Jess" or works(hours, at, minutes)]
        naive += [FreeTime(at, there_then[0])] if there_then else []
        # Staff may book whom they name, also when she does not work.
        may = free if named else there_then
        by_staff = replace(wanted, by_staff=True)
        assert pick_staff(others, by_staff, at, rulebook) == (may[0] if may else None)
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


@pytest.mark.timing
def test_a_busy_month_is_looked_through_in_no_time() -> None:
    days, rulebook, now = busy_month()
    span = (TUESDAY, TUESDAY + timedelta(days=29))
    with cpu_within(1):  # 20 ms where nothing measures coverage
        assert free_times(days, TimeRequest("me", 45), rulebook, None, now, span)


def test_staff_are_free_in_their_own_hours_only() -> None:
    own = (Hours(1, "09:00", "10:00"), Hours(1, "10:30", "12:00"), Hours(3, "09:00", "12:00"))
    book = replace(BOOK, staff_hours=(StaffHours("Jess", own),))
    assert free(staff="Jess", rulebook=book) == [
        f"{at} Jess" for at in ("09:00", "10:30", "10:45", "11:00")
    ]
    assert free(staff="Jess", minutes=90, rulebook=book) == ["10:30 Jess"]
    assert free(rulebook=book)[:2] == ["09:00 Jess", "09:15 Sam"]
    later = replace(BOOK, staff_hours=(StaffHours("Jess", (Hours(1, "11:00", "12:00"),)),))
    assert free(staff="Jess", rulebook=later) == ["11:00 Jess"]
    nights = replace(BOOK, staff_hours=(StaffHours("Jess", (Hours(1, "00:00", "10:00"),)),))
    assert free(staff="Jess", rulebook=nights) == ["09:00 Jess"]
    never = replace(BOOK, staff_hours=(StaffHours("Jess", ()), StaffHours("Sam", ())))
    assert free(rulebook=never) == []


def test_time_stays_free_before_and_after_an_appointment() -> None:
    book = replace(BOOK, buffer_minutes=10)
    busy = day(taken("one", "10:00", 30))
    assert free(busy, minutes=30, staff="Jess", rulebook=book) == [
        *("09:00 Jess", "09:15 Jess"),
        *("10:45 Jess", "11:00 Jess", "11:15 Jess", "11:30 Jess"),
    ]
    alone = replace(ALONE, buffer_minutes=10)
    assert free(busy, minutes=30, rulebook=alone)[1:3] == ["09:15", "10:45"]


def test_time_between_two_of_one_person_does_not_keep_another_busy() -> None:
    book = replace(BOOK, buffer_minutes=10)
    busy = day(taken("one", "09:00"), taken("two", "10:00"))
    assert free(busy, staff="Sam", rulebook=book)[0] == "09:00 Sam"
    unassigned = day(taken("one", "09:00", staff=""), taken("two", "09:00", staff=""))
    assert free(unassigned, staff="Sam", rulebook=book)[0] == "10:15 Sam"


def test_a_day_with_its_maximum_takes_no_more() -> None:
    book = replace(BOOK, daily_maximum=(("Jess", 1),))
    busy = day(taken("one", "10:00", 30))
    assert free(busy, staff="Jess", rulebook=book) == []
    assert free(busy, rulebook=book) == [f"{at} Sam" for at in MORNING]
    for_all = replace(BOOK, daily_maximum=(("", 2),))
    assert free(busy, rulebook=for_all) != []
    assert free(day(*busy.taken, taken("two", "11:00", 15, "")), rulebook=for_all) == []
    assert free(day(taken("me", "10:00"), taken("two", "11:00")), rulebook=for_all) != []


def test_only_those_who_work_then_have_a_chair() -> None:
    away = replace(BOOK, staff_hours=(StaffHours("Jess", (Hours(0, "09:00", "12:00"),)),))
    unassigned = taken("one", "10:00", staff="")
    assert free(day(unassigned), rulebook=away) == ["09:00 Sam", "11:00 Sam"]
    leaves = replace(BOOK, staff_hours=(StaffHours("Jess", (Hours(1, "09:00", "10:30"),)),))
    assert free(day(unassigned), minutes=30, rulebook=leaves) == [
        *("09:00 Jess", "09:15 Jess", "09:30 Jess", "09:45 Jess", "10:00 Jess"),
        *("11:00 Sam", "11:15 Sam", "11:30 Sam"),
    ]


def test_who_is_booked_on_a_day_off_takes_no_other_chair() -> None:
    away = replace(BOOK, staff_hours=(StaffHours("Jess", ()),))
    hers = taken("one", "10:00", staff="jess")
    assert free(day(hers), rulebook=away) == [f"{at} Sam" for at in MORNING]
    assert free(day(hers, taken("two", "10:00", staff="")), rulebook=away) == [
        "09:00 Sam",
        "11:00 Sam",
    ]


def test_a_full_day_leaves_a_chair_for_who_is_not_assigned() -> None:
    book = replace(BOOK, daily_maximum=(("Jess", 1),))
    busy = day(taken("one", "09:00"), taken("two", "11:00", staff=""))
    assert free(busy, rulebook=book) == [f"{at} Sam" for at in MORNING]


def test_time_between_appointments_is_kept_from_appointments_only() -> None:
    late = (Hours(1, "10:00", "12:00"),)
    book = replace(
        BOOK, buffer_minutes=10, staff_hours=(StaffHours("Jess", late), StaffHours("Sam", late))
    )
    assert free(rulebook=book)[0] == "10:00 Jess"
    assert free(day(taken("one", "09:00", 45, "")), rulebook=book)[0] == "10:00 Jess"
    assert free(day(taken("one", "09:00", 55, "")), rulebook=book)[0] == "10:15 Jess"


def test_a_service_with_its_maximum_takes_no_more_on_that_day() -> None:
    book = replace(BOOK, daily_maximum=(("", 3),), service_maximum=(("Colour", 1),))
    colour = replace(taken("one", "10:00", 30), service="colour")
    cut = replace(taken("two", "11:00", 15), service="Cut")
    assert free(day(colour), rulebook=book, service="Colour") == []
    assert free(day(colour), rulebook=book, service="Cut") != []
    assert free(day(cut), rulebook=book, service="Colour") != []
    assert free(day(replace(colour, id="me")), rulebook=book, service="Colour") != []
    wanted = TimeRequest("me", 30, by_staff=True, service="Colour")
    of_staff = pick_staff((colour,), wanted, NOW, book)
    assert of_staff == "Jess"


def test_rules_for_customers_do_not_bind_staff() -> None:
    book = replace(BOOK, daily_maximum=(("Sam", 1),), buffer_minutes=10)
    busy = (taken("one", "10:00", 30, "Sam"), taken("two", "10:00", 120))
    wanted, at = TimeRequest("me", 30), there("2026-06-02 10:30")
    assert pick_staff(busy, replace(wanted, by_staff=True), at, book) == "Sam"
    assert pick_staff(busy, wanted, at, book) is None


def test_staff_find_who_works_unless_they_name_someone() -> None:
    book = replace(BOOK, staff_hours=(StaffHours("Jess", ()),))
    unassigned, at = taken("one", "11:00", 30, ""), there("2026-06-02 11:00")
    anyone = TimeRequest("me", 30, by_staff=True)
    assert pick_staff((), anyone, at, book) == "Sam"
    assert pick_staff((unassigned,), anyone, at, book) is None
    named = TimeRequest("me", 30, "jess", by_staff=True)
    assert pick_staff((unassigned,), named, at, book) == "Jess"
    overnight = TimeRequest("me", 16 * 60, by_staff=True)
    tomorrow = replace(BOOK, staff=("Jess",), staff_hours=(StaffHours("Jess", NIGHT),))
    assert pick_staff((), overnight, there("2026-06-02 22:00"), tomorrow) is None


def test_anyone_books_with_notice_and_not_too_far_ahead() -> None:
    book = replace(BOOK, public_booking=PublicBooking(True, (), 26 * 60, 2))
    wanted = TimeRequest("me", 60, "", is_public=True)
    codes = {
        at: pick_problem(wanted, there(at), book, None, NOW)
        for at in ("2026-06-02 09:45", "2026-06-02 10:00", "2026-06-02 12:00", "2026-06-03 09:00")
    }
    assert list(codes.values()) == ["too_soon", "", "closed", "too_far"]
    found = free_times((), wanted, book, None, NOW, (NOW.date(), NOW.date() + timedelta(days=9)))
    assert [f"{one.starts_at:%d %H:%M}" for one in found[::4]] == ["02 08:00", "02 09:00"]
