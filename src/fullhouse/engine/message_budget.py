"""The budget of one address: how many messages it gets that others triggered.

A message counts when it leaves: when it is leased, or in the commit that keeps it where there is
no carrier. The count is part of that commit, so it holds whoever else sends to the address.
"""

import hashlib
from datetime import datetime, timedelta
from typing import Any, ClassVar, TypeVar

import msgspec
from msgspec.structs import replace

from fullhouse.engine.combined_mail import (
    CombinedTurns,
    Loader,
    has_waited,
    may_join,
    next_turn,
    turn_given_back,
)
from fullhouse.engine.known_addresses import KnownAddresses, admit, prove, the_known
from fullhouse.engine.latest_entries import LatestEntries
from fullhouse.engine.ports import Invocation
from fullhouse.engine.relay import (
    LEASE,
    LeaseMessage,
    RecordSendResult,
    count_lease,
    delay_lease,
    drop_lease,
)
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Change, Decision, create, if_unchanged, update
from fullhouse.kernel.inboxes import inbox_of
from fullhouse.kernel.messages import (
    CHANNELS,
    CarrierDown,
    Channel,
    Message,
    Refused,
    WhenSpent,
)
from fullhouse.kernel.product import Found, Rule
from fullhouse.kernel.records import Get, Needs, Record

T = TypeVar("T")
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
SECOND = timedelta(seconds=1)
# Answers wait this long for a delayed message to leave, so that they do not take its turn.
DELAYED_FIRST = timedelta(minutes=10)
MOST_KEPT = 10_000
# What counts against a budget. News does where its address gets none at once.
COUNTED = frozenset({"delay", "drop", "own", "combined"})
SPENT = "others asked for too many messages to this address"


class BudgetLimits(msgspec.Struct, frozen=True):
    """How many messages that others triggered an address may get in an hour, and in a day."""

    hourly: int = 5
    daily: int = 20


class MessageBudget(Record, frozen=True, kw_only=True):
    """When the last counted messages to one address left, oldest first; never audited.

    `delayed_until` is when the last delayed text may leave. `turns` are for the emails that
    combine what is beyond the budget. The record is of no use any more after `ends_at`.
    """

    kind_name: ClassVar[str] = "message_budget"

    id: str
    times: tuple[datetime, ...] = ()
    delayed_until: datetime | None = None
    turns: CombinedTurns = CombinedTurns()
    ends_at: datetime
    rev: int = 0


class EraseMessageBudget(Command, frozen=True, kw_only=True, tag="EraseMessageBudget"):
    """Forget when messages to an address left."""

    budget_id: str


class Turn(msgspec.Struct, frozen=True):
    """When a message may leave, None for never; and if it leads a combined email."""

    leaves_at: datetime | None
    is_combined: bool = False


def budget_id(address: str, *, own: bool = False) -> str:
    """Return the id of an inbox's budget: a digest, so that the address is not stored again.

    Answers to the mails that prove to be a person's own have a budget apart.
    """
    return hashlib.sha256(_counted_as(address, own=own).encode()).hexdigest()[:32]


def _counted_as(address: str, *, own: bool) -> str:
    return f"own {inbox_of(address)}" if own else inbox_of(address)


def _is_own_answer(message: Message) -> bool:
    return message.when_spent == "own"


def within_budget(
    ledger: "Ledger", decision: Decision, invocation: Invocation, now: datetime
) -> Decision:
    """Return the decision with only those messages leaving now that their addresses may get."""
    command = invocation.command
    if decision.messages:
        decision = _keep_within(ledger, decision, now)
    if isinstance(command, LeaseMessage) and decision.answer is not None:
        if command.joins:
            return _join(ledger.loader, decision, command.joins, now)
        return _lease_within(ledger, decision, now)
    if isinstance(command, RecordSendResult) and isinstance(command.outcome, Refused | CarrierDown):
        return _give_back(ledger, decision)
    return decision


def _keep_within(ledger: "Ledger", decision: Decision, now: datetime) -> Decision:
    """Count messages that are kept at once; delay or drop those beyond the budget."""
    messages = [_kept(ledger, now, message) for message in decision.messages]
    changes = ledger.changes()
    if not changes and messages == list(decision.messages):
        return decision
    leaving = tuple([message for message in messages if message])
    return _with(replace(decision, messages=leaving), changes)


def _kept(ledger: "Ledger", now: datetime, message: Message) -> Message | None:
    """Return a message as it is written: kept, or queued if it is delayed; None if dropped."""
    if message.when_spent not in COUNTED or message.status != "kept":
        return message
    if ledger.is_first(message, now):
        return message
    if ledger.loader.load(Get(Message, message.key)) is not None:
        return message  # stored already, so it is not written again
    turn = ledger.take_turn(message, now)
    if turn.leaves_at == now:
        return replace(message, when_spent="combined") if turn.is_combined else message
    if turn.leaves_at is None:
        return None
    return replace(message, status="queued", not_before=turn.leaves_at)


