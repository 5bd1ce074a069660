"""How appointments come in: what was typed or sent becomes a command, or problems, each with its field.

A service that there is, a time, a real phone number or mail address if one is given. Whether a time is free is for
the rules to say.
"""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import UNSET

from fullhouse.inbound.forms.appointment_schema import AppointmentEdit, NewAppointment
from fullhouse.inbound.forms.event_json import clean_line, decode
from fullhouse.inbound.forms.fields import Fields
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid, clean_name
from fullhouse.inbound.forms.timestamps import read_moment, typed_clock
from fullhouse.kernel.commands import Command
from fullhouse.products.frontdesk.appointments.bookings import LONGEST
from fullhouse.products.frontdesk.appointments.commands import (
    BookAppointment,
    CancelAppointment,
    ConfirmAppointment,
    EditAppointment,
    NoShow,
    RestoreAppointment,
    Unconfirm,
)
from fullhouse.products.frontdesk.appointments.model import (
    MOST_REMINDERS,
    Appointment,
    Source,
    Status,
)
from fullhouse.products.frontdesk.appointments.reminder_chain import EARLIEST_OVERRULED
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

ADDRESS = re.compile(r"https?://[^\s/?#]+\S*", re.ASCII | re.IGNORECASE)
LONGEST_NUMBER = 6
NUMBERS = re.compile(r"[\s,;]+", re.ASCII)
# What a script calls a field, and what it is called here.
SENT_AS = {"duration": "minutes"}
FIELDS = ("name", "phone", "email", "service", "staff", "starts_at", "minutes", "remind_at", "link")
NO_PICK = FieldProblem("no_pick", "Please choose one of these times.", "start")
ALONE = FieldProblem(
    "status_alone", "Change the status alone, and the other fields before or after it.", "status"
)


class PickedTime(msgspec.Struct, frozen=True):
    """A time that a customer chose, and with whom; nobody named means whoever is free."""

    starts_at: datetime
    staff: str


def read_booking(body: bytes, rulebook: Rulebook, appointment_id: str) -> BookAppointment:
    """Make the command of what a script sent, or raise `Unfit`. What has a name elsewhere is one, sent twice or not."""
    given = msgspec.structs.asdict(decode(body, NewAppointment))
    ref = clean_line(given.pop("ref") or "", "ref", empty=True)
    tell, free = given.pop("tell"), given.pop("only_if_free")
    read = _read({SENT_AS.get(name, name): one for name, one in given.items()}, rulebook)
    name = named_by(ref) if ref else appointment_id
    return BookAppointment(appointment_id=name, **read, ref=ref, source="api", tell=tell, free=free)


def named_by(ref: str) -> str:
    """Name an appointment by what it is called elsewhere."""
    return f"ref-{sha256(ref.encode()).hexdigest()[:24]}"


def read_change(body: bytes, rulebook: Rulebook, appointment: Appointment) -> Command:
    """Make the command that changes an appointment, or says how it stands; or raise `Unfit`."""
    given = msgspec.structs.asdict(decode(body, AppointmentEdit))
    tell, status = given.pop("tell"), given.pop("status")
    fields = {SENT_AS.get(name, name): one for name, one in given.items() if one is not UNSET}
    if status is UNSET:
        return EditAppointment(
            appointment_id=appointment.id,
            **_read(fields, rulebook, known=appointment.phone),
            source="api",
            tell=tell,
        )
    if fields:
        raise Invalid(ALONE)
    if status == "booked" and appointment.status == "confirmed":
        return Unconfirm(appointment_id=appointment.id)
    return read_status(appointment.id, status, "api", tell=tell)


def read_status(
    appointment_id: str, status: Status, source: Source = "desk", *, tell: bool = False
) -> Command:
    """Make the command by which an appointment comes to stand so."""
    if status == "confirmed":
        return ConfirmAppointment(appointment_id=appointment_id, source=source)
    if status == "cancelled":
        return CancelAppointment(appointment_id=appointment_id, source=source, tell=tell)
    if status == "no_show":
        return NoShow(appointment_id=appointment_id)
    return RestoreAppointment(appointment_id=appointment_id, tell=tell)


