"""The budget of one address: how many messages it gets that others triggered.

A message counts when it leaves: when it is leased, or in the commit that keeps it where there is
no carrier. The count is part of that commit, so it holds whoever else sends to the address.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from fullhouse.engine.budget_record import (
    MessageBudget,
    budget_id,
    changed,
    counted_as,
    counted_at,
)
from fullhouse.engine.combined_mail import (
    CombinedTurns,
    Loader,
    has_waited,
    may_join,
    next_turn,
    turn_given_back,
)
from fullhouse.engine.known_addresses import KnownAddresses, admit, is_proven, prove, the_known
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
from fullhouse.kernel.decisions import Change, Decision
from fullhouse.kernel.inboxes import has_plus
from fullhouse.kernel.messages import (
    CHANNELS,
    CarrierDown,
    Channel,
    Message,
    Refused,
    WhenSpent,
)
from fullhouse.kernel.records import Get

T = TypeVar("T")
Decide = Callable[[Command], Decision]
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
# Answers wait this long for a delayed message to leave, so that they do not take its turn.
DELAYED_FIRST = timedelta(minutes=10)
MOST_KEPT = 10_000
# So much news a day reaches the addresses of an inbox that nobody has proven, whatever the rest of
# its budget; the last of it is for the address without a plus.
MOST_NEWS = 20
MOST_NEWS_WITH_PLUS = 16
# An offer may wait for this share of the time in which it can be claimed.
LONGEST_SHARE = 4
# What counts against a budget. News does where its address gets none at once.
COUNTED = frozenset({"delay", "drop", "own", "combined"})
SPENT = "others asked for too many messages to this address"


class BudgetLimits(msgspec.Struct, frozen=True):
    """How many messages that others triggered an address may get in an hour, and in a day."""

    hourly: int = 5
    daily: int = 20


class Turn(msgspec.Struct, frozen=True):
    """When a message may leave, None for never; and if it leads a combined email."""

    leaves_at: datetime | None
    is_combined: bool = False


def _is_own_answer(message: Message) -> bool:
    return message.when_spent == "own"


def within_budget(
    ledger: "Ledger", decision: Decision, invocation: Invocation, now: datetime, decide: Decide
) -> Decision:
    """Return the decision with only those messages leaving now that their addresses may get.

    `decide` returns what another command would decide.
    """
    command = invocation.command
    if decision.messages:
        decision = _keep_within(ledger, decision, now)
    if isinstance(command, LeaseMessage) and decision.answer is not None:
        if command.joins:
            return _join(ledger, decision, command.joins, now)
        return _lease_within(ledger, decision, command, now, decide)
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


def _lease_within(
    ledger: "Ledger", decision: Decision, command: LeaseMessage, now: datetime, decide: Decide
) -> Decision:
    """Let a message leave that does not count; count, delay or drop the others."""
    message: Message = decision.answer
    noted = _known_at_once(ledger, message, now)
    if noted is not None:
        return _with(decision, (*noted, *ledger.changes()))
    turn = ledger.take_turn(message, now)
    changes = ledger.changes()
    if turn.leaves_at == now:
        decision = _counted_lease(decision, is_combined=turn.is_combined)
        return _with(decision, (*changes, *_proved_by_mail(ledger.loader, message, now)))
    leased = decision.moves[0]
    if turn.leaves_at is None:
        return Decision(None, moves=(drop_lease(leased, SPENT, now), *changes))
    if _is_too_late(message, turn.leaves_at):
        passed_over = decide(replace(command, passes_over=SPENT))
        if not passed_over.is_empty:
            return passed_over
    return Decision(None, moves=(delay_lease(leased, turn.leaves_at), *changes))


def _is_too_late(message: Message, leaves_at: datetime) -> bool:
    """Return True if news that can be of use only for some time would wait for much of that."""
    if message.when_spent != "news" or message.use_by is None:
        return False
    longest = (message.use_by - message.queued_at) / LONGEST_SHARE
    return leaves_at - message.queued_at > longest


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


def _join(ledger: "Ledger", decision: Decision, lead_id: str, now: datetime) -> Decision:
    """Let a message leave in the email that another one leads, or wait for its own turn."""
    message: Message = decision.answer
    if not may_join(ledger.loader.load(Get(Message, (lead_id,))), message, now):
        return Decision(None)
    if message.when_spent == "news" and _known_at_once(ledger, message, now) is not None:
        return Decision(None)
    return _counted_lease(decision, is_combined=True)


def _known_at_once(
    ledger: "Ledger", message: Message, now: datetime
) -> tuple[Change[KnownAddresses], ...] | None:
    """Return what to note of the address of a message that does not count; None if it counts."""
    if not message.when_spent:
        return ()
    if message.when_spent == "proof":
        return prove(ledger.loader.load(the_known(message)), message, now)
    if message.when_spent != "news":
        return None
    known = ledger.loader.load(the_known(message))
    noted = admit(known, message, now)
    if noted is None or is_proven(known, message) or ledger.take_news(message, now):
        return noted
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
    if before is None or before.lease_ends_at is None or not _is_counted(ledger.loader, before):
        return decision
    name = budget_id(before.to, own=_is_own_answer(before))
    budget = ledger.loader.load(Get(MessageBudget, (name,)))
    counted = counted_at(before.lease_ends_at - LEASE)
    product = ledger.product_of(before)
    if budget is None or (after := _without(budget, before, counted, product)) == budget:
        return decision
    return replace(decision, moves=(*decision.moves, changed(budget, after)))


def _is_counted(loader: Loader, message: Message) -> bool:
    if message.when_spent == "news":
        return not is_proven(loader.load(the_known(message)), message)
    return message.when_spent in COUNTED


def _without(
    budget: MessageBudget, message: Message, counted: datetime, product: str
) -> MessageBudget:
    """Return a budget without a message that was counted at this time."""
    if message.when_spent == "combined":
        return replace(budget, turns=turn_given_back(budget.turns, message, product))
    if message.when_spent == "news":
        return replace(budget, news=_without_one(budget.news, counted))
    return replace(budget, times=_without_one(budget.times, counted))


def _without_one(times: tuple[datetime, ...], counted: datetime) -> tuple[datetime, ...]:
    if counted not in times:
        return times
    at = times.index(counted)
    return times[:at] + times[at + 1 :]


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
            return MessageBudget(id="", times=(counted_at(found),), ends_at=found)
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
        may_wait = message.when_spent in ("delay", "news")
        if not may_wait and (free > now or _is_waited_for(budget, now)):
            return Turn(None)
        if free > now:
            until = max(free, budget.delayed_until or free)
            self._put(message, replace(budget, delayed_until=until))
        else:
            self._put(message, replace(budget, times=(*budget.times, counted_at(now))))
        return Turn(free)

    def take_news(self, message: Message, now: datetime) -> bool:
        """Count news to an address that nobody has proven; return False if it had enough today."""
        budget = self._budget(message, now)
        recent = [time for time in budget.news if time > now - DAY]
        most = MOST_NEWS_WITH_PLUS if has_plus(message.to) else MOST_NEWS
        if len(recent) >= most:
            return False
        self._put(message, replace(budget, news=(*recent, counted_at(now))))
        return True

    def _take_mail_turn(
        self, budget: MessageBudget, message: Message, free: datetime, now: datetime
    ) -> Turn:
        """Let a mail leave by itself within the budget, and beyond it in the next email.

        What waits already leaves together, also where there is room again.
        """
        product = self.product_of(message)
        may_wait = free > now or bool(budget.turns.waiting)
        proven = may_wait and self._is_proven(message)
        turns, until = next_turn(budget.turns, message, now, product, is_proven=proven)
        waits = until is None and has_waited(budget.turns, message, product)
        if free <= now and not waits and not self._is_taken_along(turns, message, now):
            self._put(message, replace(budget, times=(*budget.times, counted_at(now))))
            return Turn(now)
        self._put(message, replace(budget, turns=turns))
        return Turn(until or now, is_combined=until is None)

    def _is_proven(self, message: Message) -> bool:
        return is_proven(self.loader.load(the_known(message)), message)

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
        used = (*times, *budget.news, budget.delayed_until, budget.turns.sent_at)
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
        return tuple([changed(self._before[name], after) for name, after in self._after.items()])

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
    return counted_as(message.to, own=_is_own_answer(message))


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
