"""Pages of appointment links: confirm and cancel. GET asks, POST acts, once per link."""

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fullhouse.engine.core import Engine
from fullhouse.engine.ical import entry_file
from fullhouse.kernel.commands import Command
from fullhouse.kernel.letters import CalendarEntry, single_line
from fullhouse.kernel.link_binding import REPLACED
from fullhouse.kernel.links import Link
from fullhouse.locale import to_translate
from fullhouse.locale.current import chosen_language, translate
from fullhouse.products.frontdesk.appointments.calendar_entries import sequence_of, uid_of
from fullhouse.products.frontdesk.appointments.commands import CancelAppointment, ConfirmAppointment
from fullhouse.products.frontdesk.appointments.message_facts import AppointmentFacts
from fullhouse.products.frontdesk.appointments.messages import appointment_facts
from fullhouse.products.frontdesk.appointments.model import AppointmentResult
from fullhouse.products.frontdesk.shared.message_facts import facts_of
from fullhouse.web.appointments.link_session import (
    AppointmentLinkSession,
    appointment_values,
    find_visit,
    other_time,
    path_of,
    refreshed,
)
from fullhouse.web.appointments.result_text import as_it_stands, result_text
from fullhouse.web.dependencies import dependencies
from fullhouse.web.formatting import calendar_title
from fullhouse.web.links import CALENDAR, rules_of
from fullhouse.web.pages import SECURITY, page, problem
from fullhouse.web.request_body import read_fields

BY = "customer"
AS_FILE = {
    **SECURITY,
    "Cache-Control": "no-store",
    "Content-Disposition": 'attachment; filename="appointment.ics"',
}
# All answers, in the order in which they are shown.
ANSWERS = {
    "confirm": to_translate("I'll be there"),
    "reschedule": to_translate("I need another time"),
    "cancel": to_translate("I can't come"),
}

PICKED = frozenset({"rescheduled", "answered_reschedule"})


class Question(msgspec.Struct, frozen=True):
    """The question of a link: its texts and its button."""

    heading: str
    text: str
    button: str


QUESTIONS = {
    "confirm": Question(
        to_translate("Are you coming?"),
        to_translate("Tell us with one press, and we won't send more reminders."),
        to_translate("Yes, I'll be there"),
    ),
    "cancel": Question(
        to_translate("Can't come?"),
        to_translate(
            "That is fine. Tell us with one press, so that someone else can have the time."
        ),
        to_translate("Yes, cancel it"),
    ),
}
FREE_THEN = to_translate("That is fine. Tell us with one press: the time is free then.")


async def answer_link(request: Request, link: Link) -> Response:
    """Ask whether to confirm or cancel an appointment, or do it."""
    engine = dependencies(request).engine
    visit = find_visit(engine, link)
    if visit is None:
        return nobody(request)
    if not visit.is_theirs:
        return not_theirs(request)
    if request.method == "POST":
        await read_fields(request)
        answered: AppointmentResult = await engine.execute(_command(visit), BY)
        return after(request, visit, answered)
    if visit.code:
        return show_result(request, visit, visit.code)
    return ask_customer(request, visit)


def _command(visit: AppointmentLinkSession) -> Command:
    command: Callable[..., Command] = CancelAppointment
    if visit.link.purpose == "confirm":
        command = partial(ConfirmAppointment, language=chosen_language())
    return command(
        appointment_id=visit.appointment.id,
        chain=visit.chain,
        reply=visit.reply_name,
        link=visit.given_by,
    )


def after(request: Request, visit: AppointmentLinkSession, answered: AppointmentResult) -> Response:
    """Show the result of an answer."""
    if answered.code == REPLACED:
        return not_theirs(request)
    if answered.appointment is None:
        return nobody(request)
    return show_result(request, refreshed(visit, answered), answered.code)


