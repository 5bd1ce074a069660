"""A day of the waitlist: its chart, live offers, slots handed back, and a form to free a slot."""

from collections.abc import Mapping
from datetime import date, timedelta

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.forms.timestamps import read_date
from fullhouse.inbound.questions.queries import QuestionContext, names_in
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.rulebook.model import Money, Rulebook, normalized_name
from fullhouse.products.frontdesk.waitlist.housekeeping import month_of
from fullhouse.products.frontdesk.waitlist.model import SCOPE, LineCounts, SlotPage
from fullhouse.products.frontdesk.waitlist.questions import EXAMPLES
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.answer_view import shown_examples
from fullhouse.web.desk.auth import require_session
from fullhouse.web.desk.frontdesk.claim_questions import open_claims
from fullhouse.web.desk.frontdesk.removal_questions import doubts_about_rules, open_questions
from fullhouse.web.desk.frontdesk.unread_rows import (
    column,
    rules_trouble,
    sheet_trouble,
    unread_rows,
)
from fullhouse.web.desk.frontdesk.waitlist import day_view as days
from fullhouse.web.desk.frontdesk.waitlist import layout
from fullhouse.web.desk.frontdesk.waitlist.summary_page import texts_nearly_spent
from fullhouse.web.graphics import day_chart as look

MOST_OPEN = 100
MOST_DAYS = 5


@require_session
async def today(request: Request) -> Response:
    """Show today, or another day."""
    return show(request, day_asked(request, request.query_params.get("day", "")))


def day_asked(request: Request, text: str) -> date:
    """Read a day from a URL; today if it is not one."""
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
    holder: Appointment | None = None,
) -> Response:
    """Show a day, with the form as typed if there is a problem, or a `holder` of its time."""
    engine = dependencies(request).engine
    book = layout.book_of(engine)
    if not book.services:
        return layout.page(request, "begin.html", {})
    names = days.Names(engine)
    slots = [days.shown(engine, slot, names) for slot in days.slots_of(engine, book, day)]
    questions = open_questions(request, SCOPE)
    shown = {
        "day": day,
        "is_today": day == wall_time(engine.now(), book.zone).date(),
        "before": day - timedelta(days=1),
        "behind": day + timedelta(days=1),
        "slots": slots,
        "elsewhere": days_with_open_slots(engine, book, day),
        "questions": questions,
        "trouble": sheet_trouble(request, SCOPE, questions),
        "unread": unread_rows(request, SCOPE),
        "doubts": doubts_about_rules(request),
        "rules_trouble": rules_trouble(request),
        "texts": texts_nearly_spent(engine, book),
        "column": column,
        "by_kind": {kind: _of_kind(slots, kind) for kind in look.SAID},
        "picture": days.picture(engine, slots, book, day),
        "brought": brought_in(slots),
        "waiting": waiting(engine, book),
        "fields": typed or blank(engine, book, day),
        "problems": problems or {},
        "holder": holder,
        "examples": shown_examples(EXAMPLES, names_in(QuestionContext(book))),
        "claims": open_claims(engine),
        "live": layout.LIVE,
        "version": layout.version(engine),
    }
    return layout.page(request, "today.html", shown, status)


def days_with_open_slots(engine: Engine, book: Rulebook, day: date) -> list[date]:
    """Return the next other days on which a slot is open."""
    slots = engine.load(SlotPage("open", limit=MOST_OPEN))
    starts = (wall_time(slot.starts_at, book.zone).date() for slot in slots)
    return sorted({other for other in starts if other != day})[:MOST_DAYS]


def _of_kind(slots: list[days.SlotView], kind: str) -> list[days.SlotView]:
    return [view for view in slots if view.kind == kind]


def blank(engine: Engine, book: Rulebook, day: date) -> dict[str, str]:
    """Return the form with the next full hour, or 9:00 on another day."""
    now = wall_time(engine.now(), book.zone)
    at = now.replace(year=day.year, month=day.month, day=day.day, hour=9, minute=0)
    if now.date() == day:
        at = (now + timedelta(hours=1)).replace(minute=0)
    service = book.services[0].name if len(book.services) == 1 else ""
    return {
        "starts_at": f"{at:%Y-%m-%dT%H:%M}",
        "party_capacity": "1",
        "reason": "cancelled",
        "service": service,
    }


def brought_in(views: list[days.SlotView]) -> list[Money]:
    """Return the money that the filled slots bring, by currency."""
    figures = month_of(tuple(view.slot for view in views))
    return [Money(amount, currency) for currency, amount in figures.money.items()]


def waiting(engine: Engine, book: Rulebook) -> list[tuple[str, int]]:
    """Count the waiting customers by service of the rules, then by former services."""
    counts = {queue.id: queue.waiting for queue in engine.load(LineCounts())}
    names = [service.name for service in book.services]
    known = [(name, counts.pop(normalized_name(name), 0)) for name in names]
    return known + [(name, number) for name, number in sorted(counts.items()) if number]


ROUTES = [Route(layout.HOME, today), Route(layout.LIVE, layout.follow)]