def _lease_within(ledger: "Ledger", decision: Decision, now: datetime) -> Decision:
    """Let a message leave that does not count; count, delay or drop the others."""
    message: Message = decision.answer
    noted = _known_at_once(ledger.loader, message, now)
    if noted is not None:
        return _with(decision, noted)
    turn = ledger.take_turn(message, now)
    changes = ledger.changes()
    if turn.leaves_at == now:
        decision = _counted_lease(decision, is_combined=turn.is_combined)
        return _with(decision, (*changes, *_proved_by_mail(ledger.loader, message, now)))
    leased = decision.moves[0]
    if turn.leaves_at is None:
        return Decision(None, moves=(drop_lease(leased, SPENT, now), *changes))
    return Decision(None, moves=(delay_lease(leased, turn.leaves_at), *changes))


def _counted_lease(decision: Decision, *, is_combined: bool) -> Decision:
    """Return a lease that notes if its message leaves in a combined email."""
    leased = decision.moves[0]
    counts: WhenSpent = leased.after.when_spent
    if is_combined:
        counts = "combined"
    elif counts in ("news", "combined"):
        counts = "delay"
    if counts == leased.after.when_spent:
        return decision
    leased = count_lease(leased, counts)
    return replace(decision, answer=leased.after, moves=(leased, *decision.moves[1:]))


def _join(loader: Loader, decision: Decision, lead_id: str, now: datetime) -> Decision:
    """Let a message leave in the email that another one leads, or wait for its own turn."""
    message: Message = decision.answer
    if not may_join(loader.load(Get(Message, (lead_id,))), message, now):
        return Decision(None)
    if message.when_spent == "news" and _known_at_once(loader, message, now) is not None:
        return Decision(None)
    return _counted_lease(decision, is_combined=True)


def _known_at_once(
    loader: Loader, message: Message, now: datetime
) -> tuple[Change[KnownAddresses], ...] | None:
    """Return what to note of the address of a message that does not count; None if it counts."""
    if not message.when_spent:
        return ()
    if message.when_spent == "proof":
        return prove(loader.load(the_known(message)), message, now)
    if message.when_spent == "news":
        return admit(loader.load(the_known(message)), message, now)
    return None


def _proved_by_mail(
    loader: Loader, message: Message, now: datetime
) -> tuple[Change[KnownAddresses], ...]:
    """Return what to note of the address of someone whose own mail a message answers."""
    if not _is_own_answer(message):
        return ()
    return prove(loader.load(the_known(message)), message, now)


def _with(decision: Decision, changes: tuple[Change[Any], ...]) -> Decision:
    return replace(decision, moves=(*decision.moves, *changes))


def _give_back(ledger: "Ledger", decision: Decision) -> Decision:
    """Do not count a message that its carrier did not take."""
    before = next((move.before for move in decision.moves if move.kind is Message), None)
    if before is None or before.when_spent not in COUNTED or before.lease_ends_at is None:
        return decision
    name = budget_id(before.to, own=_is_own_answer(before))
    budget = ledger.loader.load(Get(MessageBudget, (name,)))
    counted = _counted(before.lease_ends_at - LEASE)
    product = ledger.product_of(before)
    if budget is None or (after := _without(budget, before, counted, product)) == budget:
        return decision
    return replace(decision, moves=(*decision.moves, _changed(budget, after)))


def _without(
    budget: MessageBudget, message: Message, counted: datetime, product: str
) -> MessageBudget:
    """Return a budget without a message that was counted at this time."""
    if message.when_spent == "combined":
        return replace(budget, turns=turn_given_back(budget.turns, message, product))
    if counted not in budget.times:
        return budget
    at = budget.times.index(counted)
    return replace(budget, times=budget.times[:at] + budget.times[at + 1 :])


def _erase(found: dict[str, Any], _command: EraseMessageBudget, now: datetime) -> Decision:
    budget: MessageBudget | None = found["budget"]
    if budget is None:
        return Decision(None)
    sets: dict[str, Any] = {
        "times": (),
        "delayed_until": None,
        "turns": CombinedTurns(),
        "ends_at": now,
    }
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
        # Most inboxes get one message, and of those only its time is kept.
        self._budgets = LatestEntries[MessageBudget | datetime](MOST_KEPT)

    def find(self, inbox: str) -> MessageBudget | None:
        """Return the budget of an inbox."""
        found = self._budgets.get(inbox)
        if isinstance(found, datetime):
            return MessageBudget(id="", times=(_counted(found),), ends_at=found)
        return found

    def put(self, inbox: str, budget: MessageBudget) -> None:
        """Store the budget of an inbox; the oldest make room."""
        self._budgets.put(inbox, budget)

    def is_first(self, inbox: str, now: datetime) -> bool:
        """Count the first message to an inbox; return False for others."""
        if self._budgets.get(inbox) is not None:
            return False
        self._budgets.put(inbox, now)
        return True


