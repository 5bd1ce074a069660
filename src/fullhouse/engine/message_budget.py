"""The budget of one address: how many messages it gets that others triggered.

A message counts when it leaves: when it is leased, or in the commit that keeps it where there is
no carrier. The count is part of that commit, so it holds whoever else sends to the address.
"""

import hashlib
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, ClassVar, Protocol, TypeVar

import msgspec

from fullhouse.engine.ports import Invocation
from fullhouse.engine.relay import (
    LEASE,
    LeaseMessage,
    RecordSendResult,
    delay_lease,
    drop_lease,
)
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Change, Decision, create, if_unchanged, update
from fullhouse.kernel.messages import CarrierDown, Message, Refused, WhenSpent
from fullhouse.kernel.product import BudgetRules, Found, Rule
from fullhouse.kernel.records import Get, Need, Needs, Record

T = TypeVar("T")
Budgets = Mapping[str, BudgetRules]
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
SECOND = timedelta(seconds=1)
# Answers wait this long for a delayed message to leave, so that they do not take its turn.
DELAYED_FIRST = timedelta(minutes=10)
# Who gives commands through signed links and public forms.
PEOPLE = frozenset({"guest", "customer"})
STRANGERS = PEOPLE | {"mail", "text"}
SPENT = "this address has had enough messages for now that others asked for"


class BudgetLimits(msgspec.Struct, frozen=True):
    """How many messages that others triggered an address may get in an hour, and in a day."""

    hourly: int = 5
    daily: int = 20


class MessageBudget(Record, frozen=True, kw_only=True):
    """When the last counted messages to one address left, oldest first; never audited.

    `delayed_until` is when the last delayed message may leave. The record is of no use any more
    after `ends_at`.
    """

    kind_name: ClassVar[str] = "message_budget"

    id: str
    times: tuple[datetime, ...] = ()
    delayed_until: datetime | None = None
    ends_at: datetime
    rev: int = 0


class EraseMessageBudget(Command, frozen=True, kw_only=True, tag="EraseMessageBudget"):
    """Forget when messages to an address left."""

    budget_id: str


class Loader(Protocol):
    """Anything that answers needs."""

    def load(self, need: Need[T]) -> T:
        """Answer one need."""
        ...


def budget_id(address: str) -> str:
    """Return the id of an address's budget: a digest, so that the address is not stored again."""
    return hashlib.sha256(address.lower().encode()).hexdigest()[:32]


def when_spent(rules: BudgetRules | None, message: Message, invocation: Invocation) -> WhenSpent:
    """Return what a spent budget does to a message; "" if the message does not count."""
    if rules is None or not message.person or message.kind in rules.free:
        return ""
    if invocation.by in PEOPLE and _is_own(rules, invocation.command):
        return ""
    if message.kind in rules.answers and invocation.by in STRANGERS:
        return "drop"
    return "delay"


def _is_own(rules: BudgetRules, command: Command) -> bool:
    """Return True if a person gave the command through their own signed link."""
    return type(command) in rules.own or getattr(command, "source", "") == "link"


def within_budget(
    loader: Loader, decision: Decision, invocation: Invocation, now: datetime, limits: BudgetLimits
) -> Decision:
    """Return the decision with only those messages leaving now that their addresses may get."""
    command = invocation.command
    if decision.messages:
        decision = _keep_within(loader, decision, now, limits)
    if isinstance(command, LeaseMessage) and decision.answer is not None:
        return _lease_within(loader, decision, now, limits)
    if isinstance(command, RecordSendResult) and isinstance(command.outcome, Refused | CarrierDown):
        return _give_back(loader, decision)
    return decision


def _keep_within(
    loader: Loader, decision: Decision, now: datetime, limits: BudgetLimits
) -> Decision:
    """Count messages that are kept at once; delay or drop those beyond the budget."""
    ledger = Ledger(loader, limits)
    messages = []
    for message in decision.messages:
        if not _leaves_now(loader, message):
            messages.append(message)
            continue
        leaves_at = ledger.take_turn(message, now)
        if leaves_at == now:
            messages.append(message)
        elif leaves_at is not None:
            waits = msgspec.structs.replace(message, status="queued", not_before=leaves_at)
            messages.append(waits)
    moves = (*decision.moves, *ledger.changes())
    return msgspec.structs.replace(decision, messages=tuple(messages), moves=moves)


def _leaves_now(loader: Loader, message: Message) -> bool:
    """Return True if a message counts in this commit; one that is stored already does not."""
    if message.status != "kept" or not message.when_spent:
        return False
    return loader.load(Get(Message, message.key)) is None


