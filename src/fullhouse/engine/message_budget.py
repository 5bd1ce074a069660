"""The budget of one address: how many messages it gets that others triggered.

A message counts when it leaves: when it is leased, or in the commit that keeps it where there is
no carrier. The count is part of that commit, so it holds whoever else sends to the address.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import partial
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
from fullhouse.kernel.messages import (
    CHANNELS,
    CarrierDown,
    Channel,
    Message,
    Refused,
    WhenSpent,
)
from fullhouse.kernel.product import BudgetRules, Found, Rule
from fullhouse.kernel.records import Get, Need, Needs, Record

T = TypeVar("T")
Budgets = Mapping[str, BudgetRules]
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
SECOND = timedelta(seconds=1)
# Answers wait this long for a delayed message to leave, so that they do not take its turn.
DELAYED_FIRST = timedelta(minutes=10)
MOST_KEPT = 10_000
# Who gives commands through signed links and public forms.
PEOPLE = frozenset({"guest", "customer"})
STRANGERS = PEOPLE | {"mail", "text"}
DOTS_DO_NOT_COUNT = frozenset({"gmail.com", "googlemail.com"})
SPENT = "others asked for too many messages to this address"


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
    """Return the id of an inbox's budget: a digest, so that the address is not stored again."""
    return hashlib.sha256(inbox_of(address).encode()).hexdigest()[:32]


def inbox_of(address: str) -> str:
    """Return one spelling for all addresses that big providers deliver to one inbox.

    Only for counting: two people may have addresses that differ in nothing else.
    """
    local, at, domain = address.lower().rpartition("@")
    if not at:
        return address.lower()
    local = local.partition("+")[0]
    if domain in DOTS_DO_NOT_COUNT:
        local = local.replace(".", "")
    return f"{local}@{domain}"


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
    ledger: "Ledger", decision: Decision, invocation: Invocation, now: datetime
) -> Decision:
    """Return the decision with only those messages leaving now that their addresses may get."""
    command = invocation.command
    if decision.messages:
        decision = _keep_within(ledger, decision, now)
    if isinstance(command, LeaseMessage) and decision.answer is not None:
        return _lease_within(ledger, decision, now)
    if isinstance(command, RecordSendResult) and isinstance(command.outcome, Refused | CarrierDown):
        return _give_back(ledger.loader, decision)
    return decision


def _keep_within(ledger: "Ledger", decision: Decision, now: datetime) -> Decision:
    """Count messages that are kept at once; delay or drop those beyond the budget."""
    messages = [one for one in map(partial(_kept, ledger, now), decision.messages) if one]
    changes = ledger.changes()
    if not changes and messages == list(decision.messages):
        return decision
    moves = (*decision.moves, *changes)
    return msgspec.structs.replace(decision, messages=tuple(messages), moves=moves)


def _kept(ledger: "Ledger", now: datetime, message: Message) -> Message | None:
    """Return a message as it is written: kept, or queued if it is delayed; None if dropped."""
    if not message.when_spent or message.status != "kept" or ledger.is_first(message, now):
        return message
    if ledger.loader.load(Get(Message, message.key)) is not None:
        return message  # stored already, so it is not written again
    leaves_at = ledger.take_turn(message, now)
    if leaves_at == now:
        return message
    if leaves_at is None:
        return None
    return msgspec.structs.replace(message, status="queued", not_before=leaves_at)


def _lease_within(ledger: "Ledger", decision: Decision, now: datetime) -> Decision:
    """Count a message that is leased; delay or drop it if the budget is spent."""
    message: Message = decision.answer
    if not message.when_spent:
        return decision
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


class KeptBudgets:
    """Budgets of addresses without a carrier: only in memory, since nothing reaches anyone there.

    A write for each sign-up would cost a fifth of its time.
    """

    def __init__(self) -> None:
        """Start without budgets."""
        self._budgets: OrderedDict[str, MessageBudget] = OrderedDict()

    def find(self, address: str) -> MessageBudget | None:
        """Return the budget of an address."""
        return self._budgets.get(address)

    def put(self, address: str, budget: MessageBudget) -> None:
        """Store the budget of an address; the oldest makes room."""
        self._budgets[address] = budget
        self._budgets.move_to_end(address)
        if len(self._budgets) > MOST_KEPT:
            self._budgets.popitem(last=False)


class Budgeting(msgspec.Struct, frozen=True):
    """The limits, and where budgets of channels without a carrier are, if not in the store."""

    limits: BudgetLimits = BudgetLimits()
    kept: KeptBudgets | None = None


class Ledger:
    """The budgets that one commit changes: each is loaded once and changed at most once."""

    def __init__(
        self, loader: Loader, budgeting: Budgeting, carries: frozenset[Channel] = CHANNELS
    ) -> None:
        """Start without budgets."""
        self.loader = loader
        self._limits = budgeting.limits
        self._kept = budgeting.kept
        self._carries = carries
        self._before: dict[str, MessageBudget | None] = {}
        self._after: dict[str, MessageBudget] = {}

    def is_first(self, message: Message, now: datetime) -> bool:
        """Count the first message to an address without a carrier; return False for others.

        Most sign-ups need only this.
        """
        kept = self._kept_for(message)
        if kept is None or kept.find(inbox_of(message.to)) is not None:
            return False
        kept.put(inbox_of(message.to), MessageBudget(id="", times=(_counted(now),), ends_at=now))
        return True

    def take_turn(self, message: Message, now: datetime) -> datetime | None:
        """Return when a message may leave, None for never; one that leaves now is counted."""
        budget = self._budget(message, now)
        free = free_at(budget, self._limits, now)
        if message.when_spent == "drop" and (free > now or _is_waited_for(budget, now)):
            return None
        if free > now:
            until = max(free, budget.delayed_until or free)
            changed = self._changed(budget, budget.times, until)
        else:
            times = (*budget.times, _counted(now))
            changed = self._changed(budget, times, budget.delayed_until)
        kept = self._kept_for(message)
        if kept is None:
            self._after[budget.id] = changed
        else:
            kept.put(inbox_of(message.to), changed)
        return free

    def changes(self) -> tuple[Change[MessageBudget], ...]:
        """Return the changes of the stored budgets."""
        return tuple([_changed(self._before[name], after) for name, after in self._after.items()])

    def _kept_for(self, message: Message) -> KeptBudgets | None:
        return None if message.channel in self._carries else self._kept

    def _budget(self, message: Message, now: datetime) -> MessageBudget:
        kept = self._kept_for(message)
        if kept is not None:
            return kept.find(inbox_of(message.to)) or MessageBudget(id="", ends_at=now)
        name = budget_id(message.to)
        if name not in self._before:
            self._before[name] = self.loader.load(Get(MessageBudget, (name,)))
        return self._after.get(name) or self._before[name] or MessageBudget(id=name, ends_at=now)

    def _changed(
        self, budget: MessageBudget, times: tuple[datetime, ...], delayed_until: datetime | None
    ) -> MessageBudget:
        recent = tuple(sorted(times)[-self._limits.daily :])
        ends_at = max(delayed_until or recent[-1], recent[-1]) + DAY
        return msgspec.structs.replace(
            budget, times=recent, delayed_until=delayed_until, ends_at=ends_at
        )


def free_at(budget: MessageBudget, limits: BudgetLimits, now: datetime) -> datetime:
    """Return when one more message is within both limits: now, or later."""
    if not budget.times:
        return now
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
