"""`ev-offer-timeout`: runs the alarms at the end of claim windows.

One of three functions with the same code: each has its own role, size and concurrency, so that
none waits for the others.
"""

import msgspec

from fullhouse.platforms.aws.alarms import AlarmDue, ring
from fullhouse.platforms.aws.bootstrap import executor
from fullhouse.platforms.aws.handler import Event, handling


async def handle_event(event: Event) -> None:
    """Execute the command of the alarm that is due."""
    await ring(executor(), msgspec.convert(event, AlarmDue))


handle = handling(handle_event)
