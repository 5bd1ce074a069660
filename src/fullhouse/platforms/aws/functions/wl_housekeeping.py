"""`wl-housekeeping`: nightly task that expires entries and moves stuck slots on.

Entries and appointments that ended long enough ago are erased: here in their records, everywhere
else by the keeper.
"""

import msgspec

from fullhouse.engine.clock import RandomIds
from fullhouse.engine.ports import Invocation
from fullhouse.platforms.aws.alarms import AlarmDue, ring
from fullhouse.platforms.aws.bootstrap import config, executor
from fullhouse.platforms.aws.handler import Event, handling
from fullhouse.products.frontdesk.appointments.commands import RetireAppointments
from fullhouse.products.frontdesk.waitlist.commands import Housekeep, RetireEntries


async def handle_event(event: Event) -> None:
    """Start housekeeping on schedule; continue it on an alarm."""
    if "alarm" in event:
        await ring(executor(), msgspec.convert(event, AlarmDue))
    elif event.get("housekeep"):
        await _begin()
    else:
        raise ValueError("this is neither the night's ring nor an alarm's")


async def _begin() -> None:
    await executor().execute(Invocation(RandomIds().new(), "clock", Housekeep(again=False)))
    if days := config().keep_days:
        for retire in (
            RetireEntries(days=days, again=False),
            RetireAppointments(days=days, again=False),
        ):
            await executor().execute(Invocation(RandomIds().new(), "clock", retire))


handle = handling(handle_event)
