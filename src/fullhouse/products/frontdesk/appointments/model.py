"""Words of this product: appointment, chain, reply, the day's book, and what can be asked of the store about them."""

import hashlib
from datetime import datetime, timedelta
from functools import lru_cache
from typing import ClassVar, Literal

import msgspec

from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Need, Record
from fullhouse.products.frontdesk.shared.documents import Document
from fullhouse.products.frontdesk.shared.holidays import Holidays
from fullhouse.products.frontdesk.shared.rulebook.model import Money
from fullhouse.products.frontdesk.shared.sms_budget import SmsSpend

SCOPE = "appointments"
Status = Literal["booked", "confirmed", "cancelled", "no_show"]
Source = Literal["desk", "api", "sheet", "calendar", "mail", "waitlist"]
Channel = Literal["text", "mail", ""]
Reach = Literal["fine", "opted_out", "bounced", "unreachable"]
Action = Literal["confirm", "reschedule", "cancel"]
Doubt = Literal["", "no_answer", "too_late", "unreachable"]
TakenBy = Literal["appointment", "slot"]

STANDING: frozenset[Status] = frozenset({"booked", "confirmed"})
MOST_REMINDERS = 5
MOST_WRITTEN = (
    30  # appointments that are noted at once as written to the sheet: one commit on every platform
)
ADDRESSES_KEPT = 4096  # whose names are worked out once: each is asked for several times in a row
A_MINUTE = timedelta(minutes=1)
# What the name of someone who was erased says instead.
ERASED_NAME = "Erased customer"
ERASED = "erased"


class Appointment(Record, frozen=True, kw_only=True):
    """Someone is booked for a service at a time. Another time is another chain of reminders, counted by `chain`.

    `remind_at` overrules its service's schedule, in hours before; None leaves it to the rules. `reminded` are the hours
    of this chain's reminders that were decided on, `reminder` is the message of the last, `alerted_at` when staff were
    told that they may not come, and `alerted_for` why. `made_at` is when this time was made: what was due before that
    never is. `gave_up` says that its customer cancelled or moved it of their own accord, `frees` names the slot that
    its last given-up time became. `sent` is the digest of what a script sent under a key of its own.
    """

    kind_name: ClassVar[str] = "appointment"
    key_fields: ClassVar[tuple[str, ...]] = ("id",)

    id: str
    name: str
    phone: str = ""
    email: str = ""
    service: str
    staff: str = ""
    starts_at: datetime
    minutes: int
    price: Money | None = None
    status: Status = "booked"
    source: Source = "desk"
    link: str = ""
    ref: str = ""
    slot: str = ""
    remind_at: tuple[int, ...] | None = None
    made_at: datetime
    chain: int = 1
    reminded: tuple[int, ...] = ()
    reminder: str = ""
    alerted_at: datetime | None = None
    alerted_for: Doubt = ""
    answered_at: datetime | None = None
    ended_at: datetime | None = None
    gave_up: bool = False
    frees: str = ""
    sent: str = ""
    unwritten: bool = True
    rev: int = 0

    @property
    def ends_at(self) -> datetime:
        """When the booked time is over."""
        return self.starts_at + self.minutes * A_MINUTE

    @property
    def stands(self) -> bool:
        """Whether someone is expected."""
        return self.status in STANDING

    @property
    def is_erased(self) -> bool:
        """Whether nothing is known any more of who this was."""
        return self.name == ERASED_NAME and not self.addresses

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where this person can be reached, the phone first."""
        return tuple(one for one in (self.phone, self.email) if one)


class Customer(Record, frozen=True, kw_only=True):
    """A phone number or mail address, under a name that does not show it: what it does not want."""

    kind_name: ClassVar[str] = "customer"
    key_fields: ClassVar[tuple[str, ...]] = ("id",)

    id: str
    reach: Reach = "fine"
    note: str = ""
    at: datetime
    rev: int = 0


@lru_cache(ADDRESSES_KEPT)
def customer_id(address: str) -> str:
    """Name the customer of an address."""
    return hashlib.sha256(f"customer {address}".encode()).hexdigest()[:32]


class Send(Record, frozen=True, kw_only=True):
    """A reminder, or a word to staff, that has left: written down after the carrier took it."""

    kind_name: ClassVar[str] = "send"
    key_fields: ClassVar[tuple[str, ...]] = ("appointment_id", "id")

    appointment_id: str
    id: str
    chain: int
    move: str
    channel: str
    sent_at: datetime


class ArchivedSend(Record, frozen=True, kw_only=True):
    """What left for a time that was given up: the chain of a rescheduled appointment."""

    kind_name: ClassVar[str] = "archived_send"
    key_fields: ClassVar[tuple[str, ...]] = ("appointment_id", "id")

    appointment_id: str
    id: str
    chain: int
    move: str
    channel: str
    sent_at: datetime


class Reply(Record, frozen=True, kw_only=True):
    """An answer to a link. Its id is what the link carried, so each link is taken once."""

    kind_name: ClassVar[str] = "reply"
    key_fields: ClassVar[tuple[str, ...]] = ("appointment_id", "id")

    appointment_id: str
    id: str
    action: Action
    chain: int
    replied_at: datetime
    old_time: datetime
    new_time: datetime | None = None


class BusyTime(msgspec.Struct, frozen=True):
    """A part of a day that is not free: an appointment's, or a freed slot's that is being offered."""

    id: str
    starts_at: datetime
    minutes: int
    staff: str = ""
    by: TakenBy = "appointment"

    @property
    def ends_at(self) -> datetime:
        """When it is free again."""
        return self.starts_at + self.minutes * A_MINUTE


class DaySchedule(Record, frozen=True, kw_only=True):
    """One day's book, by the date on the wall: all that is taken. Whoever books looks here, and writes here."""

    kind_name: ClassVar[str] = "day"
    key_fields: ClassVar[tuple[str, ...]] = ("id",)

    id: str
    taken: tuple[BusyTime, ...] = ()
    rev: int = 0


