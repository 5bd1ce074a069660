"""Carries out orders on a store in memory, at the time of a clock that is moved. Nothing ever leaves."""

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
from fullhouse.platforms.virtual.store import MemoryStore

T = TypeVar("T")


class VirtualStaff:
    """Shows each decision and each letter to whoever watches, and keeps both to itself."""

    def __init__(
        self,
        store: MemoryStore,
        clock: Clock,
        decided: Callable[[Invocation, Decision], None],
        carried: Callable[[Message, Letter], None],
    ) -> None:
        """Stand on a store and a clock."""
        self.store = store
        self.clock = clock
        self.decided = decided
        self.carried = carried

    async def give(self, invocation: Invocation) -> Decision:
        """Carry out an order."""
        decision = execute(self.store, RULES, invocation, self.clock.now())
        self.decided(invocation, decision)
        return decision

    def load(self, need: Need[T]) -> T:
        """Answer a need."""
        return self.store.load(need)

    async def carry(self, message: Message, letter: Letter) -> Outcome:
        """Take a letter as a carrier would, and show it."""
        self.carried(message, letter)
        return Sent()

    async def changed(self, scope: str, since: int) -> int:
        """Nobody waits for news here."""
        return since

    def wake_tasks(self) -> None:
        """Do nothing: a sweep runs what is due."""


class NumberedIds:
    """Makes ids that are the same each time it is played."""

    def __init__(self) -> None:
        """Begin at one."""
        self._numbers = count(1)

    def new(self) -> str:
        """Return the next."""
        return f"rehearsal{next(self._numbers)}"
