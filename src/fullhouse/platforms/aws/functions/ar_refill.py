"""`ar-refill`: what joins the two lists: a time that is given up becomes a slot, a claimed slot an appointment."""

import msgspec

from fullhouse.platforms.aws.alarms import AlarmDue, ring
from fullhouse.platforms.aws.bootstrap import executor
from fullhouse.platforms.aws.handler import Event, handling


async def work(event: Event) -> None:
    """Give the command of the alarm that a schedule rings for."""
    await ring(executor(), msgspec.convert(event, AlarmDue))


handle = handling(work)
