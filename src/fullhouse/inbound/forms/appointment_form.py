"""Appointments from forms and JSON: fields become a command, or problems with their fields.

The service must exist, and a phone number or email address must be real. Whether a time is free
is decided by the rules.
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
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid, clean_name, clean_party
from fullhouse.inbound.forms.timestamps import read_moment, typed_clock
from fullhouse.kernel.commands import Command
from fullhouse.kernel.patterns import regex
from fullhouse.locale.current import gettext
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
from fullhouse.products.frontdesk.waitlist.model import LARGEST_PARTY

ADDRESS = regex(r"https?://[^\s/?#]+\S*", re.ASCII | re.IGNORECASE)
LONGEST_NUMBER = 6
NUMBERS = regex(r"[\s,;]+", re.ASCII)
# Names of fields in the API that differ from ours.
SENT_AS = {"duration": "minutes"}
FIELDS = (
    *("name", "phone", "email", "service", "staff", "starts_at"),
    *("minutes", "party", "remind_at", "link"),
)
NO_PICK = FieldProblem("no_pick", "Please choose one of these times.", "start")
ALONE = FieldProblem(
    "status_alone", "Change the status alone, and the other fields before or after it.", "status"
)


class PickedTime(msgspec.Struct, frozen=True):
    """A time and staff member that a customer chose; no staff member means any."""

    starts_at: datetime
    staff: str


def read_booking(body: bytes, rulebook: Rulebook, appointment_id: str) -> BookAppointment:
    """Build the command from JSON, or raise `Invalid`. The same `ref` is the same appointment."""
    given = msgspec.structs.asdict(decode(body, NewAppointment))
    ref = clean_line(given.pop("ref") or "", "ref", empty=True)
    tell, free = given.pop("tell"), given.pop("only_if_free")
    read = _read({SENT_AS.get(name, name): value for name, value in given.items()}, rulebook)
    name = named_by(ref) if ref else appointment_id
    return BookAppointment(appointment_id=name, **read, ref=ref, source="api", tell=tell, free=free)


def named_by(ref: str) -> str:
    """Return the appointment id for a booking tool's reference."""
    return f"ref-{sha256(ref.encode()).hexdigest()[:24]}"


def read_change(body: bytes, rulebook: Rulebook, appointment: Appointment) -> Command:
    """Build the command that edits an appointment or changes its status, or raise `Invalid`."""
    given = msgspec.structs.asdict(decode(body, AppointmentEdit))
    tell, status = given.pop("tell"), given.pop("status")
    set_fields = {name: value for name, value in given.items() if value is not UNSET}
    fields = {SENT_AS.get(name, name): value for name, value in set_fields.items()}
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
    """Build the command that gives an appointment a status."""
    if status == "confirmed":
        return ConfirmAppointment(appointment_id=appointment_id, source=source)
    if status == "cancelled":
        return CancelAppointment(appointment_id=appointment_id, source=source, tell=tell)
    if status == "no_show":
        return NoShow(appointment_id=appointment_id)
    return RestoreAppointment(appointment_id=appointment_id, tell=tell)


def from_fields(fields: Mapping[str, str]) -> dict[str, Any]:
    """Read a form's fields as people type them; missing fields are left out."""
    typed: dict[str, Any] = {name: fields[name] for name in FIELDS if name in fields}
    if "date" in fields or "time" in fields:
        day, clock = fields.get("date", "").strip(), typed_clock(fields.get("time", ""))
        typed["starts_at"] = f"{day}T{clock}"
    if "minutes" in typed:
        typed["minutes"] = _number(typed["minutes"]) if typed["minutes"].strip() else None
    if "party" in typed:
        typed["party"] = _number(typed["party"]) if typed["party"].strip() else None
    if "remind_at" in typed:
        typed["remind_at"] = _numbers(typed["remind_at"])
    return typed


def _numbers(text: str) -> list[int] | None:
    parts = filter(None, NUMBERS.split(text.strip()))
    return list(map(_number, parts)) or None


