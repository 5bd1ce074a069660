"""What is kept of one person in the book: appointments, what left for them, what was answered, what happened."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.kernel.audit import AuditLine
from fullhouse.kernel.records import Get
from fullhouse.products.appointments.commands import EraseAppointment
from fullhouse.products.appointments.model import (
    SCOPE as APPOINTMENTS,
)
from fullhouse.products.appointments.model import (
    Appointment,
    AppointmentResult,
    AppointmentsAt,
    ArchivedSend,
    RepliesOf,
    Send,
    SendsOf,
)
from fullhouse.web.kept import has_business, lines_of, shown

APPOINTMENTS_PER_PAGE = 100


def appointments_at(engine: Engine, address: str) -> tuple[Appointment, ...]:
    """Find every appointment of a phone number or an address, also those that are over."""
    return tuple(_walk(engine, AppointmentsAt(address, limit=APPOINTMENTS_PER_PAGE))) if has_business(engine) else ()


def _walk(engine: Engine, need: AppointmentsAt) -> Iterator[Appointment]:
    while page := engine.load(need):
        yield from page
        need = msgspec.structs.replace(need, after=page[-1].id)


async def export_appointments(engine: Engine, appointment: Appointment) -> dict[str, Any]:
    """Gather an appointment with its reminders, its replies and all that happened to it."""
    lines = await lines_of(engine, APPOINTMENTS, appointment.id)
    return {
        "appointment": msgspec.to_builtins(appointment),
        "sends": [msgspec.to_builtins(one) for one in _sends(engine, appointment, lines)],
        "replies": [msgspec.to_builtins(one) for one in engine.load(RepliesOf(appointment.id))],
        "audit": [shown(one, appointment) for one in lines],
    }


def _sends(engine: Engine, appointment: Appointment, lines: Iterable[AuditLine]) -> list[Send | ArchivedSend]:
    """List what has left: for times that were given up, which the lines name, and for the one that stands."""
    keys = sorted({one.key for line in lines for one in line.entries if one.kind == ArchivedSend.kind_name})
    over = [engine.load(Get(ArchivedSend, key)) for key in keys]
    now = [one for one in engine.load(SendsOf(appointment.id)) if one.chain == appointment.chain]
    return [*(one for one in over if one is not None), *now]


async def erase_appointments(engine: Engine, appointments: Iterable[Appointment], by: str) -> list[str]:
    """Forget whose these appointments were; return which. One that is ahead is cancelled, and its time is free."""
    erased = []
    for appointment in appointments:
        answer: AppointmentResult = await engine.execute(EraseAppointment(appointment_id=appointment.id), by)
        erased += [appointment.id] if answer.code == "erased" else []
    return erased
