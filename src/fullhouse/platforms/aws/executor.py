"""Execution of commands on DynamoDB, one after the other; streams start follow-up work."""

import asyncio
from typing import Protocol, TypeVar

from fullhouse.engine.execute import USUAL_BUDGETING, execute
from fullhouse.engine.ports import Carrier, Clock, Invocation, Store
from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Message, Outcome
from fullhouse.kernel.records import Need

T = TypeVar("T")
NEWS_AFTER_SECONDS = 1.0


class AlarmStore(Store, Protocol):
    """A store that can also be asked for one alarm."""

    def alarm(self, key: str) -> Alarm | None:
        """Return the alarm under a key as it is now, or None."""
        ...


class DynamoExecutor:
    """Blocks while it waits for AWS: a function handles one request at a time."""

    def __init__(self, store: AlarmStore, clock: Clock, carrier: Carrier) -> None:
        """Use this store, clock and carrier."""
        self.store = store
        self.clock = clock
        self.carrier = carrier
        self.budgeting = USUAL_BUDGETING

    async def execute(self, invocation: Invocation) -> Decision:
        """Execute a command; durable when it returns."""
        from fullhouse.engine.catalogue import RULES  # a function that only shows pages needs none

        return execute(
            self.store,
            RULES,
            invocation,
            self.clock.now(),
            carries=self.carrier.carries,
            budgeting=self.budgeting,
        )

    def load(self, need: Need[T]) -> T:
        """Answer a need from what is committed."""
        return self.store.load(need)

    async def carry(self, message: Message, letter: Letter) -> Outcome:
        """Hand a letter to the carrier."""
        return self.carrier.send(message, letter)

    async def changed(self, scope: str, since: int) -> int:
        """Return a newer version after a moment: nobody hears here what others commit."""
        await asyncio.sleep(NEWS_AFTER_SECONDS)
        return since + 1

    def check_writable(self) -> None:
        """Do nothing: each write reports its own failure."""

    def wake_tasks(self) -> None:
        """Do nothing: schedules run periodic tasks here."""
