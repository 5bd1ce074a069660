"""A day of appointments: the columns of staff, the freed slots, and a form to book."""

from collections.abc import Mapping
from datetime import date, timedelta
from hashlib import sha256

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.inbound.forms.appointment_form import typed_booking
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.questions.queries import QuestionContext, names_in
from fullhouse.inbound.time_holders import TimeHolder, holder_of_booking
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.appointments.commands import BookAppointment
from fullhouse.products.frontdesk.appointments.day_schedule import day_of
from fullhouse.products.frontdesk.appointments.messages import message_id
from fullhouse.products.frontdesk.appointments.model import (
    SCOPE,
    Appointment,
    AppointmentResult,
)
from fullhouse.products.frontdesk.appointments.questions import EXAMPLES
from fullhouse.products.frontdesk.appointments.result_codes import PROBLEMS
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.answer_view import shown_examples
from fullhouse.web.desk.auth import require_session
from fullhouse.web.desk.frontdesk.appointments import day_view as days
from fullhouse.web.desk.frontdesk.appointments import layout, row_form
from fullhouse.web.desk.frontdesk.appointments.formatting import refusal, sentence
from fullhouse.web.desk.frontdesk.removal_questions import doubts_about_rules, open_questions
from fullhouse.web.desk.frontdesk.unread_rows import (
    column,
    rules_trouble,
    sheet_trouble,
    unread_rows,
)
from fullhouse.web.desk.frontdesk.waitlist.layout import book_of, go
from fullhouse.web.desk.frontdesk.waitlist.summary_page import texts_nearly_spent
from fullhouse.web.desk.frontdesk.waitlist.today_page import day_asked
from fullhouse.web.desk.mailbox_actions import occasion_of

LONGEST_NAME = 24
FIRST_HOUR, LAST_HOUR = 9, 23


@require_session
async def today(request: Request) -> Response:
    """Show today, or another day."""
    return show(request, day_asked(request, request.query_params.get("day", "")))


def show(
    request: Request,
    day: date,
    cells: Mapping[str, str] | None = None,
    problems: Mapping[str, str] | None = None,
    status: int = 200,
    holder: TimeHolder | None = None,
) -> Response:
    """Show a day, with the form as typed if there is a problem, or a `holder` of its time."""
    engine = dependencies(request).engine
    book = book_of(engine)
    if not book.services:
        return layout.page(request, "frontdesk/waitlist/begin.html", {})
    looked_at = days.look_at(engine, book, day)
    questions = open_questions(request, SCOPE)
    shown = {
        "day": day,
        "is_today": day == wall_time(engine.now(), book.zone).date(),
        "before": day - timedelta(days=1),
        "behind": day + timedelta(days=1),
        "today": looked_at,
        "questions": questions,
        "trouble": sheet_trouble(request, SCOPE, questions),
        "unread": unread_rows(request, SCOPE),
        "doubts": doubts_about_rules(request),
        "rules_trouble": rules_trouble(request),
        "texts": texts_nearly_spent(engine, book),
        "column": column,
        "chairs": days.chairs(looked_at, book),
        "picture": days.picture(engine, looked_at, book, day),
        "cells": {**blank(engine, book, day), **(cells or {})},
        "problems": problems or {},
        "holder": holder,
        "examples": shown_examples(EXAMPLES, names_in(QuestionContext(book))),
        "live": layout.LIVE,
        "version": layout.version(engine),
    }
    return layout.page(request, "frontdesk/appointments/today.html", shown, status)


def blank(engine: Engine, book: Rulebook, day: date) -> dict[str, str]:
    """Return the form with the next full hour, and with the service if there is only one."""
    now = wall_time(engine.now(), book.zone)
    hour = FIRST_HOUR
    if now.date() == day and now.hour < LAST_HOUR:
        hour = now.hour + 1
    cells = {
        **row_form.blank_row(),
        "date": day.isoformat(),
        "time": f"{hour:02}:00",
        "tell": "yes",
        "occasion": engine.ids.new(),
    }
    if len(book.services) == 1:
        cells["service"] = book.services[0].name
    return cells


@require_session
async def book(request: Request) -> Response:
    """Book an appointment; the form keeps what was typed if there is a problem.

    Before it takes a time that is offered to someone, they are named and staff are asked.
    """
    engine = dependencies(request).engine
    form = await request.form()
    cells, tell = row_form.typed_row(form), "tell" in form
    occasion = occasion_of(form) or engine.ids.new()
    day = day_asked(request, cells.get("date", ""))
    kept = {**cells, "tell": "yes" if tell else "", "occasion": occasion}
    try:
        command = named_once(typed_booking(cells, book_of(engine), occasion, tell=tell))
    except Invalid as unfit:
        return show(request, day, kept, problems_of(unfit), 422)
    holder = holder_of_booking(engine, book_of(engine), command)
    if holder is not None and holder.is_asked and form.get("confirmed") != holder.id:
        return show(request, day, kept, {}, 409, holder)
    answer: AppointmentResult = await engine.execute(command, request.state.session.by)
    if answer.code in PROBLEMS or answer.appointment is None:
        return show(request, day, kept, {row_form.cell_of(answer.field): refusal(answer.code)}, 422)
    done = _done(engine, answer.code, answer.appointment, tell=tell)
    return go(request, layout.HOME, day=day_name(engine, answer.appointment), done=done)


def _done(engine: Engine, code: str, booked: Appointment, *, tell: bool) -> str:
    """Return the key of the sentence that staff read after booking."""
    if code != "booked":
        return code
    over = "_over" if days.chair_of(engine, book_of(engine), booked) else ""
    untold = "_untold" if tell and is_untold(engine, booked) else ""
    return f"{code}{over}{untold}"


def is_untold(engine: Engine, booked: Appointment) -> bool:
    """Return True if a new appointment's customer has an address, but gets no confirmation."""
    if not booked.addresses or booked.starts_at <= engine.now():
        return False
    return engine.load(Get(Message, (message_id("booked", booked.id, "1"),))) is None


def named_once(command: BookAppointment) -> BookAppointment:
    """Give a booking an id made from its form and cells, so that sending twice books once."""
    typed = msgspec.json.encode(msgspec.structs.replace(command, tell=False))
    return msgspec.structs.replace(
        command, appointment_id=f"desk-{sha256(typed).hexdigest()[:LONGEST_NAME]}"
    )


def problems_of(unfit: Invalid) -> dict[str, str]:
    """Return the problems by cell, in words for staff."""
    return {row_form.cell_of(problem.field): sentence(problem) for problem in unfit.problems}


def day_name(engine: Engine, appointment: Appointment) -> str:
    """Return the day of an appointment for a URL; empty for today."""
    rulebook = book_of(engine)
    day = day_of(appointment.starts_at, rulebook)
    return "" if day == day_of(engine.now(), rulebook) else day


ROUTES = [
    Route(layout.HOME, today),
    Route(layout.LIVE, layout.follow),
    Route(f"{layout.HOME}/book", book, methods=["POST"]),
]
