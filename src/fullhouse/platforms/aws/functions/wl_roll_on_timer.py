"""`wl-roll-on-timer`: runs the alarms at the end of claim windows, so that slots roll on."""

import msgspec

from fullhouse.platforms.aws.alarms import AlarmDue, ring
from fullhouse.platforms.aws.bootstrap import executor
from fullhouse.platforms.aws.handler import Event, handling


async def handle_event(event: Event) -> None:
    """Execute the command of the alarm that is due."""
    await ring(executor(), msgspec.convert(event, AlarmDue))


handle = handling(handle_event)
