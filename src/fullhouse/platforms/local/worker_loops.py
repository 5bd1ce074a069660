"""Loops that run alarms, messages and periodic tasks. They sleep until the next one is due."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import partial

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import NextAlarm, NextMessage
from fullhouse.engine.worker import relay_due_messages, run_due_alarms
from fullhouse.platforms.local.executor import GroupCommitExecutor

log = logging.getLogger(__name__)
# A machine that sleeps may oversleep, so a nap has a longest length.
LONGEST_NAP_SECONDS = 3600.0
AFTER_TROUBLE_SECONDS = 5.0


class Loop(msgspec.Struct, frozen=True):
    """The needs of a loop; it ends when `stopping` is set and it is woken."""

    engine: Engine
    executor: GroupCommitExecutor
    stopping: asyncio.Event


async def run_alarms(loop: Loop) -> None:
    """Run each alarm when it is due."""
    engine = loop.engine
    work = partial(run_due_alarms, engine)
    await _keep(loop, loop.executor.alarms_set, work, lambda: engine.load(NextAlarm()))


async def relay_messages(loop: Loop) -> None:
    """Send each message when it is due."""
    engine = loop.engine
    work = partial(relay_due_messages, engine, loop.stopping.is_set)
    await _keep(loop, loop.executor.messages_queued, work, lambda: engine.load(NextMessage()))


async def run_tasks(loop: Loop) -> None:
    """Run each periodic task when it is due, or when the scope it watches has changed."""
    tasks = loop.engine.tasks
    woken = loop.executor.task_due_earlier
    await _keep(loop, woken, lambda: tasks.run_due(loop.engine.now()), tasks.next_at)


async def _keep(
    loop: Loop,
    woken: asyncio.Event,
    work: Callable[[], Awaitable[bool]],
    next_at: Callable[[], datetime | None],
) -> None:
    while not loop.stopping.is_set():
        woken.clear()
        try:
            while await work():
                pass
            nap = _seconds_until(loop.engine, next_at())
        except Exception:
            log.exception("something went wrong; trying again in %s seconds", AFTER_TROUBLE_SECONDS)
            nap = AFTER_TROUBLE_SECONDS
        await _nap(woken, nap)


def _seconds_until(engine: Engine, due: datetime | None) -> float:
    if due is None:
        return LONGEST_NAP_SECONDS
    return min(LONGEST_NAP_SECONDS, max(0.0, (due - engine.now()).total_seconds()))


async def _nap(woken: asyncio.Event, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await woken.wait()
    except TimeoutError:
        pass
