"""The list of appointments by start, edited like a sheet, with a search."""

from datetime import datetime, time, timedelta
from itertools import islice
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.kernel.times import instant, wall_time
from fullhouse.locale import to_translate
from fullhouse.products.frontdesk.appointments.bookings import FARTHEST
from fullhouse.products.frontdesk.appointments.model import (
    Appointment,
    AppointmentsAt,
    AppointmentsBetween,
    Status,
)
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, normalized_name
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.auth import require_session
from fullhouse.web.desk.frontdesk.appointments import layout, row_form
from fullhouse.web.desk.frontdesk.appointments.questions import walk
from fullhouse.web.desk.frontdesk.waitlist.layout import book_of
from fullhouse.web.privacy import person_data

PAGE = 50
CHUNK = 500
LATELY = timedelta(days=30)
LONGEST_QUESTION = 120
FEWEST_DIGITS = 4


class Filter(msgspec.Struct, frozen=True):
    """A part of the list: the states, and whether it includes or ends with the past."""

    label: str
    nothing: str
    states: frozenset[Status] = frozenset()
    lately: bool = False
    over: bool = False


FILTERS = {
    "": Filter(
        to_translate("Ahead"),
        to_translate("Nobody is booked yet. Write someone down under Today."),
        frozenset({"booked", "confirmed"}),
    ),
    "booked": Filter(
        to_translate("Not answered"),
        to_translate("Everyone has answered."),
        frozenset({"booked"}),
    ),
    "confirmed": Filter(
        to_translate("Confirmed"),
        to_translate("Nobody has confirmed yet."),
        frozenset({"confirmed"}),
    ),
    "ended": Filter(
        to_translate("Not coming"),
        to_translate("Nobody has cancelled."),
        frozenset({"cancelled", "no_show"}),
        lately=True,
    ),
    "over": Filter(
        to_translate("Last 30 days"),
        to_translate("Nobody was booked in the last 30 days."),
        lately=True,
        over=True,
    ),
}


@require_session
async def sheet(request: Request) -> Response:
    """Show the list, or the results of a search."""
    engine = dependencies(request).engine
    book = book_of(engine)
    if not book.services:
        return layout.page(request, "frontdesk/waitlist/begin.html", {})
    asked = request.query_params.get("show", "")
    kind = asked if asked in FILTERS else ""
    question = " ".join(request.query_params.get("q", "").split())[:LONGEST_QUESTION]
    if question:
        found = looked_for(engine, book, question)
    else:
        found = listed(engine, book, kind, _place(request))
    shown = {
        "lines": [row_form.row_line(engine, appointment, book) for appointment in found[:PAGE]],
        "older": _next(found[PAGE - 1], kind) if len(found) > PAGE and not question else "",
        "more": len(found) > PAGE and bool(question),
        "first": _place(request) is None,
        "kind": kind,
        "filters": FILTERS,
        "question": question,
        "live": layout.LIVE,
        "version": layout.version(engine),
    }
    return layout.page(request, "frontdesk/appointments/list.html", shown)


def listed(
    engine: Engine, book: Rulebook, kind: str, behind: tuple[datetime, str] | None
) -> list[Appointment]:
    """Return one page of a part of the list, and one more row if there is one."""
    part = FILTERS[kind]
    today = instant(datetime.combine(wall_time(engine.now(), book.zone).date(), time()), book.zone)
    since, after = today - LATELY if part.lately else today, ""
    until = engine.now() if part.over else engine.now() + FARTHEST
    if behind is not None and since <= behind[0] < until:
        since, after = behind
    every = walk(engine, AppointmentsBetween(since, until, after, CHUNK))
    if part.states:
        every = (appointment for appointment in every if appointment.status in part.states)
    return list(islice(every, PAGE + 1))


def looked_for(engine: Engine, book: Rulebook, question: str) -> list[Appointment]:
    """Search by a whole number or address at any time, by a part of one or a name since lately."""
    try:
        exact = engine.load(AppointmentsAt(person_data.read_address(engine, question)))
    except Invalid:
        exact = ()
    now = engine.now()
    every = walk(engine, AppointmentsBetween(now - LATELY, now + FARTHEST, limit=CHUNK))
    similar = islice((one for one in every if fits(one, question)), PAGE + 1)
    found = {appointment.id: appointment for appointment in (*exact, *similar)}
    return sorted(found.values(), key=lambda one: (one.starts_at, one.id))


def fits(appointment: Appointment, question: str) -> bool:
    """Return True if the name, number or address of an appointment contains the question."""
    wanted, digits = normalized_name(question), "".join(filter(str.isdigit, question)).lstrip("0")
    if wanted in normalized_name(appointment.name) or wanted in appointment.email:
        return True
    letters = any(map(str.isalpha, question))
    return not letters and len(digits) >= FEWEST_DIGITS and digits in appointment.phone


def _place(request: Request) -> tuple[datetime, str] | None:
    """Read the row after which the page begins; None for the first page."""
    starts, _, appointment_id = request.query_params.get("after", "").partition("~")
    try:
        at = datetime.fromisoformat(starts)
    except ValueError:
        return None
    return (at, appointment_id[:100]) if at.tzinfo is not None else None


def _next(last: Appointment, kind: str) -> str:
    asked = {"show": kind, "after": f"{last.starts_at.isoformat()}~{last.id}"}
    return "?" + urlencode({name: value for name, value in asked.items() if value})


ROUTES = [Route(layout.LIST, sheet)]