def _lease_within(
    loader: Loader, decision: Decision, now: datetime, limits: BudgetLimits
) -> Decision:
    """Count a message that is leased; delay or drop it if the budget is spent."""
    message: Message = decision.answer
    if not message.when_spent:
        return decision
    ledger = Ledger(loader, limits)
    leaves_at = ledger.take_turn(message, now)
    changes = ledger.changes()
    if leaves_at == now:
        return msgspec.structs.replace(decision, moves=(*decision.moves, *changes))
    leased = decision.moves[0]
    if leaves_at is None:
        return Decision(None, moves=(drop_lease(leased, SPENT, now), *changes))
    return Decision(None, moves=(delay_lease(leased, leaves_at), *changes))


def _give_back(loader: Loader, decision: Decision) -> Decision:
    """Do not count a message that its carrier did not take."""
    before = next((move.before for move in decision.moves if move.kind is Message), None)
    if before is None or not before.when_spent or before.lease_ends_at is None:
        return decision
    budget = loader.load(Get(MessageBudget, (budget_id(before.to),)))
    counted = _counted(before.lease_ends_at - LEASE)
    if budget is None or counted not in budget.times:
        return decision
    at = budget.times.index(counted)
    times = budget.times[:at] + budget.times[at + 1 :]
    change = _changed(budget, msgspec.structs.replace(budget, times=times))
    return msgspec.structs.replace(decision, moves=(*decision.moves, change))


def _erase(found: dict[str, Any], _command: EraseMessageBudget, now: datetime) -> Decision:
    budget: MessageBudget | None = found["budget"]
    if budget is None:
        return Decision(None)
    sets: dict[str, Any] = {"times": (), "delayed_until": None, "ends_at": now}
    erased = update(budget, *if_unchanged(budget, "rev"), **sets, rev=budget.rev + 1)
    return Decision(None, moves=(erased,))


def _erase_needs(command: EraseMessageBudget, found: Found) -> Needs:
    return {} if found else {"budget": Get(MessageBudget, (command.budget_id,))}


BUDGET_RULES: dict[type[Command], Rule] = {EraseMessageBudget: Rule(_erase_needs, _erase)}


class Ledger:
    """The budgets that one commit changes: each is loaded once and changed at most once."""

    def __init__(self, loader: Loader, limits: BudgetLimits) -> None:
        """Start without budgets."""
        self._loader = loader
        self._limits = limits
        self._before: dict[str, MessageBudget | None] = {}
        self._after: dict[str, MessageBudget] = {}

    def take_turn(self, message: Message, now: datetime) -> datetime | None:
        """Return when a message may leave, None for never; one that leaves now is counted."""
        budget = self._budget(message.to, now)
        free = free_at(budget, self._limits, now)
        if message.when_spent == "drop" and (free > now or _is_waited_for(budget, now)):
            return None
        if free > now:
            self._change(budget, budget.times, max(free, budget.delayed_until or free))
        else:
            self._change(budget, (*budget.times, _counted(now)), budget.delayed_until)
        return free

    def changes(self) -> tuple[Change[MessageBudget], ...]:
        """Return the changes of the budgets."""
        return tuple([_changed(self._before[name], after) for name, after in self._after.items()])

    def _budget(self, address: str, now: datetime) -> MessageBudget:
        name = budget_id(address)
        if name not in self._before:
            self._before[name] = self._loader.load(Get(MessageBudget, (name,)))
        return self._after.get(name) or self._before[name] or MessageBudget(id=name, ends_at=now)

    def _change(
        self, budget: MessageBudget, times: tuple[datetime, ...], delayed_until: datetime | None
    ) -> None:
        kept = tuple(sorted(times)[-self._limits.daily :])
        ends_at = max(delayed_until or kept[-1], kept[-1]) + DAY
        self._after[budget.id] = msgspec.structs.replace(
            budget, times=kept, delayed_until=delayed_until, ends_at=ends_at
        )


def free_at(budget: MessageBudget, limits: BudgetLimits, now: datetime) -> datetime:
    """Return when one more message is within both limits: now, or later."""
    earliest = now
    for most, span in ((limits.hourly, HOUR), (limits.daily, DAY)):
        recent = [time for time in budget.times if time > now - span]
        if len(recent) >= most:
            earliest = max(earliest, recent[-most] + span)
    return earliest


def _is_waited_for(budget: MessageBudget, now: datetime) -> bool:
    """Return True if a delayed message may still wait for its turn."""
    delayed = budget.delayed_until
    return delayed is not None and now < delayed + DELAYED_FIRST


def _counted(moment: datetime) -> datetime:
    """Return the time under which a message counts: the next whole second.

    Stores round times to milliseconds, and a delayed message must not be due too early.
    """
    return moment.replace(microsecond=0) + SECOND


def _changed(before: MessageBudget | None, after: MessageBudget) -> Change[MessageBudget]:
    if before is None:
        return create(after)
    return update(
        before,
        *if_unchanged(before, "rev"),
        times=after.times,
        delayed_until=after.delayed_until,
        ends_at=after.ends_at,
        rev=before.rev + 1,
    )
