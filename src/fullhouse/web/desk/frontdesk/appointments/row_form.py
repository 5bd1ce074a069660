"""An appointment as a row that is typed: cells in, a command with just what is different out, or problems by cell."""

from collections.abc import Mapping
from typing import Any

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.inbound.forms.appointment_form import typed_change
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.appointments.commands import EditAppointment
from fullhouse.products.frontdesk.appointments.messages import channel_of
from fullhouse.products.frontdesk.appointments.model import Appointment, Customer, customer_id
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.web.desk.frontdesk.appointments.formatting import CHANNELS
from fullhouse.web.desk.frontdesk.waitlist.formatting import REACH
from fullhouse.web.desk.frontdesk.waitlist.row_form import LONGEST_CELL, Reached

CELLS = (
    "name",
    "phone",
    "email",
    "service",
    "staff",
    "date",
    "time",
    "minutes",
    "remind_at",
    "link",
)
WHEN = ("date", "time")
# What lanes and rules call a field, and in which cell it is typed.
TYPED_AS = {"starts_at": "time", "duration": "minutes", "": "form"}
NO_REMINDERS = "none"
NONE = frozenset({NO_REMINDERS, "no", "-"})


class AppointmentRow(msgspec.Struct, frozen=True):
    """A row of the sheet."""

    appointment: Appointment
    cells: dict[str, str]
    was: str
    reached: Reached


def line_of(engine: Engine, appointment: Appointment, book: Rulebook) -> AppointmentRow:
    """Write an appointment as a row."""
    cells = cells_of(appointment, book)
    return AppointmentRow(
        appointment, cells, msgspec.json.encode(cells).decode(), reached(engine, appointment)
    )


def cells_of(appointment: Appointment, book: Rulebook) -> dict[str, str]:
    """Write an appointment as cells, by the clock on the wall."""
    there, hours = wall_time(appointment.starts_at, book.zone), appointment.remind_at
    plain = {
        name: str(getattr(appointment, name))
        for name in ("name", "phone", "email", "service", "staff", "link")
    }
    remind_at = "" if hours is None else ", ".join(map(str, hours)) or NO_REMINDERS
    when = {"date": f"{there:%Y-%m-%d}", "time": f"{there:%H:%M}"}
    return {**plain, **when, "minutes": str(appointment.minutes), "remind_at": remind_at}


def reached(engine: Engine, appointment: Appointment) -> Reached:
    """Say how someone is reached, and what is wrong with an address of theirs."""
    found = [
        (label, address, customer_of(engine, address)) for label, address in labelled(appointment)
    ]
    wrong = [
        f"{label}: {REACH[one.reach]}"
        for label, _, one in found
        if one is not None and one.reach != "fine"
    ]
    channel = channel_of(appointment, tuple(one for _, _, one in found if one is not None))
    said = CHANNELS[channel].capitalize() if channel else "Cannot be reached"
    return Reached(CHANNELS[channel], said, "; ".join(wrong))


def labelled(appointment: Appointment) -> list[tuple[str, str]]:
    """List where someone can be written to."""
    return [
        (label, one)
        for label, one in (("mobile", appointment.phone), ("mail", appointment.email))
        if one
    ]


def customer_of(engine: Engine, address: str) -> Customer | None:
    """Load what is remembered of a number or an address."""
    return engine.load(Get(Customer, (customer_id(address),)))


def blank() -> dict[str, str]:
    """Begin a new row."""
    return dict.fromkeys(CELLS, "")


def typed(form: Mapping[str, Any]) -> dict[str, str]:
    """Take the cells that a form carries, as they were typed."""
    return {name: str(form[name]).strip()[:LONGEST_CELL] for name in CELLS if name in form}


def cell_of(field: str) -> str:
    """Say in which cell a field is typed."""
    return TYPED_AS.get(field, field)


def edit(
    cells: Mapping[str, str], book: Rulebook, appointment: Appointment, *, tell: bool
) -> EditAppointment:
    """Make the command of the cells that were changed, or raise `Unfit`. A date and its time belong together."""
    known = cells_of(appointment, book)
    when = {name: known[name] for name in WHEN} if any(name in cells for name in WHEN) else {}
    never = cells.get("remind_at", "").casefold() in NONE
    fields = {
        name: text
        for name, text in {**when, **cells}.items()
        if not (never and name == "remind_at")
    }
    command = typed_change(fields, book, appointment, tell=tell)
    return msgspec.structs.replace(command, remind_at=()) if never else command
