"""The application core: execute commands, load needs, tell the time."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any, TypeVar

from fullhouse.engine.composing import Composer
from fullhouse.engine.narratives import Narrator
from fullhouse.engine.periodic import PeriodicTasks
from fullhouse.engine.ports import Clock, Executor, Ids, Invocation
from fullhouse.engine.tracing import invocation_id
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.records import Need

T = TypeVar("T")


class Engine:
    """One running Fullhouse."""

    def __init__(
        self,
        executor: Executor,
        clock: Clock,
        ids: Ids,
        composer: Composer,
        *,
        settle: Callable[["Engine"], Awaitable[None]] | None = None,
        narrator: Narrator | None = None,
    ) -> None:
        """Build an engine. `settle` carries out what is due; it is awaited after each command.

        An engine without `settle` leaves what is due to the platform's loops or functions.
        """
        self.executor = executor
        self.clock = clock
        self.ids = ids
        self.composer = composer
        self.narrator = narrator
        self.tasks = PeriodicTasks(executor.wake_tasks)
        self.settling = asyncio.Lock()
        self._settle = settle

    # Each command has an answer of its own type, hence `Any`.
    async def execute(self, command: Command, by: str) -> Any:  # noqa: ANN401 - each has its result
        """Execute a command and return its answer; what it changed is durable."""
        answer = await self.execute_step(command, by)
        await self.settle()
        return answer

    async def execute_step(self, command: Command, by: str) -> Any:  # noqa: ANN401 - see above
        """Execute a command as one step of several, after which the caller settles."""
        invocation = Invocation(invocation_id(self.ids), by, command)
        decision = await self.executor.execute(invocation)
        self.note_changes(decision)
        return decision.answer

    async def settle(self) -> None:
        """Carry out everything that is due now, if this engine settles by itself."""
        if self._settle is None:
            return
        async with self.settling:
            await self._settle(self)

    def note_changes(self, decision: Decision) -> None:
        """Make the periodic tasks due that watch what a decision changed."""
        scopes = [step.scope for step in decision.steps]
        if self.tasks.are_watched(scopes):
            self.tasks.changed(scopes, self.now())

    def load(self, need: Need[T]) -> T:
        """Answer a need from what is committed."""
        return self.executor.load(need)

    def now(self) -> datetime:
        """Return the current time."""
        return self.clock.now()
