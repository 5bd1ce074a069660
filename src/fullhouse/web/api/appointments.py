"""Appointments over the API: list, book, show with reminders, change, set the status."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NoReturn

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.inbound.forms.appointment_form import read_booking, read_change
from fullhouse.inbound.forms.appointment_schema import AppointmentEdit, NewAppointment
from fullhouse.inbound.forms.timestamps import DATE, read_date, read_moment
from fullhouse.inbound.sync.appointment_sheet.reliance import was_told_of_end
from fullhouse.kernel.commands import Command
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import instant, zone
from fullhouse.products.frontdesk.appointments.commands import (
    BookAppointment,
    CancelAppointment,
    ConfirmAppointment,
    EditAppointment,
    NoShow,
    RestoreAppointment,
    Unconfirm,
)
from fullhouse.products.frontdesk.appointments.messages import message_id
from fullhouse.products.frontdesk.appointments.model import (
    Appointment,
    AppointmentPage,
    AppointmentResult,
    AppointmentsAt,
    AppointmentsBetween,
    Status,
)
from fullhouse.products.frontdesk.appointments.result_codes import PROBLEMS
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, normalized_name
from fullhouse.web.api.appointment_schema import AppointmentOut, AppointmentQuery, ReminderOut
from fullhouse.web.api.cursors import place_cursor, read_place, split_page
from fullhouse.web.api.endpoint import ApiCall, Endpoint, NonDefaultResponse
from fullhouse.web.api.errors import refuse
from fullhouse.web.api.schema import Page
from fullhouse.web.appointments.reminder_status import chain_of
from fullhouse.web.links import rules_of

# A filter by status scans the appointments of a time span; one request scans up to this many.
LOOKED_THROUGH = 2000
FIRST, LAST = datetime(1970, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
A_DAY, A_MINUTE = timedelta(days=1), timedelta(minutes=1)
SAID_BY: dict[type[Command], Status] = {
    ConfirmAppointment: "confirmed",
    CancelAppointment: "cancelled",
    NoShow: "no_show",
    RestoreAppointment: "booked",
    Unconfirm: "booked",
}
# The message that tells the customer of a command, if there is one.
TELLING: dict[type[Command], str] = {
    BookAppointment: "booked",
    EditAppointment: "rescheduled",
    CancelAppointment: "cancelled",
    RestoreAppointment: "restored",
}
CONFIRMED = "They have confirmed it in this moment. Send it again to take that back."


def show(engine: Engine, appointment: Appointment, rulebook: Rulebook) -> AppointmentOut:
    """Return the schema of an appointment."""
    local_zone = zone(rulebook.zone)
    chain = [
        msgspec.convert(reminder, ReminderOut, from_attributes=True)
        for reminder in chain_of(engine, appointment, rulebook)
    ]
    return AppointmentOut(
        **_facts(appointment),
        starts_at=appointment.starts_at.astimezone(local_zone),
        ends_at=appointment.ends_at.astimezone(local_zone),
        chain=chain,
    )


def _facts(appointment: Appointment) -> dict[str, Any]:
    known = (
        *("id", "name", "service", "party", "status", "source"),
        *("made_at", "answered_at", "alerted_at"),
    )
    may_lack = ("phone", "email", "staff", "link", "ref", "slot", "frees")
    remind_at = appointment.remind_at
    return {
        **{name: getattr(appointment, name) for name in known},
        **{name: getattr(appointment, name) or None for name in may_lack},
        "duration": appointment.minutes,
        "remind_at": None if remind_at is None else list(remind_at),
    }


def found_appointment(call: ApiCall) -> Appointment:
    """Return the appointment in the path, or refuse."""
    appointment = call.engine.load(Get(Appointment, (call.path["appointment"],)))
    return appointment or _refused(AppointmentResult("unknown_appointment"))


def _refused(answer: AppointmentResult) -> NoReturn:
    field = {"minutes": "duration"}.get(answer.field, answer.field)
    refuse(answer.code, PROBLEMS[answer.code], field)


async def _list(call: ApiCall) -> Page[AppointmentOut]:
    query, engine = call.query, call.engine
    rulebook = rules_of(engine)
    if query.since or query.until:
        return _by_time(call, rulebook)
    page = engine.load(AppointmentPage(query.status, query.cursor, query.limit + 1))
    return split_page(
        page,
        query.limit,
        lambda appointment: show(engine, appointment, rulebook),
        lambda appointment: appointment.id,
    )


def _by_time(call: ApiCall, rulebook: Rulebook) -> Page[AppointmentOut]:
    """List the appointments that start in a span of time, in that order."""
    query, engine = call.query, call.engine
    since = _when(query.since, "from", rulebook) or FIRST
    until = _when(query.until, "to", rulebook) or LAST
    at, after = read_place(query.cursor)
    if at is None or at < since:
        at, after = since, ""
    most = LOOKED_THROUGH if query.status else query.limit + 1
    scanned = engine.load(AppointmentsBetween(at, until, after, most))
    found = _with_status(scanned, query.status)

    def shown(appointment: Appointment) -> AppointmentOut:
        return show(engine, appointment, rulebook)

    if len(found) > query.limit or len(scanned) < most:
        return split_page(found, query.limit, shown, _place)
    return Page(items=list(map(shown, found)), next=_place(scanned[-1]))


def _with_status(appointments: Sequence[Appointment], status: str) -> Sequence[Appointment]:
    if not status:
        return appointments
    return [appointment for appointment in appointments if appointment.status == status]


def _place(appointment: Appointment) -> str:
    return place_cursor(appointment.starts_at, appointment.id)


def _when(text: str, field: str, rulebook: Rulebook) -> datetime | None:
    """Return the start or end of a span; a day begins at midnight and the last one is included."""
    if not text:
        return None
    if not DATE.fullmatch(text.strip()):
        return read_moment(text, field, rulebook.zone)
    day = datetime.combine(read_date(text, field), datetime.min.time())
    if field == "to":
        day += A_DAY
    return instant(day, rulebook.zone)


async def _book(call: ApiCall) -> AppointmentOut | NonDefaultResponse:
    engine = call.engine
    rulebook = rules_of(engine)
    command = call.sealed(read_booking(call.body, rulebook, call.new_id()))
    same = None if command.ref else _the_same(engine, command)
    answer: AppointmentResult
    if same is not None:
        answer = AppointmentResult("already", same)
    else:
        answer = await engine.execute(command, call.by)
    if answer.code in PROBLEMS or answer.appointment is None:
        _refused(answer)
    call.refuse_another(answer.appointment)
    shown = _with_told(engine, command, answer.appointment)
    if answer.code == "already":
        return NonDefaultResponse(200, shown)
    return shown


def _the_same(engine: Engine, command: BookAppointment) -> Appointment | None:
    """Return the appointment of the same customer, service and time, which was sent before.

    One that its customer left for an earlier time is not booked again either.
    """
    if not command.phone and not command.email:
        return None
    need = AppointmentsBetween(command.starts_at, command.starts_at + A_MINUTE)
    for appointment in engine.load(need):
        is_known = appointment.stands or _is_left_for_another(engine, appointment)
        if is_known and _booking(appointment) == _booking(command):
            return appointment
    return None


def _is_left_for_another(engine: Engine, appointment: Appointment) -> bool:
    """Return True if a customer moved to an earlier time of the same service."""
    if not appointment.gave_up:
        return False
    service, customer = normalized_name(appointment.service), normalized_name(appointment.name)
    others = [one for name in appointment.addresses for one in engine.load(AppointmentsAt(name))]
    return any(
        one.stands
        and one.starts_at < appointment.starts_at
        and (normalized_name(one.service), normalized_name(one.name)) == (service, customer)
        for one in others
    )


def _booking(booked: BookAppointment | Appointment) -> tuple[object, ...]:
    return (
        booked.starts_at,
        normalized_name(booked.service),
        normalized_name(booked.name),
        booked.phone,
        booked.email,
    )


async def _show(call: ApiCall) -> AppointmentOut:
    return show(call.engine, found_appointment(call), rules_of(call.engine))


async def _edit(call: ApiCall) -> AppointmentOut:
    engine, appointment = call.engine, found_appointment(call)
    rulebook = rules_of(engine)
    command = read_change(call.body, rulebook, appointment)
    answer: AppointmentResult = await engine.execute(
        _if_news(engine, command, appointment), call.by
    )
    _refuse_unless_done(answer, SAID_BY.get(type(command)))
    return _with_told(engine, command, answer.appointment or appointment, appointment.chain)


def _if_news(engine: Engine, command: Command, appointment: Appointment) -> Command:
    """Return a command that takes a cancellation back so that only who heard of it is told."""
    if not isinstance(command, RestoreAppointment) or was_told_of_end(engine, appointment):
        return command
    return msgspec.structs.replace(command, tell=False)


def _with_told(
    engine: Engine, command: Command, appointment: Appointment, chain_before: int = 0
) -> AppointmentOut:
    """Return the schema of an appointment after a command, and whether its customer was told."""
    shown = show(engine, appointment, rules_of(engine))
    kind = TELLING.get(type(command))
    if kind is None or not getattr(command, "tell", False):
        return shown
    occasion = "1" if kind == "booked" else str(appointment.chain)
    if kind == "rescheduled" and appointment.chain == chain_before:
        occasion = f"{appointment.chain}-{appointment.rev}"
    message = engine.load(Get(Message, (message_id(kind, appointment.id, occasion),)))
    return msgspec.structs.replace(shown, told=message is not None)


def _refuse_unless_done(answer: AppointmentResult, wanted: Status | None) -> None:
    """Refuse if the result is a problem, unless the appointment has the wanted status."""
    status = answer.appointment.status if answer.appointment is not None else None
    if wanted is not None and status == wanted:
        return
    if answer.code in PROBLEMS:
        _refused(answer)
    if wanted is not None and status == "confirmed":
        refuse("appointment_confirmed", CONFIRMED, "status")


APPOINTMENTS = [
    Endpoint(
        method="GET",
        path="/appointments",
        does=(
            "List appointments in the order of their ids; with `from` or `to`, in which they start."
        ),
        handle=_list,
        query=AppointmentQuery,
        answer=Page[AppointmentOut],
    ),
    Endpoint(
        method="POST",
        path="/appointments",
        does=(
            "Book an appointment. "
            "One that was sent before is answered with 200, and stays as it is."
        ),
        handle=_book,
        body=NewAppointment,
        answer=AppointmentOut,
        status=201,
        also=(200,),
        refusals=(409,),
        once=True,
    ),
    Endpoint(
        method="GET",
        path="/appointments/{appointment}",
        does="Show an appointment with its reminders.",
        handle=_show,
        answer=AppointmentOut,
        refusals=(404,),
    ),
    Endpoint(
        method="PATCH",
        path="/appointments/{appointment}",
        does=(
            "Change an appointment; "
            "or say that it is confirmed, cancelled, was missed, or is booked again."
        ),
        handle=_edit,
        body=AppointmentEdit,
        answer=AppointmentOut,
        refusals=(404, 409),
    ),
]