def from_fields(fields: Mapping[str, str]) -> dict[str, Any]:
    """Read a form's fields: date and time apart, minutes and hours as people type them; what is not there stays out."""
    typed: dict[str, Any] = {name: fields[name] for name in FIELDS if name in fields}
    if "date" in fields or "time" in fields:
        typed["starts_at"] = (
            f"{fields.get('date', '').strip()}T{typed_clock(fields.get('time', ''))}"
        )
    if "minutes" in typed:
        typed["minutes"] = _number(typed["minutes"]) if typed["minutes"].strip() else None
    if "remind_at" in typed:
        hours = [one for one in NUMBERS.split(typed["remind_at"].strip()) if one]
        typed["remind_at"] = [_number(one) for one in hours] if hours else None
    return typed


def _number(text: str) -> int:
    """Read a number; what is none becomes one that no check lets pass."""
    written = text.strip()
    return (
        int(written)
        if written.isdecimal() and written.isascii() and len(written) <= LONGEST_NUMBER
        else -1
    )


def typed_booking(
    fields: Mapping[str, str],
    rulebook: Rulebook,
    appointment_id: str,
    *,
    tell: bool = False,
    calls: bool = False,
) -> BookAppointment:
    """Make the command of what was typed at the desk, or raise `Unfit` with all that is wrong with it."""
    usual: dict[str, Any] = {"name": "", "service": "", "starts_at": ""}
    read = _read({**usual, **from_fields(fields)}, rulebook, calls=calls)
    return BookAppointment(appointment_id=appointment_id, **read, tell=tell)


def typed_change(
    fields: Mapping[str, str], rulebook: Rulebook, appointment: Appointment, *, tell: bool = False
) -> EditAppointment:
    """Make the command that changes what was typed anew at the desk, or raise `Unfit` with all that is wrong."""
    read = _read(from_fields(fields), rulebook, known=appointment.phone)
    return EditAppointment(appointment_id=appointment.id, **read, tell=tell)


def _read(
    given: Mapping[str, Any], rulebook: Rulebook, *, calls: bool = False, known: str = ""
) -> dict[str, Any]:
    """Check what was given, field by field."""
    desk = Fields(rulebook, calls=calls, known=known)
    clean: dict[str, Callable[[Any], Any]] = {
        "name": clean_name,
        "phone": lambda text: desk.phone(text or ""),
        "email": lambda text: desk.email(text or ""),
        "service": desk.service,
        "staff": lambda text: desk.staff(text or ""),
        "starts_at": lambda text: _start(text, "starts_at", rulebook),
        "minutes": _minutes,
        "remind_at": _remind_at,
        "link": lambda text: read_link(text or ""),
    }
    read = {name: desk.checked(clean[name], value) for name, value in given.items()}
    if desk.problems:
        raise Invalid(*desk.problems)
    return read


def _start(text: str, field: str, rulebook: Rulebook) -> datetime:
    return read_moment(text, field, rulebook.zone).replace(second=0, microsecond=0)


def _minutes(number: int | None) -> int:
    if number is None:
        return 0
    if not 1 <= number <= LONGEST:
        raise Invalid(
            FieldProblem(
                "bad_duration", f"An appointment takes from 1 to {LONGEST} minutes.", "duration"
            )
        )
    return number


def _remind_at(hours: list[int] | None) -> tuple[int, ...] | None:
    if hours is None:
        return None
    if len(hours) > MOST_REMINDERS or not all(1 <= one <= EARLIEST_OVERRULED for one in hours):
        sentence = (
            f"Up to {MOST_REMINDERS} reminders, each from 1 to {EARLIEST_OVERRULED} hours before."
        )
        raise Invalid(FieldProblem("bad_remind_at", sentence, "remind_at"))
    return tuple(sorted(set(hours), reverse=True))


def read_link(text: str) -> str:
    """Take the address of a page, or none."""
    address = clean_line(text, "link", empty=True)
    if address and not ADDRESS.fullmatch(address):
        raise Invalid(
            FieldProblem("bad_link", "A link begins with https:// and has no blanks.", "link")
        )
    return address


def read_picked_time(
    fields: Mapping[str, str], rulebook: Rulebook, appointment: Appointment
) -> PickedTime:
    """Read which time a customer chose, or raise `Unfit`. Where nobody is named in the rules there is one chair."""
    start, staff = fields.get("start", ""), fields.get("staff", "")
    if not start:
        raise Invalid(NO_PICK)
    chosen = Fields(rulebook).staff(staff) if rulebook.staff else appointment.staff
    return PickedTime(_start(start, "start", rulebook), chosen)
