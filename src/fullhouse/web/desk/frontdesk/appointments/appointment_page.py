"""The page of one appointment: reminders, replies, messages, audit, reach and actions."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.locale.current import gettext, translate
from fullhouse.products.frontdesk.appointments.commands import EraseAppointment
from fullhouse.products.frontdesk.appointments.model import (
    SCOPE,
    Appointment,
    AppointmentResult,
    AppointmentsAt,
    RepliesOf,
    SendsOf,
)
from fullhouse.products.frontdesk.appointments.reminder_chain import windows_of
from fullhouse.products.frontdesk.appointments.result_codes import PROBLEMS
from fullhouse.products.frontdesk.shared.contacts import NoteReach
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.web.appointments.reminder_status import ReminderStep, chain_of
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.frontdesk.appointments import day_view as days
from fullhouse.web.desk.frontdesk.appointments import layout, row_form
from fullhouse.web.desk.frontdesk.appointments.formatting import (
    CHANNELS,
    DONE,
    WHY_TOLD,
    refusal,
    time_before,
)
from fullhouse.web.desk.frontdesk.appointments.today_page import problems_of
from fullhouse.web.desk.frontdesk.customer_page import (
    Address,
    addresses_of,
    is_for_script,
    letters_to,
    not_saved,
    saved,
    story_of,
    try_again,
)
from fullhouse.web.desk.frontdesk.waitlist.layout import book_of, go
from fullhouse.web.desk.frontdesk.waitlist.row_form import changed, original_values
from fullhouse.web.slot_status import load_slot

Mark = Literal["sent", "due", "skipped", "failed", "end"]
MARKS: dict[str, Mark] = {
    "sent": "sent",
    "kept": "sent",
    "queued": "due",
    "due": "due",
    "failed": "failed",
}
REMINDER_STATES = {
    "due": "leaves in a moment",
    "told_staff": "could not be sent: staff were told",
    "queued": "waits to leave",
    "kept": "kept in the mailbox: nothing leaves here",
    "failed": "did not leave",
}
WITH_A_MESSAGE = frozenset({"queued", "kept", "failed"})


class ReminderView(msgspec.Struct, frozen=True):
    """One step of the reminder chain: when it is due, and its result."""

    mark: Mark
    what: str
    due_at: datetime
    became: str
    at: datetime | None = None
    message: str = ""


def reminder_views(engine: Engine, appointment: Appointment, book: Rulebook) -> list[ReminderView]:
    """Return the reminder chain, from the first reminder to the gap alert for staff."""
    links = chain_of(engine, appointment, book)
    sends = {
        int(send.id): send.channel
        for send in engine.load(SendsOf(appointment.id))
        if send.chain == appointment.chain
    }
    last = engine.load(Get(Message, (appointment.reminder,))) if appointment.reminder else None
    now = engine.now()
    steps = []
    for link in links:
        channel = sends.get(link.window, "")
        steps.append(_reminder_view(link, appointment, book, channel, last, now))
    return [*steps, *_alert(appointment, book, now, links)]


def _reminder_view(
    link: ReminderStep,
    appointment: Appointment,
    book: Rulebook,
    channel: str,
    last: Message | None,
    now: datetime,
) -> ReminderView:
    mark = MARKS.get(link.status, "skipped")
    what = gettext("Reminder, %(before)s", before=time_before(link.window))
    if link.status == "sent":
        left = gettext("left %(how)s", how=translate(CHANNELS.get(channel, channel)))
        return ReminderView(mark, what, link.due_at, left, link.sent_at)
    # Only the newest reminder's message is known.
    newest = min(appointment.reminded, default=None)
    if last is None or link.window != newest or link.status not in WITH_A_MESSAGE:
        return ReminderView(mark, what, link.due_at, _why(link, appointment, book, now))
    at = max(last.not_before, last.queued_at) if link.status == "queued" else last.at
    return ReminderView(mark, what, link.due_at, _message_state(link, last), at, last.id)


def _message_state(link: ReminderStep, message: Message) -> str:
    """Return the state of the newest reminder's message in words."""
    if link.status == "kept":
        if message.channel == "text":
            return gettext("kept in the mailbox: no texts leave here")
        return gettext("kept in the mailbox: no email leaves here")
    how = translate(CHANNELS[message.channel])
    if link.status == "queued":
        return gettext("waits to leave %(how)s", how=how)
    return gettext("did not leave %(how)s (%(error)s)", how=how, error=message.error)


