"""One writer that commits in groups: what arrives within a few turns of the event loop is one durable transaction.

The whole command runs inside the group's transaction, so it never conflicts, and whoever gave it awaits its answer.
"""

import asyncio
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import execute
from fullhouse.engine.ports import Carrier, Clock, Invocation, StoreDown
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Message, Outcome
from fullhouse.kernel.records import Need
from fullhouse.platforms.local.store import SqliteStore

T = TypeVar("T")
Waiting = tuple[Invocation, "asyncio.Future[Decision]"]
# An order needs two turns of the event loop from its socket to here; a group that nobody joined in two is complete.
QUIET_TURNS = 2
LARGEST_GROUP = 64


class LocalStaff:
    """Carries out orders on SQLite, and tells those who wait for work or for news."""

    def __init__(self, store: SqliteStore, clock: Clock, post: Carrier) -> None:
        """Stand ready."""
        self.store = store
        self.clock = clock
        self.post = post
        self.alarms_set = asyncio.Event()
        self.messages_queued = asyncio.Event()
        self.task_due_earlier = asyncio.Event()
        self.versions: defaultdict[str, int] = defaultdict(int)
        self._news: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)
        self._waiting: list[Waiting] = []
        self._carriers = ThreadPoolExecutor(1, "carrier")

    async def give(self, invocation: Invocation) -> Decision:
        """Carry out an order with all others that come together with it; durable when it returns."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Decision] = loop.create_future()
        if not self._waiting:
            loop.call_soon(self._gather, 1, 0)
        self._waiting.append((invocation, future))
        return await future

    def load(self, need: Need[T]) -> T:
        """Answer a need from what is committed."""
        return self.store.load(need)

    async def carry(self, message: Message, letter: Letter) -> Outcome:
        """Hand a letter to the carrier, in a thread of its own if there is one."""
        if message.channel not in self.post.carries:
            return self.post.send(message, letter)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._carriers, self.post.send, message, letter)

    async def changed(self, scope: str, since: int) -> int:
        """Wait until something in this scope, or in any, has changed since a version; return the version now."""
        while self.versions[scope] <= since:
            await self._news[scope].wait()
        return self.versions[scope]

    def wake_tasks(self) -> None:
        """Wake the loop that runs periodic tasks."""
        self.task_due_earlier.set()

    def close(self) -> None:
        """Let the carrier finish what it has in hand."""
        self._carriers.shutdown(wait=True)

    def _gather(self, seen: int, quiet: int) -> None:
        """Let the group grow while more keep coming, then carry it out: one commit costs as much as many orders."""
        size = len(self._waiting)
        quiet = quiet + 1 if size == seen else 0
        if quiet >= QUIET_TURNS or size >= LARGEST_GROUP:
            self._flush()
        else:
            asyncio.get_running_loop().call_soon(self._gather, size, quiet)

    def _flush(self) -> None:
        group, self._waiting = self._waiting, []
        done: list[tuple[asyncio.Future[Decision], Decision | Exception]] = []
        try:
            with self.store.group():
                done.extend((future, self._execute(order)) for order, future in group)
        except StoreDown as error:
            done = [(future, error) for _, future in group]
        for future, result in done:
            _settle(future, result)
        self._tell([result for _, result in done if isinstance(result, Decision)])

    def _execute(self, invocation: Invocation) -> Decision | Exception:
        try:
            return execute(self.store, RULES, invocation, self.clock.now(), carries=self.post.carries)
        except StoreDown:
            raise
        except Exception as error:  # noqa: BLE001 - one order that fails must not take the others of its group along
            return error

    def _tell(self, decisions: list[Decision]) -> None:
        for decision in decisions:
            if decision.set_alarms:
                self.alarms_set.set()
            if any(message.status == "queued" for message in decision.messages) or decision.moves:
                self.messages_queued.set()
            for scope in {step.scope for step in decision.steps}:
                self._tell_of(scope)
                self._tell_of("")

    def _tell_of(self, scope: str) -> None:
        self.versions[scope] += 1
        if scope in self._news:
            self._news.pop(scope).set()


def _settle(future: "asyncio.Future[Decision]", result: Decision | Exception) -> None:
    if future.done():
        return
    if isinstance(result, Exception):
        future.set_exception(result)
    else:
        future.set_result(result)
