"""Monthly cost of SMS, and the limit on it."""

from datetime import datetime
from typing import Any, ClassVar

import msgspec

from fullhouse.kernel.decisions import Change, create, if_unchanged, update
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs, Record
from fullhouse.kernel.sms import segment_count
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.shared.documents import RULES_NEEDS
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

STOPPED = "this month's texts have cost all that they may"
KEPT_FOR_OFFERS = "the rest of what this month's texts may cost is kept for offers"
HALF = 2
WARNING_PERCENT = 80
TEXTS = "texts"


class SmsSpend(Record, frozen=True, kw_only=True):
    """Cost of SMS in the month of the last one: their parts, and money in its smallest unit."""

    kind_name: ClassVar[str] = "spend"
    key_fields: ClassVar[tuple[str, ...]] = ("id",)

    id: str = TEXTS
    month: str
    parts: int = 0
    amount: int = 0


def texts_stopped(spend: SmsSpend | None, rulebook: Rulebook, now: datetime) -> bool:
    """Return True if this month's SMS budget is used up."""
    return (
        spend is not None
        and is_exhausted(spend, rulebook)
        and spend.month == month_of(now, rulebook)
    )


def is_kept_for_offers(spend: SmsSpend | None, rulebook: Rulebook, now: datetime) -> bool:
    """Return True if half of this month's budget is used up.

    The rest is kept for offers and for the customers of staff: what anyone can enter at the public
    pages must not use it.
    """
    limit = rulebook.texts.limit
    if limit is None or spend is None or spend.month != month_of(now, rulebook):
        return False
    return HALF * (spend.amount + rulebook.texts.each.amount) > limit.amount


def is_exhausted(spend: SmsSpend, rulebook: Rulebook) -> bool:
    """Return True if one more SMS would exceed the limit in the month counted last."""
    limit = rulebook.texts.limit
    return limit is not None and spend.amount + rulebook.texts.each.amount > limit.amount


def month_of(moment: datetime, rulebook: Rulebook) -> str:
    """Return the month of a moment in the business's zone, such as `2026-11`."""
    return f"{wall_time(moment, rulebook.zone):%Y-%m}"


def is_new_month(
    spend: SmsSpend | None, rulebook: Rulebook, now: datetime
) -> tuple[Change[SmsSpend], ...]:
    """Reset the spend if the budget was used up in a month that is over."""
    if spend is None or not is_exhausted(spend, rulebook) or texts_stopped(spend, rulebook, now):
        return ()
    return (
        update(
            spend, *if_unchanged(spend, "month"), month=month_of(now, rulebook), parts=0, amount=0
        ),
    )


def add_cost(
    spend: SmsSpend | None, to: str, letter: str, rulebook: Rulebook, now: datetime
) -> Change[SmsSpend]:
    """Count the parts of an SMS that was sent to a number; a new month starts at zero."""
    parts = 1
    if letter:
        parts = segment_count(msgspec.json.decode(letter, type=Letter).text)
    amount = parts * rulebook.texts.price_to(to).amount
    month = month_of(now, rulebook)
    if spend is None:
        return create(SmsSpend(month=month, parts=parts, amount=amount))
    same_month = if_unchanged(spend, "month")
    if spend.month != month:
        return update(spend, *same_month, month=month, parts=parts, amount=amount)
    return update(spend, *same_month, adds={"parts": parts, "amount": amount})


def is_nearly_spent(spend: SmsSpend | None, rulebook: Rulebook, now: datetime) -> bool:
    """Return True if four fifths of this month's SMS budget are used up."""
    limit = rulebook.texts.limit
    if limit is None or spend is None or spend.month != month_of(now, rulebook):
        return False
    return 100 * spend.amount >= WARNING_PERCENT * limit.amount


class BudgetNote(msgspec.Struct, frozen=True):
    """A note to staff about the month's limit; the same `occasion` is told once."""

    kind: str
    occasion: str
    facts: dict[str, Any]


def budget_note(
    before: SmsSpend | None,
    after: SmsSpend | None,
    rulebook: Rulebook,
    now: datetime,
    *,
    old_rules: Rulebook | None = None,
) -> BudgetNote | None:
    """Return the note that an SMS or new rules lead to, if any: once per month and limit.

    Staff are told when half of the budget is used up, nearly all, and all of it. With `old_rules`
    the limit may be another one now.
    """
    limit, earlier = rulebook.texts.limit, old_rules or rulebook
    if limit is None or after is None:
        return None
    for kind, holds in (
        ("text_limit", texts_stopped),
        ("text_warning", is_nearly_spent),
        ("text_half", is_kept_for_offers),
    ):
        if holds(after, rulebook, now):
            if holds(before, earlier, now):
                return None
            facts = {"month": after.month, "limit": msgspec.to_builtins(limit)}
            return BudgetNote(kind, f"{after.month}:{limit.amount}", facts)
    return None


SPEND_NEEDS: Needs = {"spend": Get(SmsSpend, (TEXTS,))}
COUNTING_NEEDS: Needs = {**RULES_NEEDS, **SPEND_NEEDS}


def the_spend(_command: object, _found: Found) -> Needs:
    """Load this month's cost of SMS."""
    return SPEND_NEEDS


def counting_texts(message: Any, _found: Found) -> Needs:  # noqa: ANN401 - a message that was sent
    """Load what counting the cost of an SMS needs."""
    return COUNTING_NEEDS if message.channel == "text" else {}