def _why(link: ReminderStep, appointment: Appointment, book: Rulebook, now: datetime) -> str:
    """Return why a reminder was not sent, or that it is still to come."""
    if link.status == "skipped":
        return _why_skipped(link, appointment, book)
    if link.status == "not_needed":
        if appointment.stands:
            return gettext("not needed: they answered")
        return gettext("not needed: it is off")
    if link.status == "due" and now < link.due_at:
        return gettext("still to come")
    return translate(REMINDER_STATES[link.status])


def _why_skipped(link: ReminderStep, appointment: Appointment, book: Rulebook) -> str:
    if link.window not in windows_of(appointment, book):
        return gettext("left out: that was past already when this time was made")
    if any(window < link.window for window in appointment.reminded):
        return gettext("left out: a later one left instead")
    return gettext("left out: the time had come")


def _alert(
    appointment: Appointment, book: Rulebook, now: datetime, links: tuple[ReminderStep, ...]
) -> list[ReminderView]:
    """Return the gap alert for staff: sent already, or due if the customer does not answer."""
    due_at = appointment.starts_at - timedelta(minutes=book.gap_alert_minutes)
    what = gettext("Alert to you")
    if appointment.alerted_at is not None:
        why, at = appointment.alerted_for, appointment.alerted_at
        due_at = due_at if why == "no_answer" else at
        return [ReminderView("sent", what, due_at, translate(WHY_TOLD[why]), at)]
    if appointment.status != "booked" or now >= appointment.starts_at:
        return []
    if not windows_of(appointment, book) or not links:
        return []
    return [ReminderView("due", what, due_at, gettext("if nobody answers"))]


MOST_OTHERS = 20


@layout.of_appointment
async def show_appointment(request: Request, appointment: Appointment) -> Response:
    """Show an appointment."""
    return show(request, appointment)


def show(
    request: Request,
    appointment: Appointment,
    cells: Mapping[str, str] | None = None,
    problems: Mapping[str, str] | None = None,
    status: int = 200,
) -> Response:
    """Show an appointment, with its cells as typed if there is a problem."""
    engine = dependencies(request).engine
    book = book_of(engine)
    line = row_form.row_line(engine, appointment, book)
    instead = frees = None
    if appointment.frees:
        instead = engine.load(Get(Appointment, (appointment.frees,)))
        frees = load_slot(engine, appointment.frees)
    shown = {
        "one": appointment,
        "line": line,
        "deeds": days.deeds_of(appointment, engine.now()),
        "clashes": days.chair_of(engine, book, appointment),
        "chain": reminder_views(engine, appointment, book),
        "replies": engine.load(RepliesOf(appointment.id)),
        "cells": {**line.cells, "tell": "yes", **(cells or {})},
        "problems": problems or {},
        "addresses": appointment_addresses(engine, appointment),
        "story": story_of(engine, SCOPE, appointment),
        "letters": letters_to(engine, SCOPE, appointment),
        "others": others_of(engine, appointment),
        "instead": instead,
        "frees": frees,
        "live": layout.LIVE,
        "version": layout.version(engine),
    }
    return layout.page(request, "frontdesk/appointments/appointment.html", shown, status)