def ask_customer(request: Request, visit: AppointmentLinkSession) -> Response:
    """Show the question of a link, with the appointment and the other answers."""
    engine = dependencies(request).engine
    context = {
        **appointment_values(visit.appointment, visit.rulebook, visit.now),
        "others": others(engine, visit),
        "person": visit.person,
    }
    return page(request, "appointments/confirm.html", question=_question(visit), **context)


def _question(visit: AppointmentLinkSession) -> Question:
    """Return the question of a link; the waitlist is mentioned only if slots are refilled."""
    question = QUESTIONS[visit.link.purpose]
    if visit.link.purpose == "cancel" and not visit.rulebook.refill:
        return msgspec.structs.replace(question, text=FREE_THEN)
    return question


def others(engine: Engine, visit: AppointmentLinkSession) -> list[tuple[str, str]]:
    """Return the other answers that a customer can give."""
    return answers(
        engine, visit, visit.link.purpose, without=visit.appointment.status == "confirmed"
    )


def answers(
    engine: Engine, visit: AppointmentLinkSession, asked: str = "", *, without: bool
) -> list[tuple[str, str]]:
    """Return label and path of each answer except `asked`; `without` leaves out confirm too."""
    found = []
    for purpose, label in ANSWERS.items():
        if purpose == asked or (without and purpose == "confirm"):
            continue
        found.append((translate(label), path_of(engine, visit, purpose)))
    return found


def show_result(request: Request, visit: AppointmentLinkSession, code: str) -> Response:
    """Show a result, the appointment's time and the answers still possible."""
    engine = dependencies(request).engine
    is_ended = as_it_stands(visit, code) == "appointment_cancelled"
    said = result_text(visit, code, other_time(engine, visit) if is_ended else None)
    context: dict[str, Any] = {
        **appointment_values(visit.appointment, visit.rulebook, visit.now),
        "told": said,
        "person": visit.person,
    }
    if said.shows_time:
        is_confirmed = visit.appointment.status == "confirmed" or code in PICKED
        context |= {
            "calendar": path_of(engine, visit, CALENDAR),
            "others": answers(engine, visit, without=is_confirmed),
        }
    return page(request, "appointments/result.html", said.status, **context)


def nobody(request: Request) -> Response:
    """Show that the appointment of a link does not exist any more."""
    text = to_translate(
        "The link is ours, but the appointment is no longer kept here. "
        "Nothing was done. Please call us."
    )
    return _gone(request, to_translate("This page is gone."), text)


def not_theirs(request: Request) -> Response:
    """Show nothing about the appointment: the customer no longer has the link's address."""
    text = to_translate(
        "It was sent to an address that has been changed since. "
        "Nothing was done. Please use our newest message."
    )
    return _gone(request, to_translate("This link has been replaced."), text)


def _gone(request: Request, heading: str, text: str) -> Response:
    contact = facts_of(rules_of(dependencies(request).engine))
    return problem(request, 410, heading, text, contact=contact)


async def calendar_file(request: Request, link: Link) -> Response:
    """Send an appointment's calendar file; its entry has the same id as in the mail."""
    engine = dependencies(request).engine
    visit = find_visit(engine, link)
    if visit is None:
        return nobody(request)
    if not visit.is_theirs:
        return not_theirs(request)
    return Response(entry_file(_entry(visit)), 200, AS_FILE, "text/calendar")


def _entry(visit: AppointmentLinkSession) -> CalendarEntry:
    """Return the calendar entry; for a cancelled appointment one that removes it."""
    appointment, stands = visit.appointment, visit.appointment.stands
    facts = msgspec.convert(appointment_facts(appointment), AppointmentFacts)
    business = facts_of(visit.rulebook)
    return CalendarEntry(
        uid=uid_of(facts),
        sequence=sequence_of(appointment.chain, "REQUEST" if stands else "CANCEL"),
        method="PUBLISH" if stands else "CANCEL",
        summary=single_line(
            calendar_title(appointment.service, appointment.staff, appointment.party)
        ),
        starts=appointment.starts_at,
        ends=appointment.ends_at,
        location=business.location,
        description=business.description,
        stamp=visit.now,
    )
