"""Messages on their way out: what may leave now goes to its carrier, what may leave later gets a schedule.

Each product has a function that sends what is its own.

Whoever is woken looks at the message as it is now, and it is leased before it is handed over: a stream that speaks
twice and a schedule that rings late send nothing twice.
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
    """Relay a message if it may leave, or book the time at which it may."""
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
        what, told = f"message:{message.id}", {"message": message.id}
        schedules.book(Booking(sent_by(message), what, leaves_at, told, zone))
        return
    await wait(early)
    await relay_message(engine, message)


def _leaves_at(message: Message) -> datetime | None:
    """Say when a message may leave; one that somebody has in hand, when they have had it for too long."""
    if message.status == "queued":
        return message.not_before
    return message.lease_ends_at if message.status == "sending" else None


def sent_by(message: Message) -> str:
    """Name the function that a message leaves by."""
    return SENT_BY.get(message.product, MESSENGER)


def wake_if_late(executor: DynamoExecutor, schedules: Schedules) -> None:
    """Have whoever sends look at what was left lying. They are rung, not called: whoever sweeps need not know SES."""
    now = executor.clock.now()
    late = executor.load(DueMessages(now - LATE, SWEPT_AT_ONCE))
    for function in sorted({sent_by(message) for message in late}):
        schedules.book(Booking(function, f"sweep:{function}", soon_after(now), SWEEP))


async def forward_late(engine: Engine, function: str) -> None:
    """Relay what was left lying and leaves by this function, as much as fits."""
    late = engine.load(DueMessages(engine.now() - LATE, SWEPT_AT_ONCE))
    theirs = [message for message in late if sent_by(message) == function]
    left = await attempt_all(theirs, lambda message: relay_message(engine, message))
    if left:
        raise HandlerFailed(f"{len(left)} messages could not be relayed")


class Due(msgspec.Struct, frozen=True):
    """What a schedule tells whoever sends."""

    message: str
