"""Today at the front desk: the day's picture, who is asked just now, what was handed back, and a slot to free."""

from collections.abc import Mapping
from datetime import date, timedelta

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.forms.timestamps import read_date
from fullhouse.inbound.questions.queries import with_names
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.shared.rulebook.model import Money, Rulebook, normalized_name
from fullhouse.products.frontdesk.waitlist.housekeeping import month_of
from fullhouse.products.frontdesk.waitlist.model import LineCounts
from fullhouse.products.frontdesk.waitlist.questions import EXAMPLES
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.auth import require_session
from fullhouse.web.desk.frontdesk.waitlist import day_view as days
from fullhouse.web.desk.frontdesk.waitlist import layout
from fullhouse.web.graphics import day_chart as look


@require_session
async def today(request: Request) -> Response:
    """Show today, or another day."""
    return show(request, day_asked(request, request.query_params.get("day", "")))


def day_asked(request: Request, text: str) -> date:
    """Read a day from an address; anything else is today."""
    engine = dependencies(request).engine
    try:
        return read_date(text, "day")
    except Invalid:
        return wall_time(engine.now(), layout.book_of(engine).zone).date()


def show(
    request: Request,
    day: date,
    typed: Mapping[str, str] | None = None,
    problems: Mapping[str, str] | None = None,
    status: int = 200,
) -> Response:
    """Show a day, with the form as it was typed if something is wrong with it."""
    engine = dependencies(request).engine
    book = layout.book_of(engine)
    if not book.services:
        return layout.page(request, "begin.html", {})
    names = days.Names(engine)
    slots = [days.shown(engine, one, names) for one in days.slots_of(engine, book, day)]
    shown = {
        "day": day,
        "is_today": day == wall_time(engine.now(), book.zone).date(),
        "before": day - timedelta(days=1),
        "behind": day + timedelta(days=1),
        "slots": slots,
        "by_kind": {kind: [one for one in slots if one.kind == kind] for kind in look.SAID},
        "picture": days.picture(engine, slots, book, day),
        "brought": brought_in(slots),
        "waiting": waiting(engine, book),
        "fields": typed or blank(engine, book, day),
        "problems": problems or {},
        "examples": with_names(EXAMPLES, book),
        "live": layout.LIVE,
        "version": layout.version(engine),
    }
    return layout.page(request, "today.html", shown, status)


def blank(engine: Engine, book: Rulebook, day: date) -> dict[str, str]:
    """Begin the form with the next full hour."""
    there = wall_time(engine.now(), book.zone)
    hour = (
        (there + timedelta(hours=1)).replace(minute=0)
        if there.date() == day
        else there.replace(hour=9, minute=0)
    )
    at = hour.replace(year=day.year, month=day.month, day=day.day) if there.date() != day else hour
    service = book.services[0].name if len(book.services) == 1 else ""
    return {
        "starts_at": f"{at:%Y-%m-%dT%H:%M}",
        "party_capacity": "1",
        "reason": "cancelled",
        "service": service,
    }


def brought_in(slots: list[days.SlotView]) -> list[Money]:
    """Add up what the filled slots bring in."""
    return [
        Money(amount, one)
        for one, amount in month_of(tuple(one.slot for one in slots)).money.items()
    ]


def waiting(engine: Engine, book: Rulebook) -> list[tuple[str, int]]:
    """Say how many wait for each service: in the order of the rules, then for what is not offered any more."""
    counts = {one.id: one.waiting for one in engine.load(LineCounts())}
    known = [(one.name, counts.pop(normalized_name(one.name), 0)) for one in book.services]
    return known + [(name, number) for name, number in sorted(counts.items()) if number]


ROUTES = [Route(layout.HOME, today), Route(layout.LIVE, layout.follow)]
