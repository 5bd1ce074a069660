"""Execution of commands on SQLite in group commits.

What arrives within a few turns of the event loop is one durable transaction. A whole command runs
inside it, so it never conflicts.
"""

import asyncio
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import Mark, execute, no_mark
from fullhouse.engine.inbound_mail import EraseInboundMail
from fullhouse.engine.message_budget import Budgeting, BudgetLimits, KeptBudgets
from fullhouse.engine.ports import Carrier, Clock, Invocation, StoreDown
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Message, Outcome
from fullhouse.kernel.records import Need
from fullhouse.platforms.local.sqlite.store import GroupUndone, SqliteStore
from fullhouse.products.frontdesk.appointments.proposals import EraseAppointmentProposal
from fullhouse.products.frontdesk.waitlist.proposals import EraseProposal

T = TypeVar("T")
Waiting = tuple[Invocation, "asyncio.Future[Decision]"]
# A command needs two turns of the event loop from its socket to here, so a group that nobody
# joined within two turns is complete.
QUIET_TURNS = 2
LARGEST_GROUP = 64
CHECKPOINT_SECONDS = 2.0
# Those that erase without naming a person whose messages and audit lines are rewritten.
ERASURES = (EraseInboundMail, EraseProposal, EraseAppointmentProposal)
NORMAL_LIMITS = BudgetLimits()


class GroupCommitExecutor:
    """Executes commands on SQLite, and wakes those who wait for work or for changes."""

    def __init__(
        self,
        store: SqliteStore,
        clock: Clock,
        carrier: Carrier,
        limits: BudgetLimits = NORMAL_LIMITS,
    ) -> None:
        """Use this store, clock and carrier, and these limits of what others can trigger."""
        self.store = store
        self.clock = clock
        self.carrier = carrier
        self.budgeting = Budgeting(limits, KeptBudgets())
        self.mark: Mark = no_mark  # needs the keys, which are read with this executor
        self.alarms_set = asyncio.Event()
        self.messages_queued = asyncio.Event()
        self.task_due_earlier = asyncio.Event()
        self.versions: defaultdict[str, int] = defaultdict(int)
        self._news: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)
        self._waiting: list[Waiting] = []
        self._has_failed = False
        self._checkpoint: asyncio.TimerHandle | None = None
        self._carriers = ThreadPoolExecutor(1, "carrier")

    async def execute(self, invocation: Invocation) -> Decision:
        """Execute a command with all others that arrive together; durable when it returns."""
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
        """Send a letter with the carrier, in the carrier's thread if it serves the channel."""
        if message.channel not in self.carrier.carries:
            return self.carrier.send(message, letter)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._carriers, self.carrier.send, message, letter)

    async def changed(self, scope: str, since: int) -> int:
        """Wait until a scope, or any if empty, has changed since a version; return the version."""
        while self.versions[scope] <= since:
            await self._news[scope].wait()
        return self.versions[scope]

    def check_writable(self) -> None:
        """Raise `StoreDown` if writing failed last time and still fails."""
        if self._has_failed:
            self.store.try_write()
            self._has_failed = False

    def wake_tasks(self) -> None:
        """Wake the loop that runs periodic tasks."""
        self.task_due_earlier.set()

    def close(self) -> None:
        """Wait until the carrier has finished."""
        if self._checkpoint is not None:
            self._checkpoint.cancel()
        self._carriers.shutdown(wait=True)

    def _gather(self, seen: int, quiet: int) -> None:
        """Let the group grow while more commands arrive, then execute it.

        A commit costs as much as many commands.
        """
        size = len(self._waiting)
        quiet = quiet + 1 if size == seen else 0
        if quiet >= QUIET_TURNS or size >= LARGEST_GROUP:
            self._flush()
        else:
            asyncio.get_running_loop().call_soon(self._gather, size, quiet)

    def _flush(self) -> None:
        group, self._waiting = self._waiting, []
        results: list[Decision | Exception]
        try:
            results = self._execute_group([invocation for invocation, _ in group])
            self._has_failed = False
        except StoreDown as error:
            self._has_failed = True
            results = [error] * len(group)
        for (_, future), result in zip(group, results, strict=True):
            _settle(future, result)
        self._notify([result for result in results if isinstance(result, Decision)])

    def _execute_group(self, group: list[Invocation]) -> list[Decision | Exception]:
        """Execute commands in one transaction; if one fails to commit, again with savepoints."""
        try:
            with self.store.group():
                return [self._execute(invocation) for invocation in group]
        except GroupUndone:
            with self.store.group(savepoints=True):
                return [self._execute(invocation) for invocation in group]

    def _execute(self, invocation: Invocation) -> Decision | Exception:
        try:
            decision = execute(
                self.store,
                RULES,
                invocation,
                self.clock.now(),
                carries=self.carrier.carries,
                budgeting=self.budgeting,
                mark=self.mark,
            )
            if decision.forget or isinstance(invocation.command, ERASURES):
                self._note_erasure()
        except (StoreDown, GroupUndone):
            raise
        except Exception as error:  # noqa: BLE001 - a command that fails must not fail its group
            return error
        return decision

    def _note_erasure(self) -> None:
        """Remember to wipe the file, and empty the write-ahead log when more have been erased."""
        self.store.note_erasure()
        if self._checkpoint is None:
            loop = asyncio.get_running_loop()
            self._checkpoint = loop.call_later(CHECKPOINT_SECONDS, self._empty_log)

    def _empty_log(self) -> None:
        self._checkpoint = None
        self.store.checkpoint()

    def _notify(self, decisions: list[Decision]) -> None:
        scopes: set[str] = set()
        for decision in decisions:
            if decision.set_alarms:
                self.alarms_set.set()
            if decision.moves or "queued" in [message.status for message in decision.messages]:
                self.messages_queued.set()
            scopes.update([step.scope for step in decision.steps])
        for scope in scopes:
            self._mark_changed(scope)
        if scopes:
            self._mark_changed("")

    def _mark_changed(self, scope: str) -> None:
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
