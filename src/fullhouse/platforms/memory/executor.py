"""Execution of commands on the memory store with a manual clock. Nothing is sent."""

from collections.abc import Callable
from itertools import count
from typing import TypeVar

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import execute
from fullhouse.engine.ports import Clock, Invocation
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Message, Outcome, Sent
from fullhouse.kernel.records import Need
from fullhouse.platforms.memory.store import MemoryStore

T = TypeVar("T")


class InMemoryExecutor:
    """Reports each decision and each letter to its observers."""

    def __init__(
        self,
        store: MemoryStore,
        clock: Clock,
        decided: Callable[[Invocation, Decision], None],
        carried: Callable[[Message, Letter], None],
    ) -> None:
        """Use this store and clock; call `decided` and `carried` for each decision and letter."""
        self.store = store
        self.clock = clock
        self.decided = decided
        self.carried = carried

    async def execute(self, invocation: Invocation) -> Decision:
        """Execute a command."""
        decision = execute(self.store, RULES, invocation, self.clock.now())
        self.decided(invocation, decision)
        return decision

    def load(self, need: Need[T]) -> T:
        """Answer a need."""
        return self.store.load(need)

    async def carry(self, message: Message, letter: Letter) -> Outcome:
        """Report a letter instead of sending it."""
        self.carried(message, letter)
        return Sent()

    async def changed(self, scope: str, since: int) -> int:
        """Return at once: nobody waits for news here."""
        return since

    def check_writable(self) -> None:
        """Do nothing: each write reports its own failure."""

    def wake_tasks(self) -> None:
        """Do nothing: a sweep runs what is due."""


class NumberedIds:
    """Makes ids that are the same each time."""

    def __init__(self) -> None:
        """Start at one."""
        self._numbers = count(1)

    def new(self) -> str:
        """Return the next id."""
        return f"rehearsal{next(self._numbers)}"