class AppointmentsBetween(Need[tuple[Appointment, ...]], frozen=True):
    """Appointments that start from one instant on and before another, in order; of those at the first, behind an id.

    The next page begins where the last one of this page stands: `since` it starts, `after` its id.
    """

    query_name: ClassVar[str] = "Between"
    since: datetime
    until: datetime
    after: str = ""
    limit: int = 500


class AppointmentPage(Need[tuple[Appointment, ...]], frozen=True):
    """Appointments by id, those after a cursor; with one status, or with any."""

    query_name: ClassVar[str] = "AppointmentPage"
    status: str = ""
    after: str = ""
    limit: int = 100


class AppointmentsAt(Need[tuple[Appointment, ...]], frozen=True):
    """Appointments with this phone number or mail address, by id, those after a cursor."""

    query_name: ClassVar[str] = "AppointmentsAt"
    address: str
    after: str = ""
    limit: int = 500


class UnwrittenAppointments(Need[tuple[Appointment, ...]], frozen=True):
    """Appointments that have changed since they were last written to the sheet, by id. Must not be stale."""

    query_name: ClassVar[str] = "UnwrittenAppointments"
    after: str = ""
    limit: int = 500


class OldestEnded(Need[tuple[Appointment, ...]], frozen=True):
    """Appointments by when they start, the longest ago first, behind a place; of whom something is still known."""

    query_name: ClassVar[str] = "LongestOver"
    after_starts: datetime | None = None
    after_id: str = ""
    limit: int = 20


class SendsOf(Need[tuple[Send, ...]], frozen=True):
    """All that has left for an appointment's chain, in order."""

    query_name: ClassVar[str] = "SendsOf"
    appointment_id: str


class RepliesOf(Need[tuple[Reply, ...]], frozen=True):
    """All that was answered to an appointment's links, the newest first."""

    query_name: ClassVar[str] = "RepliesOf"
    appointment_id: str


class Days(Need[tuple[DaySchedule, ...]], frozen=True):
    """The books of the days from one date to another, both included, in order; days without a book are left out."""

    query_name: ClassVar[str] = "Days"
    first: str
    last: str


class AppointmentState(msgspec.Struct, frozen=True, kw_only=True):
    """What was loaded for a rule. `day` is the book in which an appointment stands, `other_day` that of a new time."""

    rules: Document | None = None
    voice: Document | None = None
    holidays: Holidays | None = None
    appointment: Appointment | None = None
    customers: tuple[Customer, ...] = ()
    spend: SmsSpend | None = None
    day: DaySchedule | None = None
    other_day: DaySchedule | None = None
    near: tuple[DaySchedule, ...] = ()
    reply: Reply | None = None
    sends: tuple[Send, ...] = ()
    send: Send | None = None
    archived_send: ArchivedSend | None = None
    reminder: Message | None = None
    page: tuple[Appointment, ...] = ()
    several: tuple[Appointment, ...] = ()

    @property
    def books(self) -> dict[str, DaySchedule]:
        """Every day's book that was loaded, by its date."""
        return {one.id: one for one in (*self.near, self.day, self.other_day) if one is not None}


class AppointmentResult(msgspec.Struct, frozen=True):
    """What became of a command: a code that pages and messages have words for, and what it concerns."""

    code: str
    appointment: Appointment | None = None
    field: str = ""
