"""Reads and commands in batches, so that a store can commit them in groups."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from fullhouse.engine.core import Engine
from fullhouse.kernel.commands import Command
from fullhouse.kernel.records import Need

T = TypeVar("T")
AT_ONCE = 64
PAGE = 1000


async def execute_all(engine: Engine, commands: Sequence[Command], by: str) -> list[Any]:
    """Execute commands as steps of a larger task, and return their results in order."""
    answers: list[Any] = []
    for at in range(0, len(commands), AT_ONCE):
        answers += await asyncio.gather(
            *(engine.execute_step(command, by) for command in commands[at : at + AT_ONCE])
        )
    return answers


async def paged(engine: Engine, need: Callable[[T | None], Need[tuple[T, ...]]]) -> list[T]:
    """Read page after page, each after the last record; other tasks run in between."""
    found: list[T] = []
    while page := engine.load(need(found[-1] if found else None)):
        found += page
        await asyncio.sleep(0)
    return found
