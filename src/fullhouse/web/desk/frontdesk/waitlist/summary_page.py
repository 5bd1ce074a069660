"""Monthly figures: slots freed and filled, how fast, the money they bring, and SMS costs."""

from datetime import date, datetime, timedelta
from weakref import WeakKeyDictionary

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.kernel.localized_dates import say_month
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import wall_time
from fullhouse.locale import cldr
from fullhouse.locale.current import current_language
from fullhouse.locale.numbers import format_minutes
from fullhouse.products.frontdesk.refill.summaries import month_with_bookings
from fullhouse.products.frontdesk.shared.rulebook.model import Money, Rulebook
from fullhouse.products.frontdesk.shared.sms_budget import TEXTS, SmsSpend, is_nearly_spent
from fullhouse.products.frontdesk.waitlist.housekeeping import Month, span_of
from fullhouse.products.frontdesk.waitlist.model import FreedBetween, Slot
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.auth import require_session
from fullhouse.web.desk.frontdesk.waitlist import layout
from fullhouse.web.desk.frontdesk.waitlist.day_view import load_bookings
from fullhouse.web.graphics import bar_charts as look

MOST_MONTHS = 12
PAGE = 1000
# A decision made in a month may be committed a little after its end.
A_LITTLE = timedelta(hours=1)
A_DAY = timedelta(days=1)
Over = dict[tuple[datetime, datetime], Month]
_over: WeakKeyDictionary[Engine, Over] = WeakKeyDictionary()


class MonthSummary(msgspec.Struct, frozen=True):
    """A month with its name and its sums."""

    name: str
    first: date
    month: Month
    money: tuple[Money, ...]


class SmsCost(msgspec.Struct, frozen=True):
    """The cost of this month's SMS, and its limit."""

    parts: int
    cost: Money
    limit: Money | None
    stopped: bool


@require_session
async def summary(request: Request) -> Response:
    """Show the months so far, the newest first."""
    engine = dependencies(request).engine
    book = layout.book_of(engine)
    months = months_of(engine, book)
    shown = {"months": months, "texts": texts_of(engine, book), "chart": _chart(months)}
    return layout.page(
        request, "summary.html", {**shown, "look": look, "say_minutes": format_minutes}
    )


def _chart(months: list[MonthSummary]) -> tuple[look.MonthBar, ...]:
    short = cldr()[current_language()]["short_months"]
    return tuple(
        look.MonthBar(
            short[summary.first.month - 1],
            summary.name,
            summary.month.freed,
            summary.month.filled,
        )
        for summary in reversed(months)
    )


def months_of(engine: Engine, book: Rulebook) -> list[MonthSummary]:
    """Return the figures of this month and those before it, back to the first freed slot."""
    first = wall_time(engine.now(), book.zone).date().replace(day=1)
    found = []
    for _ in range(MOST_MONTHS):
        month = _month(engine, *span_of(f"{first:%Y-%m}", book.zone))
        money = tuple(Money(amount, currency) for currency, amount in month.money.items())
        name = say_month(f"{first:%Y-%m}", current_language())
        found.append(MonthSummary(name, first, month, money))
        first = (first - timedelta(days=1)).replace(day=1)
    while len(found) > 1 and not found[-1].month.freed:
        found.pop()
    return found


def _month(engine: Engine, since: datetime, until: datetime) -> Month:
    """Return the figures of a month; those that cannot change any more are cached."""
    known = _over.setdefault(engine, {})
    if (since, until) in known:
        return known[since, until]
    slots = _slots(engine, since, until)
    month = month_with_bookings(slots, load_bookings(engine, slots))
    if until + A_LITTLE <= engine.now() and all(_is_settled(slot, engine.now()) for slot in slots):
        known[since, until] = month
    return month


def _is_settled(slot: Slot, now: datetime) -> bool:
    """Return True if a slot will not count otherwise for the month in which it was freed.

    An open slot may still be filled, and a claimed one given up.
    """
    if slot.status == "booked":
        return slot.ends_at + A_DAY <= now
    return slot.status != "open"


def _slots(engine: Engine, since: datetime, until: datetime) -> tuple[Slot, ...]:
    slots: list[Slot] = []
    while page := engine.load(FreedBetween(since, until, slots[-1].id if slots else "", PAGE)):
        slots.extend(page)
        since = page[-1].freed_at
        if len(page) < PAGE:
            break
    return tuple(slots)


def texts_of(engine: Engine, book: Rulebook) -> SmsCost:
    """Return the cost of this month's SMS."""
    spend = engine.load(Get(SmsSpend, (TEXTS,)))
    each, limit = book.texts.each, book.texts.limit
    if spend is None or spend.month != f"{wall_time(engine.now(), book.zone):%Y-%m}":
        return SmsCost(0, Money(0, each.currency), limit, stopped=False)
    stopped = limit is not None and spend.amount + each.amount > limit.amount
    return SmsCost(spend.parts, Money(spend.amount, each.currency), limit, stopped)


def texts_nearly_spent(engine: Engine, book: Rulebook) -> SmsCost | None:
    """Return the cost of this month's SMS if it is near the limit; else None."""
    spend = engine.load(Get(SmsSpend, (TEXTS,)))
    return texts_of(engine, book) if is_nearly_spent(spend, book, engine.now()) else None


ROUTES = [Route(f"{layout.HOME}/summary", summary)]
