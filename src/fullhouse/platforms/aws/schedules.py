"""One-off schedules of EventBridge: each invokes a function once, and is deleted then.

A schedule's name is made from its purpose and time. So creating it twice makes one schedule, and
the next one for the same purpose never collides with the last, which EventBridge deletes late.
"""

import hashlib
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from fullhouse.engine.clock import SystemClock
from fullhouse.kernel.times import instant, wall_time
from fullhouse.platforms.aws.config import Deployment

GROUP = "ev"
UTC_ZONE = "UTC"
NOW = SystemClock().now
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
# EventBridge is exact to the minute: later schedules use the next full one, late but not early.
FAR = timedelta(minutes=5)
# An event that AWS cannot deliver for so long goes to the dead letters, and to the sweep.
TRIES = 5
LONGEST_LATE_SECONDS = 900


class Booking(msgspec.Struct, frozen=True):
    """A schedule: function, purpose, time, time zone, and the event `told` to the function."""

    function: str
    what: str
    at: datetime
    told: Mapping[str, Any]
    zone: str = UTC_ZONE


class Schedules:
    """Creates and deletes schedules."""

    def __init__(
        self,
        client: Any,  # noqa: ANN401 - made by botocore
        place: Deployment,
        now: Callable[[], datetime] = NOW,
    ) -> None:
        """Use this client."""
        self._client = client
        self._place = place
        self._now = now

    def book(self, booking: Booking) -> None:
        """Create a schedule, unless it exists."""
        step = MINUTE if booking.at - self._now() > FAR else SECOND
        when, zone = at(booking.at, booking.zone, step)
        try:
            self._create(booking, when, zone)
        except self._client.exceptions.ConflictException:
            return
        except self._client.exceptions.ValidationException:
            # AWS may know fewer time zones than we do: use the same instant in UTC.
            if zone == UTC_ZONE:
                raise
            self.book(msgspec.structs.replace(booking, zone=UTC_ZONE))

    def clear(self, what: str, due_at: datetime) -> None:
        """Delete a schedule, if it exists."""
        try:
            self._client.delete_schedule(GroupName=GROUP, Name=name(what, due_at))
        except self._client.exceptions.ResourceNotFoundException:
            return

    def _create(self, booking: Booking, when: str, zone: str) -> None:
        self._client.create_schedule(
            GroupName=GROUP,
            Name=name(booking.what, booking.at),
            ScheduleExpression=when,
            ScheduleExpressionTimezone=zone,
            FlexibleTimeWindow={"Mode": "OFF"},
            ActionAfterCompletion="DELETE",
            Target={
                "Arn": self._place.function(booking.function),
                "RoleArn": self._place.scheduler_role,
                "Input": msgspec.json.encode(booking.told).decode(),
                "RetryPolicy": {
                    "MaximumRetryAttempts": TRIES,
                    "MaximumEventAgeInSeconds": LONGEST_LATE_SECONDS,
                },
                "DeadLetterConfig": {"Arn": self._place.dead_letters(booking.function)},
            },
        )


def name(what: str, due_at: datetime) -> str:
    """Return a schedule's name; a digest, as keys may be too long or have invalid characters."""
    digest = hashlib.blake2b(what.encode(), digest_size=16).hexdigest()
    return f"{digest}-{int(due_at.timestamp() * 1000)}"


def at(due_at: datetime, zone: str, step: timedelta = SECOND) -> tuple[str, str]:
    """Return an instant's next full step in local time; in UTC if the local time is ambiguous."""
    full = due_at + (EPOCH - due_at) % step
    wall = wall_time(full, zone)
    if instant(wall, zone) != full:
        return at(due_at, UTC_ZONE, step)
    return f"at({wall:%Y-%m-%dT%H:%M:%S})", zone
