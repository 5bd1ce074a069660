"""One-off schedules: booked once, in the event's zone, gone after ringing or clearing."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from fullhouse.platforms.aws.schedules import Booking, Schedules, at, name
from tests.aws.emulator import Emulator
from tests.platforms.aws.living import client as client_of
from tests.platforms.aws.support import PLACE, Exceptions, Scheduler
from tests.support.rsvp_world import utc

DUE = datetime(2126, 6, 18, 7, 0, tzinfo=UTC)
KEY = "reminder:party:0:1d"
BOOKING = Booking("ev-reminder-fire", KEY, DUE, {"alarm": KEY}, "Europe/Berlin")


@pytest.fixture
def real(emulator: Emulator) -> Iterator[Any]:
    client = client_of(emulator, "scheduler")
    client.create_schedule_group(Name="ev")
    yield client
    client.delete_schedule_group(Name="ev")


@pytest.fixture(params=["fake", "emulator"])
def client(request: pytest.FixtureRequest) -> Any:
    """The scheduler of our own tests, and the emulator's: both must do the same."""
    return Scheduler() if request.param == "fake" else request.getfixturevalue("real")


@pytest.mark.parametrize(
    ("due_at", "zone", "expected"),
    [
        ("2026-06-18 07:00", "Europe/Berlin", ("at(2026-06-18T09:00:00)", "Europe/Berlin")),
        ("2026-06-18 07:00", "Asia/Singapore", ("at(2026-06-18T15:00:00)", "Asia/Singapore")),
        ("2026-06-18 07:00", "UTC", ("at(2026-06-18T07:00:00)", "UTC")),
        ("2026-06-18 07:00:00.001", "UTC", ("at(2026-06-18T07:00:01)", "UTC")),
        ("2026-12-31 22:59:59.500", "Europe/Berlin", ("at(2027-01-01T00:00:00)", "Europe/Berlin")),
        # When clocks go back, half past two comes twice; only the first is a wall time.
        ("2026-10-25 00:30", "Europe/Berlin", ("at(2026-10-25T02:30:00)", "Europe/Berlin")),
        ("2026-10-25 01:30", "Europe/Berlin", ("at(2026-10-25T01:30:00)", "UTC")),
        ("2026-03-29 01:00", "Europe/Berlin", ("at(2026-03-29T03:00:00)", "Europe/Berlin")),
    ],
)
def test_an_instant_is_written_as_the_wall_shows_it_and_never_early(
    due_at: str, zone: str, expected: tuple[str, str]
) -> None:
    assert at(utc(due_at), zone) == expected


def test_names_hold_only_what_aws_takes_and_differ_by_key_and_time() -> None:
    names = [
        name(key, DUE + timedelta(milliseconds=more))
        for key in (KEY, "ü" * 500, "")
        for more in (0, 1)
    ]
    assert len(set(names)) == 6
    assert all(len(one) <= 64 and one.replace("-", "").isalnum() and one.isascii() for one in names)


def test_a_booking_says_everything(real: Any) -> None:
    Schedules(real, PLACE).book(BOOKING)
    booked = real.get_schedule(GroupName="ev", Name=name(KEY, DUE))
    assert (booked["ScheduleExpression"], booked["ScheduleExpressionTimezone"]) == (
        "at(2126-06-18T09:00:00)",
        "Europe/Berlin",
    )
    assert booked["FlexibleTimeWindow"] == {"Mode": "OFF"}
    assert booked["ActionAfterCompletion"] == "DELETE"
    target = booked["Target"]
    assert target["Arn"] == "arn:aws:lambda:ap-southeast-1:000000000000:function:ev-reminder-fire"
    assert target["RoleArn"] == PLACE.scheduler_role
    assert json.loads(target["Input"]) == {"alarm": KEY}
    assert target["DeadLetterConfig"] == {
        "Arn": "arn:aws:sqs:ap-southeast-1:000000000000:ev-reminder-fire-dlq"
    }
    assert target["RetryPolicy"] == {"MaximumRetryAttempts": 5, "MaximumEventAgeInSeconds": 900}


def test_booking_twice_is_one_schedule_and_clearing_twice_is_fine(client: Any) -> None:
    schedules = Schedules(client, PLACE)
    schedules.book(BOOKING)
    schedules.book(BOOKING)
    schedules.clear(KEY, DUE)
    schedules.clear(KEY, DUE)
    with pytest.raises(client.exceptions.ResourceNotFoundException):
        client.delete_schedule(GroupName="ev", Name=name(KEY, DUE))


def test_the_same_alarm_at_another_time_is_another_schedule(client: Any) -> None:
    schedules = Schedules(client, PLACE)
    schedules.book(BOOKING)
    schedules.book(Booking("ev-reminder-fire", KEY, DUE + timedelta(days=1), {"alarm": KEY}))
    schedules.clear(KEY, DUE)
    client.delete_schedule(GroupName="ev", Name=name(KEY, DUE + timedelta(days=1)))


def test_a_zone_that_aws_does_not_know_is_booked_in_utc() -> None:
    client = Scheduler()
    Schedules(client, PLACE).book(Booking("keeper", KEY, DUE, {}, "Asia/Singapore"))
    assert client.rings() == [("keeper", "at(2126-06-18T07:00:00) UTC", {})]


def test_what_aws_does_not_take_even_so_is_raised() -> None:
    client = Scheduler()
    client.zones.clear()
    with pytest.raises(Exceptions.ValidationException):
        Schedules(client, PLACE).book(BOOKING)


@pytest.mark.parametrize(
    ("minutes", "when"),
    [(4, "at(2126-06-18T07:00:12)"), (6, "at(2126-06-18T07:01:00)")],
    ids=["near", "far away"],
)
def test_what_is_far_away_rings_at_a_full_minute_so_that_it_is_never_early(
    minutes: int, when: str
) -> None:
    client, due = Scheduler(), utc("2126-06-18 07:00:12")
    Schedules(client, PLACE, lambda: due - timedelta(minutes=minutes)).book(
        Booking("keeper", KEY, due, {})
    )
    assert client.rings() == [("keeper", f"{when} UTC", {})]
