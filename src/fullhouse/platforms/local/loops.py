"""The loops that ring alarms, relay messages and do chores. They sleep until the next is due; nothing is polled."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime

from fullhouse.engine.house import House, relay_due, ring_due
from fullhouse.engine.ports import NextAlarm, NextMessage
from fullhouse.platforms.local.staff import LocalStaff

log = logging.getLogger(__name__)
LONGEST_NAP_SECONDS = 3600.0
AFTER_TROUBLE_SECONDS = 5.0


async def ring_alarms(house: House, staff: LocalStaff) -> None:
    """Ring each alarm when its time has come."""
    await _keep(house, staff.alarms_set, ring_due, lambda: house.load(NextAlarm()))


async def relay_messages(house: House, staff: LocalStaff) -> None:
    """Hand each message over when it may leave."""
    await _keep(house, staff.messages_queued, relay_due, lambda: house.load(NextMessage()))


async def do_chores(house: House, staff: LocalStaff) -> None:
    """Run each periodic task at its time, or when the scope it watches has changed."""
    await _keep(house, staff.task_due_earlier, lambda house: house.rota.run_due(house.now()), house.rota.next_at)


async def _keep(
    house: House,
    woken: asyncio.Event,
    work: Callable[[House], Awaitable[bool]],
    next_at: Callable[[], datetime | None],
) -> None:
    while not house.stopping:
        woken.clear()
        try:
            while await work(house):
                pass
            nap = _until(house, next_at())
        except Exception:
            log.exception("something went wrong; trying again in %s seconds", AFTER_TROUBLE_SECONDS)
            nap = AFTER_TROUBLE_SECONDS
        await _nap(woken, nap)


def _until(house: House, due: datetime | None) -> float:
    """Say how long to sleep. A machine that sleeps too may oversleep, so a nap has a longest length."""
    if due is None:
        return LONGEST_NAP_SECONDS
    return min(LONGEST_NAP_SECONDS, max(0.0, (due - house.now()).total_seconds()))


async def _nap(woken: asyncio.Event, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await woken.wait()
    except TimeoutError:
        pass
