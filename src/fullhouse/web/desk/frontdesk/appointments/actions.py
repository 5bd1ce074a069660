"""Actions of staff on an appointment: confirm, cancel, no-show, and each undone."""

import re

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.kernel.commands import Command
from fullhouse.locale.current import gettext
from fullhouse.products.frontdesk.appointments.commands import (
    CancelAppointment,
    ConfirmAppointment,
    NoShow,
    RestoreAppointment,
    Unconfirm,
)
from fullhouse.products.frontdesk.appointments.model import Appointment, AppointmentResult
from fullhouse.products.frontdesk.appointments.result_codes import PROBLEMS
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.frontdesk.appointments import layout
from fullhouse.web.desk.frontdesk.appointments.formatting import DONE, refusal
from fullhouse.web.desk.frontdesk.appointments.today_page import day_name
from fullhouse.web.desk.frontdesk.waitlist import layout as waitlist
from fullhouse.web.desk.layout import problem

CHAIN = re.compile(r"\d{1,6}", re.ASCII)


@layout.of_appointment
async def confirm(request: Request, appointment: Appointment) -> Response:
    """Confirm an appointment for a customer who told staff."""
    return await _done(request, appointment, ConfirmAppointment(appointment_id=appointment.id))


@layout.of_appointment
async def unconfirm(request: Request, appointment: Appointment) -> Response:
    """Undo a confirmation: it was a slip, or the customer is not sure any more."""
    return await _done(request, appointment, Unconfirm(appointment_id=appointment.id))


@layout.of_appointment
async def cancel(request: Request, appointment: Appointment) -> Response:
    """Cancel an appointment; the customer gets a message if staff want that.

    The form names the `chain` that staff have seen: a time that is another by now is not cancelled.
    """
    form = await request.form()
    typed = str(form.get("chain", ""))
    seen = int(typed) if CHAIN.fullmatch(typed) else 0
    command = CancelAppointment(appointment_id=appointment.id, chain=seen, tell="tell" in form)
    return await _done(request, appointment, command)


@layout.of_appointment
async def no_show(request: Request, appointment: Appointment) -> Response:
    """Record a no-show."""
    return await _done(request, appointment, NoShow(appointment_id=appointment.id))


@layout.of_appointment
async def restore_on_desk(request: Request, appointment: Appointment) -> Response:
    """Undo a cancellation or a no-show; the customer gets a message if staff want that."""
    tell = "tell" in await request.form()
    return await _done(
        request, appointment, RestoreAppointment(appointment_id=appointment.id, tell=tell)
    )


async def _done(request: Request, appointment: Appointment, command: Command) -> Response:
    engine = dependencies(request).engine
    answer: AppointmentResult = await engine.execute(command, request.state.session.by)
    if answer.code in PROBLEMS:
        why, path = refusal(answer.code), layout.path_of(appointment)
        return problem(request, gettext("Nothing was changed"), why, 409, path)
    after = answer.appointment or appointment
    offered = f"{answer.code}_offered"
    done = offered if after.frees != appointment.frees and offered in DONE else answer.code
    if (await request.form()).get("back") == "day":
        return waitlist.go(request, layout.HOME, day=day_name(engine, after), done=done)
    return waitlist.go(request, layout.path_of(after), done=done)


PLACE = f"{layout.HOME}/a/{{appointment}}"
ROUTES = [
    Route(f"{PLACE}/confirm", confirm, methods=["POST"]),
    Route(f"{PLACE}/unconfirm", unconfirm, methods=["POST"]),
    Route(f"{PLACE}/cancel", cancel, methods=["POST"]),
    Route(f"{PLACE}/no-show", no_show, methods=["POST"]),
    Route(f"{PLACE}/restore", restore_on_desk, methods=["POST"]),
]