class Budgeting(msgspec.Struct, frozen=True):
    """The limits, and where budgets of channels without a carrier are, if not in the store.

    With `by_product` each combined email is for one product.
    """

    limits: BudgetLimits = BudgetLimits()
    kept: KeptBudgets | None = None
    by_product: bool = False

    def product_of(self, message: Message) -> str:
        """Return the product that a message waits with; empty if all wait together."""
        return message.product if self.by_product else ""


class Ledger:
    """The budgets that one commit changes: each is loaded once and changed at most once."""

    def __init__(
        self, loader: Loader, budgeting: Budgeting, carries: frozenset[Channel] = CHANNELS
    ) -> None:
        """Start without budgets."""
        self.loader = loader
        self._limits = budgeting.limits
        self._kept = budgeting.kept
        self.product_of = budgeting.product_of
        self._carries = carries
        self._before: dict[str, MessageBudget | None] = {}
        self._after: dict[str, MessageBudget] = {}

    def is_first(self, message: Message, now: datetime) -> bool:
        """Count the first message to an address without a carrier; return False for others.

        Most sign-ups need only this.
        """
        kept = self._kept_for(message)
        return kept is not None and kept.is_first(_inbox(message), now)

    def take_turn(self, message: Message, now: datetime) -> Turn:
        """Return when a message may leave; one that leaves now is counted."""
        budget = self._budget(message, now)
        free = free_at(budget, _limits_for(message, self._limits), now)
        if message.channel == "mail" and not _is_own_answer(message):
            return self._take_mail_turn(budget, message, free, now)
        if message.when_spent != "delay" and (free > now or _is_waited_for(budget, now)):
            return Turn(None)
        if free > now:
            until = max(free, budget.delayed_until or free)
            self._put(message, replace(budget, delayed_until=until))
        else:
            self._put(message, replace(budget, times=(*budget.times, _counted(now))))
        return Turn(free)

    def _take_mail_turn(
        self, budget: MessageBudget, message: Message, free: datetime, now: datetime
    ) -> Turn:
        """Let a mail leave by itself within the budget, and beyond it in the next email.

        What waits already leaves together, also where there is room again.
        """
        product = self.product_of(message)
        turns, until = next_turn(budget.turns, message, now, product)
        waits = until is None and has_waited(budget.turns, message, product)
        if free <= now and not waits and not self._is_taken_along(turns, message, now):
            self._put(message, replace(budget, times=(*budget.times, _counted(now))))
            return Turn(now)
        self._put(message, replace(budget, turns=turns))
        return Turn(until or now, is_combined=until is None)

    def _is_taken_along(self, turns: CombinedTurns, message: Message, now: datetime) -> bool:
        """Return True if a message has waited, and another is leading the email that it is for.

        On AWS both ask at the same moment, and the function of the other one takes this along.
        """
        if message.id not in [noted.id for noted in turns.joins]:
            return False
        return may_join(self.loader.load(Get(Message, (turns.lead,))), message, now)

    def _put(self, message: Message, budget: MessageBudget) -> None:
        """Note a changed budget: to be committed, or in memory without a carrier."""
        times = tuple(sorted(budget.times)[-self._limits.daily :])
        used = (*times, budget.delayed_until, budget.turns.sent_at)
        ends_at = max(time for time in used if time is not None) + DAY
        changed = replace(budget, times=times, ends_at=ends_at)
        kept = self._kept_for(message)
        if kept is None:
            self._after[budget.id] = changed
        else:
            kept.put(_inbox(message), changed)

    def changes(self) -> tuple[Change[MessageBudget], ...]:
        """Return the changes of the stored budgets."""
        if not self._after:
            return ()
        return tuple([_changed(self._before[name], after) for name, after in self._after.items()])

    def _kept_for(self, message: Message) -> KeptBudgets | None:
        return None if message.channel in self._carries else self._kept

    def _budget(self, message: Message, now: datetime) -> MessageBudget:
        kept = self._kept_for(message)
        if kept is not None:
            return kept.find(_inbox(message)) or MessageBudget(id="", ends_at=now)
        name = budget_id(message.to, own=_is_own_answer(message))
        if name not in self._before:
            self._before[name] = self.loader.load(Get(MessageBudget, (name,)))
        return self._after.get(name) or self._before[name] or MessageBudget(id=name, ends_at=now)


def _limits_for(message: Message, limits: BudgetLimits) -> BudgetLimits:
    """Return the limits for a message: own answers and the message before them are within both."""
    if not _is_own_answer(message):
        return limits
    return BudgetLimits(max(1, limits.hourly - 1), max(1, limits.daily - 1))


def _inbox(message: Message) -> str:
    """Return the inbox whose budget in memory counts a message."""
    return _counted_as(message.to, own=_is_own_answer(message))


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
        turns=after.turns,
        ends_at=after.ends_at,
        rev=before.rev + 1,
    )
