"""Rings the host's daily headcount and the draft of the thanks.

One of three that do the same: each has a role, a size and a share of its own, so none waits behind the others' work.
"""

import msgspec

from fullhouse.platforms.aws.alarms import AlarmDue, ring
from fullhouse.platforms.aws.bootstrap import executor, narrator
from fullhouse.platforms.aws.handler import Event, handling


async def work(event: Event) -> None:
    """Give the command of the alarm that a schedule rings for."""
    await ring(executor(), msgspec.convert(event, AlarmDue), narrator())


handle = handling(work)
