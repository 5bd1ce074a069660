"""An appointment as an editable row: cells in, a command with the changes or problems out."""

from collections.abc import Mapping
from typing import Any

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.inbound.forms.appointment_form import typed_change
from fullhouse.kernel.times import wall_time
from fullhouse.locale.current import gettext, translate
from fullhouse.products.frontdesk.appointments.commands import EditAppointment
from fullhouse.products.frontdesk.appointments.messages import channel_of
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.contacts import Contact, found_contacts, reach_needs
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.web.desk.frontdesk.appointments.formatting import CHANNELS
from fullhouse.web.desk.frontdesk.waitlist.formatting import REACH
from fullhouse.web.desk.frontdesk.waitlist.row_form import (
    LONGEST_CELL,
    Reached,
    overtaken,
    reached_by,
)

CELLS = (
    "name",
    "phone",
    "email",
    "service",
    "staff",
    "date",
    "time",
    "minutes",
    "party",
    "remind_at",
    "link",
)
WHEN = ("date", "time")
# The cell of a field, where its name differs in forms and rules.
TYPED_AS = {"starts_at": "time", "duration": "minutes", "": "form"}
NO_REMINDERS = "none"
NONE = frozenset({NO_REMINDERS, "no", "-"})


class AppointmentRow(msgspec.Struct, frozen=True):
    """A row of the sheet."""

    appointment: Appointment
    cells: dict[str, str]
    was: str
    reached: Reached


def row_line(engine: Engine, appointment: Appointment, book: Rulebook) -> AppointmentRow:
    """Return an appointment as a row."""
    cells = form_cells(appointment, book)
    return AppointmentRow(
        appointment, cells, msgspec.json.encode(cells).decode(), reached(engine, appointment)
    )


def form_cells(appointment: Appointment, book: Rulebook) -> dict[str, str]:
    """Return an appointment as cells, in the time zone of the business."""
    starts_at, hours = wall_time(appointment.starts_at, book.zone), appointment.remind_at
    plain = {
        name: str(getattr(appointment, name))
        for name in ("name", "phone", "email", "service", "staff", "link")
    }
    remind_at = ""
    if hours is not None:
        remind_at = ", ".join(map(str, hours)) or NO_REMINDERS
    when = {"date": f"{starts_at:%Y-%m-%d}", "time": f"{starts_at:%H:%M}"}
    return {
        **plain,
        **when,
        "minutes": str(appointment.minutes),
        "party": str(appointment.party),
        "remind_at": remind_at,
    }


def reached(engine: Engine, appointment: Appointment) -> Reached:
    """Return how the customer is reached, and the problems of their addresses."""
    known, wrong = [], []
    for label, address in labelled(appointment):
        contact = contact_of(engine, address)
        if contact is None:
            continue
        known.append(contact)
        if contact.reach != "fine":
            wrong.append(f"{label}: {translate(REACH[contact.reach])}")
        elif contact.awaits_consent:
            wrong.append(gettext("mobile: no texts until you confirm that they agree"))
    channel = channel_of(appointment, tuple(known))
    return reached_by(channel, translate(CHANNELS[channel]), wrong)


def labelled(appointment: Appointment) -> list[tuple[str, str]]:
    """List the customer's number and address, as far as they are known."""
    pairs = ((gettext("mobile"), appointment.phone), (gettext("mail"), appointment.email))
    return [(label, address) for label, address in pairs if address]


def contact_of(engine: Engine, address: str) -> Contact | None:
    """Load the contact of a number or an address; without one, from its customer record."""
    found = {name: engine.load(need) for name, need in reach_needs((address,)).items()}
    return next(iter(found_contacts(found)), None)


def blank_row() -> dict[str, str]:
    """Return the cells of a new row."""
    return dict.fromkeys(CELLS, "")


def typed_row(form: Mapping[str, Any]) -> dict[str, str]:
    """Return the cells of a form as typed."""
    return {name: str(form[name]).strip()[:LONGEST_CELL] for name in CELLS if name in form}


def cell_of(field: str) -> str:
    """Return the cell of a field."""
    return TYPED_AS.get(field, field)


def overtaken_row(
    cells: Mapping[str, str], was: Mapping[str, str], now: Mapping[str, str]
) -> dict[str, str]:
    """Name the changed cells that someone else has changed since; day and time belong together."""
    fields = dict(cells)
    if any(name in cells for name in WHEN):
        fields |= {name: cells.get(name, was.get(name, "")) for name in WHEN}
    return overtaken(fields, was, now)


def edit_of_row(
    cells: Mapping[str, str], book: Rulebook, appointment: Appointment, *, tell: bool
) -> EditAppointment:
    """Return the command for the changed cells; raise `Invalid`."""
    known = form_cells(appointment, book)
    fields = dict(cells)
    if any(name in cells for name in WHEN):
        # A date and its time are read together: the one that did not change is filled in.
        fields = {name: known[name] for name in WHEN} | fields
    is_never = cells.get("remind_at", "").casefold() in NONE
    if is_never:
        del fields["remind_at"]
    command = typed_change(fields, book, appointment, tell=tell)
    if is_never:
        return msgspec.structs.replace(command, remind_at=())
    return command
