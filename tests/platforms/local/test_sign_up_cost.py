"""Work of one sign-up, counted: seconds differ from machine to machine, and these numbers do not.

`python -m bench sign-ups` measures the seconds.
"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fullhouse.engine.core import Engine
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.local.executor import GroupCommitExecutor
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.platforms.memory.clock import VirtualClock
from tests.support.counted_calls import counting_calls
from tests.support.rsvp_world import create, sign_up, there

TOGETHER = 20
# Loading whom the address belongs to, and writing the event, the guest, the audit and the message.
STATEMENTS = 5
# Of our own functions: 135 with Python 3.11. Later versions count no comprehensions.
MOST_CALLS = 140


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[Engine]:
    """Yield an engine that has done everything once that is done only once."""
    clock = VirtualClock(there("2026-06-01 11:00"))
    async with open_engine(
        tmp_path, clock, MailboxCarrier(), "http://testserver", settles=False
    ) as opened:
        await opened.execute(create(cap=1000), "host")
        await come(opened, "first")
        yield opened


async def come(engine: Engine, name: str) -> None:
    """Sign up some people at once."""
    orders = [sign_up(f"{name}{number}") for number in range(TOGETHER)]
    answers = await asyncio.gather(*(engine.execute(order, "guest") for order in orders))
    assert [answer.code for answer in answers] == ["confirmed"] * TOGETHER


async def test_sign_ups_that_come_together_need_few_statements(engine: Engine) -> None:
    executor = engine.executor
    assert isinstance(executor, GroupCommitExecutor)
    spoken: list[str] = []
    executor.store.writer.set_trace_callback(spoken.append)
    await come(engine, "second")
    once = [text for text in spoken if text.startswith(("BEGIN", 'SELECT "id"', "COMMIT"))]
    assert len(once) == 3
    assert len(spoken) - len(once) == STATEMENTS * TOGETHER


async def test_a_sign_up_needs_few_calls_and_one_keyed_hash(engine: Engine) -> None:
    with counting_calls() as calls:
        await come(engine, "second")
    assert calls["_proof"] == TOGETHER
    assert calls.total() / TOGETHER <= MOST_CALLS
