"""Commands that are decided while another one is on its way."""

from typing import Any, cast

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import Executor, Invocation
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision


class Overtaken:
    """An executor on which others are quicker than the next command, or a later one."""

    def __init__(self, executor: Executor, others: list[Command], by: str, ahead: int) -> None:
        self.executor, self.others, self.by, self.ahead = executor, others, by, ahead

    async def execute(self, invocation: Invocation) -> Decision:
        while self.others and not self.ahead:
            other = self.others.pop(0)
            name = f"other-{len(self.others)}"
            await self.executor.execute(Invocation(name, self.by, other))
        self.ahead = max(0, self.ahead - 1)
        return await self.executor.execute(invocation)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.executor, name)


def overtake(engine: Engine, *others: Command, by: str, ahead: int = 0) -> None:
    """Let others be decided just before the next command, or before one `ahead` of which go on."""
    engine.executor = cast("Executor", Overtaken(engine.executor, list(others), by, ahead))
