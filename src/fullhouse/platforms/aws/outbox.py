"""Messages on their way out: what may leave now goes to SES, what may leave later gets a schedule.

Whoever is woken looks at the message as it is now, and it is leased before it is handed over: a stream that speaks
twice and a schedule that rings late send nothing twice.
"""

from datetime import datetime

import msgspec

from fullhouse.engine.house import House, relay
from fullhouse.engine.ports import DueMessages
from fullhouse.engine.relay import is_due
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.platforms.aws.handling import Failed, tried
from fullhouse.platforms.aws.ringing import LATE, SOON, wait, zone_of
from fullhouse.platforms.aws.schedules import Booking, Schedules
from fullhouse.platforms.aws.staff import AwsStaff

MESSENGER = "messenger"
SWEEP = {"sweep": True}
SWEPT_AT_ONCE = 50


async def forward(house: House, schedules: Schedules, message_id: str) -> None:
    """Relay a message if it may leave, or book the time at which it may."""
    message = house.load(Get(Message, (message_id,)))
    if message is None:
        return
    now = house.now()
    leaves_at = now if is_due(message, now) else _leaves_at(message)
    if leaves_at is None:
        return
    early = leaves_at - now
    if early > SOON:
        zone = zone_of(house.staff, message.scope)
        schedules.book(Booking(MESSENGER, f"message:{message.id}", leaves_at, {"message": message.id}, zone))
        return
    await wait(early)
    await relay(house, message)


def _leaves_at(message: Message) -> datetime | None:
    """Say when a message may leave; one that somebody has in hand, when they have had it for too long."""
    if message.status == "queued":
        return message.not_before
    return message.lease_ends_at if message.status == "sending" else None


def wake_if_late(staff: AwsStaff, schedules: Schedules) -> None:
    """Have the messenger look at what was left lying. It is rung, not called: whoever sweeps need not know SES."""
    now = staff.clock.now()
    if staff.load(DueMessages(now - LATE, 1)):
        soon = now.replace(microsecond=0) + 2 * SOON
        schedules.book(Booking(MESSENGER, "sweep", soon, SWEEP))


async def forward_late(house: House) -> None:
    """Relay what was left lying, as much as fits."""
    late = house.load(DueMessages(house.now() - LATE, SWEPT_AT_ONCE))
    left = await tried(late, lambda message: relay(house, message))
    if left:
        raise Failed(f"{len(left)} messages could not be relayed")


class Due(msgspec.Struct, frozen=True):
    """What a schedule tells the messenger."""

    message: str
