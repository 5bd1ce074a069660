"""Is everything all right? What needs the host, what happens today, and what comes next.

Each figure is counted where its own page counts it, and links to that page.
"""

from datetime import date, datetime, time, timedelta

import msgspec
from starlette.requests import Request

from fullhouse.engine.core import Engine
from fullhouse.kernel.times import instant, wall_time
from fullhouse.locale.current import gettext, ngettext
from fullhouse.products.frontdesk.appointments.model import SCOPE as APPOINTMENTS
from fullhouse.products.frontdesk.appointments.model import Appointment, AppointmentsBetween
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.rsvp.model import Event
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.events.guest_questions import unanswered
from fullhouse.web.desk.frontdesk.appointments import day_view as appointments
from fullhouse.web.desk.frontdesk.claim_questions import open_claims
from fullhouse.web.desk.frontdesk.proposals import open_requests
from fullhouse.web.desk.frontdesk.removal_questions import open_questions
from fullhouse.web.desk.frontdesk.unread_rows import rules_trouble, sheet_trouble, unread_rows
from fullhouse.web.desk.frontdesk.waitlist import day_view as slots
from fullhouse.web.desk.frontdesk.waitlist.layout import book_of
from fullhouse.web.desk.mailbox import FAILED, WAITING, stuck

# Guests still ask about an event that has just ended.
ASKED_AFTER = timedelta(days=7)
LOOKS_AHEAD = timedelta(days=60)
MOST_EVENTS = 30
MOST_AHEAD = 100
TODAY_PAGES = {"waitlist": "/desk/waitlist", APPOINTMENTS: "/desk/appointments"}


class Line(msgspec.Struct, frozen=True):
    """A sentence with the page that it is about."""

    words: str
    path: str


class Home(msgspec.Struct, frozen=True):
    """The first page of the desk, above its events.

    `next_at` are appointments after today; events that come next are on the page anyway.
    """

    needs: tuple[Line, ...]
    events: tuple[Event, ...]
    today: tuple[Line, ...]
    next_appointment: Appointment | None
    zone: str


def home_of(request: Request, events: list[Event]) -> Home:
    """Return what needs somebody, and what today and the days after it bring."""
    engine = dependencies(request).engine
    book = book_of(engine)
    today = wall_time(engine.now(), book.zone).date()
    needs = [*_of_guests(request, events), *_of_front_desk(request), *_of_messages(engine)]
    return Home(
        tuple(needs),
        tuple(event for event in events if _is_today(engine, event)),
        tuple(_front_desk_today(engine, book, today)) if book.services else (),
        _next_appointment(engine, book, today) if book.services else None,
        book.zone,
    )


def _of_guests(request: Request, events: list[Event]) -> list[Line]:
    """Return the events whose guests wait for an answer of the host."""
    if not request.state.session.is_host:
        return []
    engine = dependencies(request).engine
    since = engine.now() - ASKED_AFTER
    recent = [event for event in events if event.ends > since][:MOST_EVENTS]
    return [
        Line(_asked(count, event), f"/desk/e/{event.id}/questions")
        for event in recent
        if (count := unanswered(engine, event))
    ]


def _asked(count: int, event: Event) -> str:
    return ngettext(
        "%(count)s question of a guest: %(event)s",
        "%(count)s questions of guests: %(event)s",
        count,
        event=event.name,
    )


def _of_front_desk(request: Request) -> list[Line]:
    engine, lines = dependencies(request).engine, []
    if count := len(open_requests(engine)):
        words = ngettext(
            "%(count)s request waits for your yes", "%(count)s requests wait for your yes", count
        )
        lines.append(Line(words, "/desk/waitlist/proposals"))
    if count := len(open_claims(engine)):
        words = ngettext(
            "%(count)s booking may not stand any more",
            "%(count)s bookings may not stand any more",
            count,
        )
        lines.append(Line(words, "/desk/waitlist"))
    for scope, path in TODAY_PAGES.items():
        lines += _of_sheet(request, scope, path)
    if rules_trouble(request) is not None:
        lines.append(Line(gettext("The rules can't be read where they are kept"), "/desk/waitlist"))
    return lines


def _of_sheet(request: Request, scope: str, path: str) -> list[Line]:
    """Return what a sheet or calendar asks: changes to confirm, cells that cannot be read."""
    lines, asked = [], open_questions(request, scope)
    if count := sum(question.count for question in asked):
        words = ngettext(
            "%(count)s change outside waits for your yes",
            "%(count)s changes outside wait for your yes",
            count,
        )
        lines.append(Line(words, path))
    unread = unread_rows(request, scope)
    if unread is not None:
        words = ngettext(
            "%(count)s cell of a sheet can't be read",
            "%(count)s cells of a sheet can't be read",
            unread.count,
        )
        lines.append(Line(words, path))
    if sheet_trouble(request, scope, asked) is not None:
        lines.append(Line(gettext("A sheet is not up to date"), path))
    return lines


def _of_messages(engine: Engine) -> list[Line]:
    lines, found = [], stuck(engine)
    if count := len(found[WAITING]):
        words = ngettext(
            "%(count)s message has not left yet: the last try failed",
            "%(count)s messages have not left yet: the last try failed",
            count,
        )
        lines.append(Line(words, f"/desk/mailbox?status={WAITING}"))
    if count := len(found[FAILED]):
        words = ngettext(
            "%(count)s message was not sent", "%(count)s messages were not sent", count
        )
        lines.append(Line(words, f"/desk/mailbox?status={FAILED}"))
    return lines


def _is_today(engine: Engine, event: Event) -> bool:
    """Return True if an event takes place today where it is, and is not over."""
    if event.state == "cancelled" or event.ends <= engine.now():
        return False
    return event.starts_at.date() <= wall_time(engine.now(), event.timezone).date()


def _front_desk_today(engine: Engine, book: Rulebook, today: date) -> list[Line]:
    looked_at, lines = appointments.look_at(engine, book, today), []
    if looked_at.expected:
        words = ngettext(
            "%(count)s appointment, %(confirmed)s confirmed",
            "%(count)s appointments, %(confirmed)s confirmed",
            looked_at.expected,
            confirmed=looked_at.count("confirmed"),
        )
        lines.append(Line(words, "/desk/appointments"))
    offered = sum(slot.status == "open" for slot in slots.slots_of(engine, book, today))
    if offered:
        words = ngettext(
            "%(count)s free time is being offered",
            "%(count)s free times are being offered",
            offered,
        )
        lines.append(Line(words, "/desk/waitlist"))
    return lines


def _next_appointment(engine: Engine, book: Rulebook, today: date) -> Appointment | None:
    """Return the first appointment after today that stands."""
    tomorrow = instant(datetime.combine(today + timedelta(days=1), time()), book.zone)
    ahead = AppointmentsBetween(tomorrow, tomorrow + LOOKS_AHEAD, limit=MOST_AHEAD)
    return next((one for one in engine.load(ahead) if one.stands), None)
