"""What texts cost in a month, and when that is all that they may."""

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
TEXTS = "texts"


class SmsSpend(Record, frozen=True, kw_only=True):
    """What texts have cost in the month in which the last one left: their parts, and the money in its smallest unit."""

    kind_name: ClassVar[str] = "spend"
    key_fields: ClassVar[tuple[str, ...]] = ("id",)

    id: str = TEXTS
    month: str
    parts: int = 0
    amount: int = 0


def texts_stopped(spend: SmsSpend | None, rulebook: Rulebook, now: datetime) -> bool:
    """Say whether this month's texts have cost all that they may."""
    return (
        spend is not None
        and is_exhausted(spend, rulebook)
        and spend.month == month_of(now, rulebook)
    )


def is_kept_for_offers(spend: SmsSpend | None, rulebook: Rulebook, now: datetime) -> bool:
    """Say whether half of this month's money is spent: whoever fills in our form must not spend what offers need."""
    limit = rulebook.texts.limit
    if limit is None or spend is None or spend.month != month_of(now, rulebook):
        return False
    return HALF * (spend.amount + rulebook.texts.each.amount) > limit.amount


def is_exhausted(spend: SmsSpend, rulebook: Rulebook) -> bool:
    """Say whether one more text would cost too much, in the month that was counted last."""
    limit = rulebook.texts.limit
    return limit is not None and spend.amount + rulebook.texts.each.amount > limit.amount


def month_of(moment: datetime, rulebook: Rulebook) -> str:
    """Name the month of a moment where the business is."""
    return f"{wall_time(moment, rulebook.zone):%Y-%m}"


def is_new_month(
    spend: SmsSpend | None, rulebook: Rulebook, now: datetime
) -> tuple[Change[SmsSpend], ...]:
    """Let texts leave again when all that they might cost was spent in a month that is over."""
    if spend is None or not is_exhausted(spend, rulebook) or texts_stopped(spend, rulebook, now):
        return ()
    return (
        update(
            spend, *if_unchanged(spend, "month"), month=month_of(now, rulebook), parts=0, amount=0
        ),
    )


def add_cost(
    spend: SmsSpend | None, letter: str, rulebook: Rulebook, now: datetime
) -> Change[SmsSpend]:
    """Count the parts of a text that was sent; in a new month the count starts anew."""
    several = segment_count(msgspec.json.decode(letter, type=Letter).text) if letter else 1
    amount, month = several * rulebook.texts.each.amount, month_of(now, rulebook)
    if spend is None:
        return create(SmsSpend(month=month, parts=several, amount=amount))
    if spend.month != month:
        return update(
            spend, *if_unchanged(spend, "month"), month=month, parts=several, amount=amount
        )
    return update(spend, *if_unchanged(spend, "month"), adds={"parts": several, "amount": amount})


def last_text(
    before: SmsSpend | None, after: SmsSpend, rulebook: Rulebook, now: datetime
) -> dict[str, Any]:
    """Return what staff are told when a text was the last that this month may have; nothing if it was not."""
    if texts_stopped(before, rulebook, now) or not texts_stopped(after, rulebook, now):
        return {}
    return {"month": after.month, "limit": msgspec.to_builtins(rulebook.texts.limit)}


SPEND_NEEDS: Needs = {"spend": Get(SmsSpend, (TEXTS,))}
COUNTING_NEEDS: Needs = {**RULES_NEEDS, **SPEND_NEEDS}


def the_spend(_command: object, _found: Found) -> Needs:
    """Load what texts have cost this month."""
    return SPEND_NEEDS


def counting_texts(message: Any, _found: Found) -> Needs:  # noqa: ANN401 - a message that was sent
    """Load what is needed to count what a text cost."""
    return COUNTING_NEEDS if message.channel == "text" else {}