def others_of(engine: Engine, appointment: Appointment) -> list[Appointment]:
    """List other appointments under the same number or address, the latest first."""
    found: dict[str, Appointment] = {}
    for address in appointment.addresses:
        found.update((other.id, other) for other in engine.load(AppointmentsAt(address)))
    found.pop(appointment.id, None)
    latest = sorted(found.values(), key=lambda other: other.starts_at, reverse=True)
    return latest[:MOST_OTHERS]


def appointment_addresses(engine: Engine, appointment: Appointment) -> list[Address]:
    """Return each address of the customer with its reach."""
    return addresses_of(appointment, lambda address: row_form.contact_of(engine, address))


@layout.of_appointment
async def edit(request: Request, appointment: Appointment) -> Response:
    """Change a row: all of it as a form, or one cell for a script that asks for JSON."""
    return await _edit(request, appointment)


async def _edit(request: Request, appointment: Appointment) -> Response:
    """Judge the form by what the row says now; if that changes before the save, judge it again."""
    engine = dependencies(request).engine
    form = await request.form()
    was, tell = original_values(form), "tell" in form
    cells = changed(row_form.typed_row(form), was)
    late = row_form.overtaken_row(cells, was, row_form.form_cells(appointment, book_of(engine)))
    if late:
        return _wrong(request, appointment, cells, late)
    try:
        command = row_form.edit_of_row(cells, book_of(engine), appointment, tell=tell)
    except Invalid as unfit:
        typed = {**cells, "tell": "yes" if tell else ""}
        return _wrong(request, appointment, typed, problems_of(unfit))
    command = msgspec.structs.replace(command, rev=appointment.rev)
    answer: AppointmentResult = await engine.execute(command, request.state.session.by)
    if answer.code == "changed_since" and answer.appointment is not None:
        return await _edit(request, answer.appointment)
    if answer.code in PROBLEMS or answer.appointment is None:
        problems = {row_form.cell_of(answer.field): refusal(answer.code)}
        return _wrong(request, appointment, cells, problems)
    return await _saved(request, answer.appointment, answer.code)


async def _saved(request: Request, appointment: Appointment, code: str) -> Response:
    """Answer a script with the row, and go back to where the form was."""
    engine = dependencies(request).engine
    done = _done(engine, appointment, code)
    if is_for_script(request):
        return saved(translate(DONE[done]), row_form.row_line(engine, appointment, book_of(engine)))
    if str((await request.form()).get("back", "")) == "list":
        return go(request, layout.LIST, done=done)
    return go(request, layout.path_of(appointment), done=done)


def _done(engine: Engine, appointment: Appointment, code: str) -> str:
    if code == "edited" and days.chair_of(engine, book_of(engine), appointment):
        return "edited_over"
    return code


def _wrong(
    request: Request, appointment: Appointment, cells: dict[str, str], problems: dict[str, str]
) -> Response:
    if is_for_script(request):
        return not_saved(problems)
    return show(request, appointment, cells, problems, 422)


@layout.of_appointment
async def erase_appointment(request: Request, appointment: Appointment) -> Response:
    """Erase the customer of an appointment; only the second button does it."""
    engine = dependencies(request).engine
    if (await request.form()).get("sure") != "yes":
        return show(request, appointment)
    await engine.execute(EraseAppointment(appointment_id=appointment.id), request.state.session.by)
    return go(request, layout.LIST, done="erased")


@layout.of_appointment
async def reach(request: Request, appointment: Appointment) -> Response:
    """Allow messages to an address that bounced."""
    path, known = (
        layout.path_of(appointment),
        appointment_addresses(dependencies(request).engine, appointment),
    )
    return await try_again(
        request, path, known, lambda address: NoteReach(address=address, reach="fine")
    )


PLACE = f"{layout.HOME}/a/{{appointment}}"
ROUTES = [
    Route(PLACE, show_appointment),
    Route(f"{PLACE}/edit", edit, methods=["POST"]),
    Route(f"{PLACE}/erase", erase_appointment, methods=["POST"]),
    Route(f"{PLACE}/reach", reach, methods=["POST"]),
]
