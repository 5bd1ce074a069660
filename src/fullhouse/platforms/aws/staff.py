"""Carries out orders on DynamoDB, one after the other. What follows from them is taken up by the tables' streams."""

import asyncio
from typing import Protocol, TypeVar

from fullhouse.engine.execute import execute
from fullhouse.engine.ports import Carrier, Clock, Invocation, Store
from fullhouse.kernel.alarms import Alarm
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


class AwsStaff:
    """Waits for AWS where it stands: a function has one request at a time, so nobody else is kept waiting."""

    def __init__(self, store: AlarmStore, clock: Clock, post: Carrier) -> None:
        """Stand ready."""
        self.store = store
        self.clock = clock
        self.post = post

    async def give(self, invocation: Invocation) -> Decision:
        """Carry out an order; durable when it returns."""
        from fullhouse.engine.catalogue import RULES  # a function that only shows pages needs none of them

        return execute(self.store, RULES, invocation, self.clock.now(), carries=self.post.carries)

    def load(self, need: Need[T]) -> T:
        """Answer a need from what is committed."""
        return self.store.load(need)

    async def carry(self, message: Message, letter: Letter) -> Outcome:
        """Hand a letter to the carrier."""
        return self.post.send(message, letter)

    async def changed(self, scope: str, since: int) -> int:
        """Let whoever waits look for themselves after a moment: here nobody hears what others commit."""
        await asyncio.sleep(NEWS_AFTER_SECONDS)
        return since + 1

    def wake_tasks(self) -> None:
        """Do nothing: schedules run periodic tasks here."""
