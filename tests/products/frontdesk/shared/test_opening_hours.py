"""Opening hours and times for messages: in the business's zone, also when clocks change."""

from datetime import date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fullhouse.kernel.times import QuietHours
from fullhouse.products.frontdesk.shared.holidays import Holidays
from fullhouse.products.frontdesk.shared.opening_hours import is_closed, next_open_minute, open_on
from fullhouse.products.frontdesk.shared.rulebook.model import Closed, Hours, Rulebook
from tests.support.rsvp_world import there, utc

WEEKDAYS = tuple(Hours(day, "09:00", "18:00") for day in range(5))
BOOK = Rulebook(
    opening_hours=(*WEEKDAYS, Hours(5, "14:00", "18:00"), Hours(5, "10:00", "12:00")),
    closed=(Closed(12, 24), Closed(6, 12, 2026)),
    holidays_of="DE-BE",
)
HOLIDAYS = Holidays(id="DE-BE", days=("2026-12-25", "2026-12-26"))
ALWAYS_QUIET_BUT_NOON = QuietHours("13:00", "12:00")


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


def test_a_day_is_open_when_the_rules_say_so() -> None:
    (hours,) = open_on(BOOK, HOLIDAYS, date(2026, 6, 8))
    assert hours == (at("2026-06-08 09:00"), at("2026-06-08 18:00"))


def test_a_day_with_a_break_opens_twice_in_order() -> None:
    first, second = open_on(BOOK, HOLIDAYS, date(2026, 6, 13))
    assert (first[0].hour, first[1].hour, second[0].hour, second[1].hour) == (10, 12, 14, 18)


def test_a_day_that_is_not_in_the_week_is_not_open() -> None:
    assert open_on(BOOK, HOLIDAYS, date(2026, 6, 14)) == ()


@pytest.mark.parametrize("day", ["2026-12-24", "2027-12-24", "2026-06-12", "2026-12-25"])
def test_closed_days_and_public_holidays_are_not_open(day: str) -> None:
    assert is_closed(BOOK, HOLIDAYS, date.fromisoformat(day))
    assert open_on(BOOK, HOLIDAYS, date.fromisoformat(day)) == ()


@pytest.mark.parametrize("day", ["2027-06-12", "2026-12-23", "2026-12-27"])
def test_a_day_that_was_closed_in_one_year_only_is_not_in_another(day: str) -> None:
    assert not is_closed(BOOK, HOLIDAYS, date.fromisoformat(day))


def test_holidays_count_only_where_the_rules_keep_them_and_they_are_known() -> None:
    christmas = date(2026, 12, 25)
    assert not is_closed(replace(BOOK, holidays_of=""), HOLIDAYS, christmas)
    assert not is_closed(BOOK, None, christmas)


def test_hours_that_would_reach_past_midnight_end_there() -> None:
    late = Rulebook(opening_hours=(Hours(5, "20:00", "02:00"),))
    assert open_on(late, None, date(2026, 6, 13)) == (
        (at("2026-06-13 20:00"), at("2026-06-14 00:00")),
    )


def test_by_day_a_message_may_leave_at_once() -> None:
    noon = there("2026-06-08 12:00")
    assert next_open_minute(BOOK, HOLIDAYS, noon) == noon


def test_at_night_it_waits_for_the_morning() -> None:
    assert next_open_minute(BOOK, HOLIDAYS, there("2026-06-08 22:00")) == there("2026-06-09 08:00")
    assert next_open_minute(BOOK, HOLIDAYS, there("2026-06-09 00:00")) == there("2026-06-09 08:00")


def test_over_christmas_it_waits_for_the_first_morning_after() -> None:
    for moment in (
        "2026-12-23 21:00",
        "2026-12-24 00:00",
        "2026-12-24 12:00",
        "2026-12-25 07:00",
        "2026-12-26 20:59",
    ):
        assert next_open_minute(BOOK, HOLIDAYS, there(moment)) == there("2026-12-27 08:00")


def test_an_evening_before_a_closed_day_is_open_until_the_night() -> None:
    evening = there("2026-12-23 20:59")
    assert next_open_minute(BOOK, HOLIDAYS, evening) == evening


def test_without_a_night_a_closed_day_ends_at_midnight() -> None:
    sleepless = replace(BOOK, quiet_hours=QuietHours("00:00", "00:00"))
    assert next_open_minute(sleepless, None, there("2026-12-24 23:59")) == there("2026-12-25 00:00")


@pytest.mark.parametrize(
    ("moment", "opens"),
    [("2026-03-29 01:30", "2026-03-29 08:00"), ("2026-10-25 02:30", "2026-10-25 08:00")],
)
def test_nights_when_the_clocks_change_end_by_the_wall(moment: str, opens: str) -> None:
    assert next_open_minute(BOOK, None, there(moment)) == there(opens)


def test_a_closed_day_whose_next_midnight_is_on_no_wall_ends_when_the_next_day_begins() -> None:
    cairo = Rulebook(
        zone="Africa/Cairo", closed=(Closed(4, 23),), quiet_hours=QuietHours("00:00", "00:00")
    )
    assert next_open_minute(cairo, None, utc("2026-04-23T12:00")) == utc("2026-04-23T22:00")


def test_who_is_always_closed_is_written_to_at_some_time() -> None:
    every_day = Holidays(
        id="DE-BE", days=tuple(date.fromordinal(740_000 + n).isoformat() for n in range(800))
    )
    start = datetime.combine(date.fromordinal(740_001), datetime.min.time()).isoformat()
    assert next_open_minute(BOOK, every_day, there(start)) > there(start)


@settings(deadline=None)
@given(
    moment=st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31)),
    zone=st.sampled_from(
        ["Europe/Berlin", "America/Sao_Paulo", "Africa/Cairo", "Asia/Kathmandu", "UTC"]
    ),
    night=st.sampled_from([QuietHours(), QuietHours("00:00", "00:00"), ALWAYS_QUIET_BUT_NOON]),
)
def test_what_opens_is_open_and_never_earlier(
    moment: datetime, zone: str, night: QuietHours
) -> None:
    book = replace(BOOK, zone=zone, quiet_hours=night)
    asked = there(moment, zone)
    opens = next_open_minute(book, HOLIDAYS, asked)
    assert opens >= asked
    assert next_open_minute(book, HOLIDAYS, opens) == opens
