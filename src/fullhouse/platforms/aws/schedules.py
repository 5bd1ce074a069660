"""One-off schedules of EventBridge: each rings a function once at a time, and is gone then.

A schedule's name is made of what it is for and when it rings. So booking it twice is one schedule, and the next one for
the same thing never meets the last, which EventBridge deletes some time after it rang.
"""

import hashlib
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from fullhouse.engine.clock import SystemClock
from fullhouse.kernel.times import instant, wall_time
from fullhouse.platforms.aws.config import Place

GROUP = "ev"
UTC_ZONE = "UTC"
NOW = SystemClock().now
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
# EventBridge keeps time to the minute: what is this far away rings at the next full one, late rather than early.
FAR = timedelta(minutes=5)
# A ring that AWS cannot deliver for so long is left to the sweep, and to the queue for dead letters.
TRIES = 5
LONGEST_LATE_SECONDS = 900


class Booking(msgspec.Struct, frozen=True):
    """What is to ring: which function, for what, when, in whose zone, and what it is told."""

    function: str
    what: str
    at: datetime
    told: Mapping[str, Any]
    zone: str = UTC_ZONE


class Schedules:
    """Books and clears schedules."""

    def __init__(
        self,
        client: Any,  # noqa: ANN401 - botocore makes its classes when it runs
        place: Place,
        now: Callable[[], datetime] = NOW,
    ) -> None:
        """Stand ready."""
        self._client = client
        self._place = place
        self._now = now

    def book(self, booking: Booking) -> None:
        """Have it ring; if it is booked already, it stays so."""
        when, zone = at(
            booking.at, booking.zone, MINUTE if booking.at - self._now() > FAR else SECOND
        )
        try:
            self._create(booking, when, zone)
        except self._client.exceptions.ConflictException:
            return
        except self._client.exceptions.ValidationException:
            # AWS may know fewer zones than we do: the same instant rings just as well.
            if zone == UTC_ZONE:
                raise
            self.book(msgspec.structs.replace(booking, zone=UTC_ZONE))

    def clear(self, what: str, due_at: datetime) -> None:
        """Let it not ring; if it rang or never was, all is well."""
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
    """Name the schedule of something at a time; keys hold signs and lengths that a schedule's name may not have."""
    digest = hashlib.blake2b(what.encode(), digest_size=16).hexdigest()
    return f"{digest}-{int(due_at.timestamp() * 1000)}"


def at(due_at: datetime, zone: str, step: timedelta = SECOND) -> tuple[str, str]:
    """Write an instant as the clock on the wall shows it, at the next full step; in UTC where that comes twice."""
    full = due_at + (EPOCH - due_at) % step
    wall = wall_time(full, zone)
    if instant(wall, zone) != full:
        return at(due_at, UTC_ZONE, step)
    return f"at({wall:%Y-%m-%dT%H:%M:%S})", zone
