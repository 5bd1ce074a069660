"""The record of the budget of one inbox."""

import hashlib
from datetime import datetime, timedelta
from typing import Any, ClassVar

from fullhouse.engine.combined_mail import CombinedTurns
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Change, Decision, create, if_unchanged, update
from fullhouse.kernel.inboxes import inbox_of
from fullhouse.kernel.product import Found, Rule
from fullhouse.kernel.records import Get, Needs, Record

SECOND = timedelta(seconds=1)


class MessageBudget(Record, frozen=True, kw_only=True):
    """When the last counted messages to one address left, oldest first; never audited.

    `delayed_until` is when the last delayed text may leave. `turns` are for the emails that
    combine what is beyond the budget. `news` is when news that did not count left to addresses that
    nobody has proven. The record is of no use any more after `ends_at`.
    """

    kind_name: ClassVar[str] = "message_budget"

    id: str
    times: tuple[datetime, ...] = ()
    delayed_until: datetime | None = None
    turns: CombinedTurns = CombinedTurns()
    news: tuple[datetime, ...] = ()
    ends_at: datetime
    rev: int = 0


class EraseMessageBudget(Command, frozen=True, kw_only=True, tag="EraseMessageBudget"):
    """Forget when messages to an address left."""

    budget_id: str


def budget_id(address: str, *, own: bool = False) -> str:
    """Return the id of an inbox's budget: a digest, so that the address is not stored again.

    Answers to the mails that prove to be a person's own have a budget apart.
    """
    return hashlib.sha256(counted_as(address, own=own).encode()).hexdigest()[:32]


def counted_as(address: str, *, own: bool) -> str:
    """Return the name under which an inbox's budget counts."""
    return f"own {inbox_of(address)}" if own else inbox_of(address)


def counted_at(moment: datetime) -> datetime:
    """Return the time under which a message counts: the next whole second.

    Stores round times to milliseconds, and a delayed message must not be due too early.
    """
    return moment.replace(microsecond=0) + SECOND


def changed(before: MessageBudget | None, after: MessageBudget) -> Change[MessageBudget]:
    """Return the change from one state of a budget to another."""
    if before is None:
        return create(after)
    return update(
        before,
        *if_unchanged(before, "rev"),
        times=after.times,
        delayed_until=after.delayed_until,
        turns=after.turns,
        news=after.news,
        ends_at=after.ends_at,
        rev=before.rev + 1,
    )


def _erase(found: dict[str, Any], _command: EraseMessageBudget, now: datetime) -> Decision:
    budget: MessageBudget | None = found["budget"]
    if budget is None:
        return Decision(None)
    sets: dict[str, Any] = {
        "times": (),
        "delayed_until": None,
        "turns": CombinedTurns(),
        "news": (),
        "ends_at": now,
    }
    erased = update(budget, *if_unchanged(budget, "rev"), **sets, rev=budget.rev + 1)
    return Decision(None, moves=(erased,))


def _erase_needs(command: EraseMessageBudget, found: Found) -> Needs:
    return {} if found else {"budget": Get(MessageBudget, (command.budget_id,))}


BUDGET_RULES: dict[type[Command], Rule] = {EraseMessageBudget: Rule(_erase_needs, _erase)}
