"""The outbox: messages that may be sent go to their carrier, later ones get a schedule.

Each product has its own function for sending; notes to staff are sent by the one that may write
to Slack, whichever product they are about.

A function reads the message as it is now, and leases it before sending: a stream record that comes
twice and a schedule that fires late send nothing twice.
"""

from datetime import datetime

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import DueMessages
from fullhouse.engine.relay import is_due
from fullhouse.engine.worker import relay_message
from fullhouse.kernel.messages import Message
from fullhouse.kernel.product import APPOINTMENTS, WAITLIST
from fullhouse.kernel.records import Get
from fullhouse.platforms.aws.alarms import LATE, SOON, soon_after, wait, zone_of
from fullhouse.platforms.aws.executor import DynamoExecutor
from fullhouse.platforms.aws.handler import HandlerFailed, attempt_all
from fullhouse.platforms.aws.schedules import Booking, Schedules

MESSENGER, SENDER, DISPATCH = "ev-messenger", "wl-sender", "ar-dispatch"
SENT_BY = {WAITLIST: SENDER, APPOINTMENTS: DISPATCH}
SWEEP = {"sweep": True}
SWEPT_AT_ONCE = 50


async def forward(engine: Engine, schedules: Schedules, message_id: str) -> None:
    """Send a message if it is due, or schedule it."""
    message = engine.load(Get(Message, (message_id,)))
    if message is None:
        return
    now = engine.now()
    leaves_at = now if is_due(message, now) else _leaves_at(message)
    if leaves_at is None:
        return
    early = leaves_at - now
    if early > SOON:
        zone = zone_of(engine.executor, message.scope)
        what, event = f"message:{message.id}", {"message": message.id}
        schedules.book(Booking(sent_by(message), what, leaves_at, event, zone))
        return
    await wait(early)
    await relay_message(engine, message)


def _leaves_at(message: Message) -> datetime | None:
    """Return when a message may be sent; one that is being sent, when its lease ends."""
    if message.status == "queued":
        return message.not_before
    if message.status == "sending":
        return message.lease_ends_at
    return None


def sent_by(message: Message) -> str:
    """Return the name of the function that sends a message."""
    return sender_of(message.product, message.channel)


def sender_of(product: str, channel: str) -> str:
    """Return the name of the function that sends messages of a product on a channel."""
    if channel == "staff":
        return DISPATCH
    return SENT_BY.get(product, MESSENGER)


def wake_if_late(executor: DynamoExecutor, schedules: Schedules) -> None:
    """Schedule the senders of missed messages; the sweeping function has no access to SES."""
    now = executor.clock.now()
    late = executor.load(DueMessages(now - LATE, SWEPT_AT_ONCE))
    for function in sorted({sent_by(message) for message in late}):
        schedules.book(Booking(function, f"sweep:{function}", soon_after(now), SWEEP))


async def forward_late(engine: Engine, function: str) -> None:
    """Send the missed messages of this function, up to a limit."""
    late = engine.load(DueMessages(engine.now() - LATE, SWEPT_AT_ONCE))
    theirs = [message for message in late if sent_by(message) == function]
    left = await attempt_all(theirs, lambda message: relay_message(engine, message))
    if left:
        raise HandlerFailed(f"{len(left)} messages could not be relayed")


class Due(msgspec.Struct, frozen=True):
    """Event of a sending function."""

    message: str