def _number(text: str) -> int:
    """Read a number; anything else becomes -1, which no check lets pass."""
    written = text.strip()
    if written.isdecimal() and written.isascii() and len(written) <= LONGEST_NUMBER:
        return int(written)
    return -1


def typed_booking(
    fields: Mapping[str, str],
    rulebook: Rulebook,
    appointment_id: str,
    *,
    tell: bool = False,
    calls: bool = False,
) -> BookAppointment:
    """Build the command from the desk's form, or raise `Invalid` with all problems."""
    usual: dict[str, Any] = {"name": "", "service": "", "starts_at": ""}
    read = _read({**usual, **from_fields(fields)}, rulebook, calls=calls)
    return BookAppointment(appointment_id=appointment_id, **read, tell=tell)


def typed_change(
    fields: Mapping[str, str], rulebook: Rulebook, appointment: Appointment, *, tell: bool = False
) -> EditAppointment:
    """Build the command from the desk's edit form, or raise `Invalid` with all problems."""
    read = _read(from_fields(fields), rulebook, known=appointment.phone)
    return EditAppointment(appointment_id=appointment.id, **read, tell=tell)


def _read(
    given: Mapping[str, Any], rulebook: Rulebook, *, calls: bool = False, known: str = ""
) -> dict[str, Any]:
    """Check the given fields one by one."""
    desk = Fields(rulebook, calls=calls, known=known)
    clean: dict[str, Callable[[Any], Any]] = {
        "name": clean_name,
        "phone": lambda text: desk.phone(text or ""),
        "email": lambda text: desk.email(text or ""),
        "service": desk.service,
        "staff": lambda text: desk.staff(text or ""),
        "starts_at": lambda text: _start(text, rulebook),
        "minutes": _minutes,
        "party": lambda number: clean_party(number, LARGEST_PARTY),
        "remind_at": _remind_at,
        "link": lambda text: read_link(text or ""),
    }
    read = {name: desk.checked(clean[name], value) for name, value in given.items()}
    if desk.problems:
        raise Invalid(*desk.problems)
    return read


def _start(text: str, rulebook: Rulebook) -> datetime:
    return read_moment(text, "starts_at", rulebook.zone).replace(second=0, microsecond=0)


def _minutes(number: int | None) -> int:
    if number is None:
        return 0
    if not 1 <= number <= LONGEST:
        sentence = gettext("An appointment takes from 1 to %(most)s minutes.", most=str(LONGEST))
        raise Invalid(FieldProblem("bad_duration", sentence, "duration"))
    return number


def _remind_at(hours: list[int] | None) -> tuple[int, ...] | None:
    if hours is None:
        return None
    if len(hours) > MOST_REMINDERS or not all(1 <= hour <= EARLIEST_OVERRULED for hour in hours):
        sentence = gettext(
            "Up to %(most)s reminders, each from 1 to %(hours)s hours before.",
            most=MOST_REMINDERS,
            hours=EARLIEST_OVERRULED,
        )
        raise Invalid(FieldProblem("bad_remind_at", sentence, "remind_at"))
    return tuple(sorted(set(hours), reverse=True))


def read_link(text: str) -> str:
    """Return the address of a page, or an empty text."""
    address = clean_line(text, "link", empty=True)
    if address and not ADDRESS.fullmatch(address):
        sentence = gettext("A link begins with https:// and has no blanks.")
        raise Invalid(FieldProblem("bad_link", sentence, "link"))
    return address


def read_picked_time(
    fields: Mapping[str, str], rulebook: Rulebook, appointment: Appointment
) -> PickedTime:
    """Read the time that a customer chose, or raise `Invalid`.

    If the rules name no staff, the appointment's own staff member is kept.
    """
    start, staff = fields.get("start", ""), fields.get("staff", "")
    if not start:
        raise Invalid(NO_PICK)
    chosen = Fields(rulebook).staff(staff) if rulebook.staff else appointment.staff
    return PickedTime(read_moment(start, "start", rulebook.zone), chosen)
