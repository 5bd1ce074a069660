"""Commands of appointments, as parsed and validated values."""

from datetime import datetime

from msgspec import UNSET, UnsetType

from fullhouse.kernel.commands import Command
from fullhouse.kernel.link_binding import GivenByLink
from fullhouse.products.frontdesk.appointments.model import Source


class BookAppointment(Command, frozen=True, kw_only=True, tag="Book"):
    """Book an appointment.

    With `tell` its customer gets a message; with `free` it is booked only at a free time.
    """

    appointment_id: str
    name: str
    phone: str = ""
    email: str = ""
    service: str
    staff: str = ""
    starts_at: datetime
    minutes: int = 0
    party: int = 1
    remind_at: tuple[int, ...] | None = None
    link: str = ""
    ref: str = ""
    source: Source = "desk"
    tell: bool = False
    free: bool = False
    sent: str = ""


class BookPublicly(Command, frozen=True, kw_only=True, tag="BookPublicly"):
    """Book a free time for anyone who asks for it at the public page, if the rules allow it.

    `language` is the one that the customer chose, or "" for that of the business.
    """

    appointment_id: str
    name: str
    phone: str = ""
    email: str = ""
    service: str
    staff: str = ""
    starts_at: datetime
    party: int = 1
    language: str = ""


class EditAppointment(Command, frozen=True, kw_only=True, tag="EditAppointment"):
    """Change the given fields; another time starts another chain of reminders.

    With `tell` its customer gets a message about another time or staff member. With a `rev`
    nothing changes if the appointment has another one by now.
    """

    appointment_id: str
    name: str | UnsetType = UNSET
    phone: str | UnsetType = UNSET
    email: str | UnsetType = UNSET
    service: str | UnsetType = UNSET
    staff: str | UnsetType = UNSET
    starts_at: datetime | UnsetType = UNSET
    minutes: int | UnsetType = UNSET
    party: int | UnsetType = UNSET
    remind_at: tuple[int, ...] | UnsetType | None = UNSET
    link: str | UnsetType = UNSET
    source: Source = "desk"
    tell: bool = False
    rev: int | None = None


class ConfirmAppointment(Command, GivenByLink, frozen=True, kw_only=True, tag="Confirm"):
    """Confirm: by the customer's link `reply`, or by staff without one.

    `language` is the one that the customer chose on the page, if they did.
    """

    appointment_id: str
    chain: int = 0
    reply: str = ""
    source: Source = "desk"
    language: str = ""


class Unconfirm(Command, frozen=True, kw_only=True, tag="Unconfirm"):
    """Take back a confirmation, by staff; the reminders go on."""

    appointment_id: str


class CancelAppointment(Command, GivenByLink, frozen=True, kw_only=True, tag="Cancel"):
    """Cancel: by the customer's link `reply`, or by staff without one.

    Its customer gets a message if they cancelled it, with `tell`, and if a sheet or a calendar says
    so. If its row is `missing` from the sheet, staff get a note: nobody said why.
    """

    appointment_id: str
    chain: int = 0
    reply: str = ""
    source: Source = "desk"
    tell: bool = False
    missing: bool = False


class Reschedule(Command, GivenByLink, frozen=True, kw_only=True, tag="Reschedule"):
    """Move to a time that the customer picked, if it is free at commit.

    `language` is the one that the customer chose on the page, if they did.
    """

    appointment_id: str
    chain: int
    reply: str
    starts_at: datetime
    staff: str = ""
    language: str = ""


class TextBackAppointment(Command, frozen=True, kw_only=True, tag="TextBackAppointment"):
    """Reply to a text about an appointment; `text_id` is the text's id at the carrier."""

    appointment_id: str
    phone: str
    text_id: str
    words: str


class NoShow(Command, frozen=True, kw_only=True, tag="NoShow"):
    """Note that the customer did not come; the rest of the time is free."""

    appointment_id: str


class RestoreAppointment(Command, frozen=True, kw_only=True, tag="Restore"):
    """Undo a cancellation or no-show if the time is still free.

    With `tell` its customer gets a message, if the appointment lies ahead.
    """

    appointment_id: str
    source: Source = "desk"
    tell: bool = False


class EraseAppointment(Command, frozen=True, kw_only=True, tag="EraseAppointment"):
    """Erase the customer's data; an appointment that stands is cancelled first."""

    appointment_id: str


class StartReminderTicks(Command, frozen=True, kw_only=True, tag="KeepTime"):
    """Start the tick, every 15 minutes, and the summary on Mondays at 08:00."""


class Tick(Command, frozen=True, kw_only=True, tag="Tick"):
    """Set alarms for all appointments with a due action: one page, after a place."""

    at: datetime
    again: bool = True
    since: datetime | None = None
    after: str = ""


class RunDueAction(Command, frozen=True, kw_only=True, tag="Move"):
    """Run the due action of an appointment, if there still is one."""

    appointment_id: str


class SummariseWeek(Command, frozen=True, kw_only=True, tag="SummariseWeek"):
    """Send staff the figures of the week from a Monday such as `2026-11-09`."""

    week: str
    again: bool = True


class SetAppointmentRetention(Command, frozen=True, kw_only=True, tag="KeepAppointments"):
    """Erase customers so many days after their appointment; 0 keeps them."""

    days: int


class RetireAppointments(Command, frozen=True, kw_only=True, tag="RetireAppointments"):
    """Erase customers of appointments that ended so many days ago.

    One page after a place, then again tomorrow.
    """

    days: int
    again: bool = True
    after_starts: datetime | None = None
    after_id: str = ""


class MarkAppointmentsSynced(Command, frozen=True, kw_only=True, tag="MarkAppointments"):
    """Note the revisions that the sheet shows: `MOST_WRITTEN` at most."""

    appointments: tuple[tuple[str, int], ...]
