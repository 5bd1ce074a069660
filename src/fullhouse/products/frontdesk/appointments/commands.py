"""All that can be asked of appointments, as values: already parsed, nothing hostile left in them."""

from datetime import datetime
from typing import Literal

from msgspec import UNSET, UnsetType

from fullhouse.kernel.commands import Command
from fullhouse.products.frontdesk.appointments.model import Source


class BookAppointment(Command, frozen=True, kw_only=True, tag="Book"):
    """Write an appointment down. With `tell`, its customer is told; with `free`, only a time that is really free."""

    appointment_id: str
    name: str
    phone: str = ""
    email: str = ""
    service: str
    staff: str = ""
    starts_at: datetime
    minutes: int = 0
    remind_at: tuple[int, ...] | None = None
    link: str = ""
    ref: str = ""
    source: Source = "desk"
    tell: bool = False
    free: bool = False
    sent: str = ""


class EditAppointment(Command, frozen=True, kw_only=True, tag="EditAppointment"):
    """Change an appointment; only what is given. Another time is another chain of reminders.

    With `tell`, its customer hears of another time or of someone else who will be there.
    """

    appointment_id: str
    name: str | UnsetType = UNSET
    phone: str | UnsetType = UNSET
    email: str | UnsetType = UNSET
    service: str | UnsetType = UNSET
    staff: str | UnsetType = UNSET
    starts_at: datetime | UnsetType = UNSET
    minutes: int | UnsetType = UNSET
    remind_at: tuple[int, ...] | UnsetType | None = UNSET
    link: str | UnsetType = UNSET
    source: Source = "desk"
    tell: bool = False


class ConfirmAppointment(Command, frozen=True, kw_only=True, tag="Confirm"):
    """They are coming: a customer's answer to the link called `reply`, or staff's word without one."""

    appointment_id: str
    chain: int = 0
    reply: str = ""
    source: Source = "desk"


class Unconfirm(Command, frozen=True, kw_only=True, tag="Unconfirm"):
    """Staff take back that someone is coming, pressed by mistake or at their customer's word: their reminders go on."""

    appointment_id: str


class CancelAppointment(Command, frozen=True, kw_only=True, tag="Cancel"):
    """They are not coming: a customer's answer to the link called `reply`, or staff's word without one."""

    appointment_id: str
    chain: int = 0
    reply: str = ""
    source: Source = "desk"
    tell: bool = False


class Reschedule(Command, frozen=True, kw_only=True, tag="Reschedule"):
    """A customer picks another time. It is theirs only if it is really free when this is committed."""

    appointment_id: str
    chain: int
    reply: str
    starts_at: datetime
    staff: str = ""


class NoShow(Command, frozen=True, kw_only=True, tag="NoShow"):
    """Staff say that someone did not come: what is left of the time is free."""

    appointment_id: str


class RestoreAppointment(Command, frozen=True, kw_only=True, tag="Restore"):
    """Staff take a cancellation or a no-show back, if nobody else has the time; it is not offered any more.

    With `tell`, its customer hears that it stands again, if it lies ahead.
    """

    appointment_id: str
    source: Source = "desk"
    tell: bool = False


class EraseAppointment(Command, frozen=True, kw_only=True, tag="EraseAppointment"):
    """Forget who had an appointment; one that stands is cancelled first."""

    appointment_id: str


class NoteCustomer(Command, frozen=True, kw_only=True, tag="NoteCustomer"):
    """Remember of a phone number or an address that it wants no reminders, takes none, or wants them again."""

    address: str
    reach: Literal["fine", "opted_out", "bounced", "unreachable"]
    note: str = ""


class StartReminderTicks(Command, frozen=True, kw_only=True, tag="KeepTime"):
    """Begin the tick, to the quarter of an hour, and the weekly summary on Monday at 08:00."""


class Tick(Command, frozen=True, kw_only=True, tag="Tick"):
    """Look at everyone who is expected soon after a time, a page behind a place; have each moved whose move is due."""

    at: datetime
    again: bool = True
    since: datetime | None = None
    after: str = ""


class RunDueAction(Command, frozen=True, kw_only=True, tag="Move"):
    """Make the one move that is due for an appointment, if one still is."""

    appointment_id: str


class SummariseWeek(Command, frozen=True, kw_only=True, tag="SummariseWeek"):
    """Tell staff how the week that began on a Monday such as `2026-11-09` went."""

    week: str
    again: bool = True


class SetAppointmentRetention(Command, frozen=True, kw_only=True, tag="KeepAppointments"):
    """Forget, from now on, whose appointment is over for so many days; 0 keeps them until they are erased."""

    days: int


class RetireAppointments(Command, frozen=True, kw_only=True, tag="RetireAppointments"):
    """Have those forgotten whose appointment is over for so many days: a page behind a place; come again tomorrow."""

    days: int
    again: bool = True
    after_starts: datetime | None = None
    after_id: str = ""


class MarkAppointmentsSynced(Command, frozen=True, kw_only=True, tag="MarkAppointments"):
    """Note that appointments stand in the sheet as they were at these revisions: `MOST_WRITTEN` at once."""

    appointments: tuple[tuple[str, int], ...]
