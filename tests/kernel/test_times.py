"""Durations, wall times and quiet hours, on ordinary days and on nights when clocks change."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import available_timezones

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fullhouse.kernel.times import (
    QuietHours,
    duration,
    instant,
    is_skipped,
    time_of_day,
    to_compact,
    wall_time,
    zone,
)
from tests.support.rsvp_world import BERLIN, there, utc

ZONES = [
    "Europe/Berlin",
    "UTC",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
    "America/New_York",
    "Pacific/Apia",
    "Antarctica/Troll",
]
NIGHT = QuietHours()
times_of_day = st.times().map(lambda at: at.strftime("%H:%M"))
quiet_hours = st.builds(QuietHours, times_of_day, times_of_day)
moments = st.datetimes(datetime(2026, 1, 1), datetime(2029, 1, 1), timezones=st.just(UTC))


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("6h", 21600),
        ("90m", 5400),
        ("1h30m", 5400),
        ("7d", 604800),
        ("2w", 1209600),
        ("45s", 45),
        ("0h", 0),
    ],
)
def test_a_duration_is_read(text: str, seconds: int) -> None:
    assert duration(text) == timedelta(seconds=seconds)


@pytest.mark.parametrize(
    "text", ["", "6", "h", "6 h", "-6h", "6h ", "1.5h", "6x", "\u0666h", "6H", "1234567h", "6h\n"]
)
def test_what_is_no_duration_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a duration"):
        duration(text)


def test_a_time_of_day_is_read() -> None:
    assert [time_of_day(text) for text in ("00:00", "09:05", "23:59")] == [
        time(0, 0),
        time(9, 5),
        time(23, 59),
    ]


@pytest.mark.parametrize(
    "text", ["", "9:00", "24:00", "09:60", "09:00:00", "noon", "09:00\n", "0\u0669:00"]
)
def test_what_is_no_time_of_day_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a time of day"):
        time_of_day(text)


@pytest.mark.parametrize(
    "name", ["Europe/Berlin", "UTC", "Australia/Lord_Howe", "America/Argentina/Buenos_Aires"]
)
def test_a_zone_is_found_by_its_name(name: str) -> None:
    assert zone(name).key == name


@pytest.mark.parametrize(
    "name",
    ["", "Atlantis", "../../etc/passwd", "/etc/localtime", "Europe", "Europe/\x00", "a" * 5000],
)
def test_what_is_no_zone_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is not a time zone"):
        zone(name)


# Wall times and instants.


@pytest.mark.parametrize(
    ("wall", "name", "moment"),
    [
        ("2026-06-19 19:00", BERLIN, "2026-06-19 17:00"),
        ("2026-01-19 19:00", BERLIN, "2026-01-19 18:00"),
        ("2026-03-29 01:59", BERLIN, "2026-03-29 00:59"),
        ("2026-03-29 02:30", BERLIN, "2026-03-29 01:30"),
        ("2026-03-29 03:00", BERLIN, "2026-03-29 01:00"),
        ("2026-10-25 02:30", BERLIN, "2026-10-25 00:30"),
        ("2026-10-25 03:00", BERLIN, "2026-10-25 02:00"),
        ("2028-02-29 12:00", BERLIN, "2028-02-29 11:00"),
        ("2026-03-29 02:30", "Asia/Kolkata", "2026-03-28 21:00"),
        ("2026-10-04 02:15", "Australia/Lord_Howe", "2026-10-03 15:45"),
        ("2026-04-05 01:45", "Australia/Lord_Howe", "2026-04-04 14:45"),
    ],
)
def test_a_wall_time_is_an_instant_also_where_it_is_skipped_or_comes_twice(
    wall: str, name: str, moment: str
) -> None:
    assert instant(datetime.fromisoformat(wall), name) == utc(moment)


def test_a_time_in_a_gap_lies_as_far_behind_it_as_the_clocks_moved() -> None:
    assert wall_time(there("2026-03-29 02:30"), BERLIN) == datetime(2026, 3, 29, 3, 30)


def test_the_wall_shows_the_hour_that_comes_twice_twice() -> None:
    assert {wall_time(utc(f"2026-10-25 0{hour}:30"), BERLIN) for hour in (0, 1)} == {
        datetime(2026, 10, 25, 2, 30)
    }


@given(moment=moments, name=st.sampled_from(ZONES))
def test_a_wall_time_leads_back_to_its_instant_or_the_first_of_two(
    moment: datetime, name: str
) -> None:
    back = instant(wall_time(moment, name), name)
    assert back in (
        moment,
        moment - timedelta(minutes=30),
        moment - timedelta(hours=1),
        moment - timedelta(hours=2),
    )


def test_every_zone_there_is_can_be_used() -> None:
    for name in available_timezones():
        assert wall_time(instant(datetime(2026, 6, 1, 12, 0), name), name) == datetime(
            2026, 6, 1, 12, 0
        )


# Quiet hours.


@pytest.mark.parametrize(
    ("at", "quiet"),
    [
        ("20:59", False),
        ("21:00", True),
        ("23:59", True),
        ("00:00", True),
        ("07:59", True),
        ("08:00", False),
        ("12:00", False),
    ],
)
def test_quiet_hours_are_from_nine_in_the_evening_to_eight_in_the_morning(
    at: str, quiet: bool
) -> None:
    assert NIGHT.cover(there(f"2026-06-01 {at}"), BERLIN) is quiet


def test_quiet_hours_may_lie_within_a_day() -> None:
    siesta = QuietHours("13:00", "15:00")
    times = [there(f"2026-06-01 {at}") for at in ("12:59", "13:00", "14:59", "15:00")]
    assert [siesta.cover(at, BERLIN) for at in times] == [False, True, True, False]
    assert siesta.next_open(there("2026-06-01 13:30"), BERLIN) == there("2026-06-01 15:00")


def test_the_same_time_twice_means_no_quiet_hours() -> None:
    never = QuietHours("08:00", "08:00")
    assert not any(never.cover(there(f"2026-06-01 {hour:02}:00"), BERLIN) for hour in range(24))


@pytest.mark.parametrize(("start", "end"), [("9pm", "08:00"), ("21:00", "8")])
def test_quiet_hours_that_are_no_times_are_refused(start: str, end: str) -> None:
    with pytest.raises(ValueError, match="is not a time of day"):
        QuietHours(start, end)


def test_quiet_hours_are_judged_by_the_clocks_of_the_place() -> None:
    moment = utc("2026-06-01 19:30")
    assert NIGHT.cover(moment, BERLIN)
    assert not NIGHT.cover(moment, "America/New_York")


def test_an_open_moment_stays_as_it_is() -> None:
    moment = there("2026-06-01 12:00:00.123")
    assert NIGHT.next_open(moment, BERLIN) == moment


@pytest.mark.parametrize(
    "night", ["2026-06-01", "2026-03-28", "2026-10-24", "2028-02-28", "2028-02-29", "2026-12-31"]
)
@pytest.mark.parametrize("hours", [0, 1, 4, 6, 9])
def test_every_night_ends_at_eight_also_when_clocks_change(night: str, hours: int) -> None:
    moment = there(f"{night} 21:00") + timedelta(hours=hours)
    morning = datetime.fromisoformat(f"{night} 08:00") + timedelta(days=1)
    assert NIGHT.next_open(moment, BERLIN) == there(morning)


def test_quiet_hours_that_end_in_a_gap_end_behind_it() -> None:
    opens = QuietHours("22:00", "02:30").next_open(there("2026-03-29 01:00"), BERLIN)
    assert opens == there("2026-03-29 03:00")


def test_quiet_hours_that_end_in_the_hour_that_comes_twice_hold_in_both() -> None:
    quiet = QuietHours("22:00", "02:30")
    second = utc("2026-10-25 01:10")
    assert quiet.cover(second, BERLIN)
    assert quiet.next_open(second, BERLIN) == utc("2026-10-25 01:30")


def test_quiet_hours_that_end_in_the_half_hour_that_comes_twice_on_lord_howe_hold_in_both() -> None:
    quiet = QuietHours("22:00", "01:45")
    assert quiet.next_open(utc("2026-04-04 15:05"), "Australia/Lord_Howe") == utc(
        "2026-04-04 15:15"
    )


@given(quiet=quiet_hours, moment=moments, name=st.sampled_from(ZONES))
@example(quiet=QuietHours("22:00", "02:30"), moment=utc("2026-10-25 01:10"), name=BERLIN)
@example(quiet=QuietHours("02:15", "02:05"), moment=utc("2026-10-25 01:10"), name=BERLIN)
@example(quiet=QuietHours("03:00", "02:00"), moment=utc("2026-03-28 12:00"), name=BERLIN)
@example(quiet=QuietHours("22:30", "02:30"), moment=utc("2026-03-29 00:10"), name=BERLIN)
def test_the_next_open_moment_is_open_and_never_earlier_nor_much_later(
    quiet: QuietHours, moment: datetime, name: str
) -> None:
    opens = quiet.next_open(moment, name)
    assert opens >= moment
    assert opens - moment <= timedelta(hours=50)
    assert not quiet.cover(opens, name)
    assert (opens == moment) == (not quiet.cover(moment, name))
    assert opens == moment or quiet.cover(max(moment, opens - timedelta(minutes=1)), name)


@pytest.mark.parametrize(
    "at", ["2026-06-01T09:00:00Z", "2026-12-31T23:59:59.999999+02:00", "1999-01-02T03:04:05.006Z"]
)
def test_a_moment_is_written_into_a_name_as_a_format_would(at: str) -> None:
    moment = datetime.fromisoformat(at)
    assert to_compact(moment) == f"{moment:%Y%m%dT%H%M%S%f}"


def test_wall_time_of_another_zone_is_the_same_instant() -> None:
    in_kolkata = utc("2026-06-01 09:00").astimezone(zone("Asia/Kolkata"))
    assert wall_time(in_kolkata, BERLIN) == datetime(2026, 6, 1, 11, 0)


DAYS = timedelta(days=9)


@pytest.mark.parametrize(
    ("start", "end", "hours"),
    [
        ("2026-06-01 12:00", "2026-06-01 18:00", 6),
        ("2026-06-01 20:00", "2026-06-02 09:30", 2.5),
        ("2026-06-01 23:00", "2026-06-02 07:00", 0),
        ("2026-06-01 23:00", "2026-06-03 09:00", 14),
        ("2026-03-28 20:00", "2026-03-29 09:00", 2),
        ("2026-06-01 12:00", "2026-06-01 12:00", 0),
    ],
)
def test_time_outside_quiet_hours_is_counted(start: str, end: str, hours: float) -> None:
    counted = QuietHours().open_time(there(start), there(end), BERLIN, DAYS)
    assert counted == timedelta(hours=hours)


def test_without_quiet_hours_all_time_counts() -> None:
    never, start = QuietHours("08:00", "08:00"), there("2026-06-01 12:00")
    assert never.open_time(start, start + DAYS, BERLIN, timedelta(0)) == DAYS


def test_counting_stops_when_it_is_enough() -> None:
    start, enough = there("2026-06-01 12:00"), timedelta(hours=12)
    counted = QuietHours().open_time(start, start + timedelta(days=300), BERLIN, enough)
    assert enough <= counted <= timedelta(days=1)


def test_quiet_hours_that_begin_in_a_gap_begin_behind_it() -> None:
    early = QuietHours("02:30", "08:00")
    start, end = there("2026-03-29 01:00"), there("2026-03-29 09:00")
    assert early.open_time(start, end, BERLIN, DAYS) == timedelta(hours=2)


def test_a_time_that_the_clocks_skip_is_known() -> None:
    assert is_skipped(datetime(2027, 3, 28, 2, 30), "Europe/Berlin")
    assert not is_skipped(datetime(2027, 3, 28, 3, 0), "Europe/Berlin")
    assert not is_skipped(datetime(2026, 10, 25, 2, 30), "Europe/Berlin")


def test_quiet_hours_know_how_much_of_the_day_they_leave() -> None:
    assert QuietHours("21:00", "08:00").open_a_day == timedelta(hours=13)
    assert QuietHours("13:00", "14:30").open_a_day == timedelta(hours=22, minutes=30)
    assert QuietHours("08:00", "08:00").open_a_day == timedelta(days=1)
