"""A year of a clinic in memory, in a store that finds what is due next without a full scan."""

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Callable
from datetime import datetime
from functools import partial
from heapq import heappop, heappush
from itertools import count
from typing import TypeVar, cast

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import execute
from fullhouse.engine.ports import Invocation, Written
from fullhouse.engine.relay import LeaseMessage, RecordSendResult
from fullhouse.engine.worker import alarm_invocation
from fullhouse.kernel.commands import Alarm, Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.messages import Message, Sent
from fullhouse.kernel.records import Get, Need
from fullhouse.platforms.memory.store import MemoryStore
from fullhouse.products.frontdesk.appointments.model import (
    Appointment,
    AppointmentsBetween,
    Send,
    SendsOf,
)

T = TypeVar("T")
Happening = tuple[datetime, int, Callable[[], object]]


class YearStore(MemoryStore):
    """A store in memory that keeps appointments by time, and sent messages by recipient."""

    def __init__(self) -> None:
        """Start empty."""
        super().__init__()
        self.starts: list[tuple[datetime, str]] = []
        self.expected: dict[str, Appointment] = {}
        self.sends: defaultdict[str, list[Send]] = defaultdict(list)

    def load(self, need: Need[T]) -> T:
        """Answer a need; what a tick asks for, out of the order."""
        if isinstance(need, Get):  # most are
            return cast("T", self.shelf(need.kind).get(need.key))
        if isinstance(need, AppointmentsBetween):
            return cast("T", self._between(need))
        if isinstance(need, SendsOf):
            return cast("T", tuple(self.sends[need.appointment_id]))
        return super().load(need)

    def _between(self, need: AppointmentsBetween) -> tuple[Appointment, ...]:
        first = bisect_right(self.starts, (need.since, need.after))
        last = min(bisect_left(self.starts, (need.until, "")), first + need.limit)
        return tuple([self.expected[name] for _, name in self.starts[first:last]])

    def commit(self, written: Written) -> None:
        """Write a decision, and put what it changed into order."""
        super().commit(written)
        for change in written.decision.changes:
            if change.kind is Appointment:
                self.expected[change.after.id] = change.after
                self._ordered(change.before, change.after)
            elif change.kind is Send and change.before is None:
                self.sends[change.after.appointment_id].append(change.after)

    def _ordered(self, before: Appointment | None, after: Appointment) -> None:
        if before is not None and before.starts_at != after.starts_at:
            del self.starts[bisect_left(self.starts, (before.starts_at, before.id))]
        if before is None or before.starts_at != after.starts_at:
            insort(self.starts, (after.starts_at, after.id))


class Clinic:
    """A house without faults on a clock that jumps from one thing to the next."""

    def __init__(self, begins: datetime, arrived: Callable[[Message], object]) -> None:
        """Open at a time; `arrived` is told of each message that its carrier takes."""
        self.now = begins
        self.store = YearStore()
        self.arrived = arrived
        self.orders = 0
        self._heap: list[Happening] = []
        self._numbers = count(1)

    def at(self, when: datetime, what: Callable[[], object]) -> None:
        """Let something happen at a time."""
        heappush(self._heap, (max(when, self.now), next(self._numbers), what))

    def run_until(self, when: datetime) -> None:
        """Let everything happen up to a time."""
        while self._heap and self._heap[0][0] <= when:
            self.now, _, what = heappop(self._heap)
            what()

    def give(self, command: Command, by: str = "staff") -> Decision:
        """Carry out a command, and set what will ring and what will leave."""
        return self._carry_out(Invocation(f"o{next(self._numbers)}", by, command))

    def _carry_out(self, invocation: Invocation) -> Decision:
        self.orders += 1
        decision = execute(self.store, RULES, invocation, self.now)
        for alarm in decision.set_alarms:
            self.at(alarm.due_at, partial(self._ring, alarm))
        for message in decision.messages:
            self.at(message.not_before, partial(self._relay, message.id))
        for move in decision.moves:
            if move.kind is Message and move.after.status == "queued":
                self.at(move.after.not_before, partial(self._relay, move.after.id))
        return decision

    def _ring(self, alarm: Alarm) -> None:
        if self.store.alarms.get(alarm.key) == alarm:
            self._carry_out(alarm_invocation(alarm))

    def _relay(self, name: str) -> None:
        message: Message = self.store.shelf(Message)[name,]
        leased = self.give(LeaseMessage(product=message.product, message_id=name), "relay").answer
        if leased is not None:
            settle = RecordSendResult(
                product=leased.product, message_id=name, outcome=Sent(), attempt=leased.attempts
            )
            self.give(settle, "relay")
            self.arrived(leased)
