"""`wl-roll-on-timer`: rings the end of an offer whose claim window has passed, so that the slot rolls on."""

import msgspec

from fullhouse.platforms.aws.bootstrap import executor
from fullhouse.platforms.aws.handling import Event, handling
from fullhouse.platforms.aws.ringing import AlarmDue, ring


async def work(event: Event) -> None:
    """Give the command of the alarm that a schedule rings for."""
    await ring(executor(), msgspec.convert(event, AlarmDue))


handle = handling(work)
