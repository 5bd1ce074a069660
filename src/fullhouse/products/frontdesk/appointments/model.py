"""Records of appointments (appointment, reply, day schedule) and queries about them."""

from datetime import datetime, timedelta
from typing import ClassVar, Literal

import msgspec

from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Need, Record
from fullhouse.products.frontdesk.shared.contacts import BookedThere, Contact
from fullhouse.products.frontdesk.shared.documents import Document
from fullhouse.products.frontdesk.shared.holidays import Holidays
from fullhouse.products.frontdesk.shared.rulebook.model import Money
from fullhouse.products.frontdesk.shared.sms_budget import SmsSpend

SCOPE = "appointments"
Status = Literal["booked", "confirmed", "cancelled", "no_show"]
# `form` is the public page for booking.
Source = Literal["desk", "api", "sheet", "calendar", "mail", "waitlist", "form"]
# Sources that a sync reads: nobody there can choose whether a customer is told.
SYNCED: frozenset[Source] = frozenset({"sheet", "calendar"})
Channel = Literal["text", "mail", ""]
Action = Literal["confirm", "reschedule", "cancel"]
Doubt = Literal["", "no_answer", "too_late", "unreachable"]
TakenBy = Literal["appointment", "slot"]

STANDING: frozenset[Status] = frozenset({"booked", "confirmed"})
MOST_REMINDERS = 5
# Bookings ahead that strangers may have made with one address at the public page.
MOST_OPEN_BOOKINGS = 3
# Appointments noted at once as written to the sheet, so that they fit into one commit.
MOST_WRITTEN = 30
A_MINUTE = timedelta(minutes=1)
# From when on a customer who is not there counts as one who does not come.
NO_SHOW_AFTER = 5 * A_MINUTE
# Replaces the name of an erased customer.
ERASED_NAME = "Erased customer"
ERASED = "erased"


class Appointment(Record, frozen=True, kw_only=True):
    """A customer's booked time for a `party` of people. Another time starts another `chain`.

    `remind_at` overrides the service's schedule, in hours before; None uses the rules. `reminded`
    are the hours of this chain's reminders so far, `reminder` is the message of the last one,
    `alerted_at` when staff were alerted that the customer may not come, and `alerted_for` why.
    `made_at` is when this time was booked: a reminder that was due before that is never sent.

    `gave_up` means that the customer cancelled or moved it themselves, `frees` names the slot that
    the last released time became. `sent` is the digest of a request that a script sent with its own
    key. `language` is the one that the customer chose, or "" for that of the business.
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
    party: int = 1
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
    language: str = ""

    @property
    def ends_at(self) -> datetime:
        """End of the booked time."""
        return self.starts_at + self.minutes * A_MINUTE

    @property
    def missed_from(self) -> datetime:
        """When staff may first note that the customer did not come: many are a little late."""
        return self.starts_at + NO_SHOW_AFTER

    @property
    def changes_until(self) -> datetime:
        """When its links end: with its start, or with its end if it was claimed after it began."""
        is_late = self.slot != "" and self.made_at > self.starts_at
        return self.ends_at if is_late else self.starts_at

    @property
    def stands(self) -> bool:
        """True if the customer is expected."""
        return self.status in STANDING

    @property
    def is_erased(self) -> bool:
        """True if the customer's data is erased."""
        return self.name == ERASED_NAME and not self.addresses

    @property
    def addresses(self) -> tuple[str, ...]:
        """Addresses of the customer, the phone first."""
        return tuple(address for address in (self.phone, self.email) if address)


class Send(Record, frozen=True, kw_only=True):
    """A reminder or alert that was sent: stored after the carrier took it."""

    kind_name: ClassVar[str] = "send"
    key_fields: ClassVar[tuple[str, ...]] = ("appointment_id", "id")

    appointment_id: str
    id: str
    chain: int
    move: str
    channel: str
    sent_at: datetime


class ArchivedSend(Record, frozen=True, kw_only=True):
    """A send of a time that was released: an old chain of the appointment."""

    kind_name: ClassVar[str] = "archived_send"
    key_fields: ClassVar[tuple[str, ...]] = ("appointment_id", "id")

    appointment_id: str
    id: str
    chain: int
    move: str
    channel: str
    sent_at: datetime


class Reply(Record, frozen=True, kw_only=True):
    """A reply by link. Its id comes from the link, so that each link works once."""

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
    """A span that is not free: an appointment, or a hold for a slot on offer.

    Those of earlier versions have no `service`.
    """

    id: str
    starts_at: datetime
    minutes: int
    staff: str = ""
    by: TakenBy = "appointment"
    service: str = ""

    @property
    def ends_at(self) -> datetime:
        """End of the span."""
        return self.starts_at + self.minutes * A_MINUTE


class DaySchedule(Record, frozen=True, kw_only=True):
    """All busy times of one day, by local date. Every booking reads and writes it.

    `waiting` are the times of open slots that nobody holds an offer of: free for bookings.
    """

    kind_name: ClassVar[str] = "day"
    key_fields: ClassVar[tuple[str, ...]] = ("id",)

    id: str
    taken: tuple[BusyTime, ...] = ()
    rev: int = 0
    waiting: tuple[BusyTime, ...] = ()


class OnlineNews(Record, frozen=True, kw_only=True):
    """Until when news of one customer's own actions waits in one note to staff; never audited.

    Its id is that of the customer's contact. `note` is the message that collects what followed the
    first note, if anything did.
    """

    kind_name: ClassVar[str] = "online_news"
    key_fields: ClassVar[tuple[str, ...]] = ("id",)

    id: str
    note: str = ""
    ends_at: datetime
    rev: int = 0


class AppointmentsBetween(Need[tuple[Appointment, ...]], frozen=True):
    """Appointments that start in a time span, in order.

    Of those at its start, only after an id. The next page begins at the last one of this page:
    `since` it starts, `after` its id.
    """

    query_name: ClassVar[str] = "Between"
    since: datetime
    until: datetime
    after: str = ""
    limit: int = 500


class AppointmentPage(Need[tuple[Appointment, ...]], frozen=True):
    """Appointments by id, after a cursor; with one status, or with any."""

    query_name: ClassVar[str] = "AppointmentPage"
    status: str = ""
    after: str = ""
    limit: int = 100


class AppointmentsAt(Need[tuple[Appointment, ...]], frozen=True):
    """Appointments with this phone number or email address, by id, after a cursor."""

    query_name: ClassVar[str] = "AppointmentsAt"
    address: str
    after: str = ""
    limit: int = 500


class UnwrittenAppointments(Need[tuple[Appointment, ...]], frozen=True):
    """Appointments changed since they were written to the sheet. Not stale."""

    query_name: ClassVar[str] = "UnwrittenAppointments"
    after: str = ""
    limit: int = 500


class OldestEnded(Need[tuple[Appointment, ...]], frozen=True):
    """Appointments that are not erased, the earliest first, after a place."""

    query_name: ClassVar[str] = "LongestOver"
    after_starts: datetime | None = None
    after_id: str = ""
    limit: int = 20


class SendsOf(Need[tuple[Send, ...]], frozen=True):
    """All sends of an appointment's chain, in order."""

    query_name: ClassVar[str] = "SendsOf"
    appointment_id: str


class RepliesOf(Need[tuple[Reply, ...]], frozen=True):
    """All replies to an appointment's links, newest first."""

    query_name: ClassVar[str] = "RepliesOf"
    appointment_id: str


class Days(Need[tuple[DaySchedule, ...]], frozen=True):
    """Day schedules from one date to another, both included; empty days are left out."""

    query_name: ClassVar[str] = "Days"
    first: str
    last: str


class AppointmentState(msgspec.Struct, frozen=True, kw_only=True):
    """The records loaded for a rule.

    `day` is the schedule of the appointment's day, `other_day` that of a new time. `there` are the
    appointments that overlap a new time, `theirs` those with the customer's addresses.
    `booked_there` are appointments with the number of a text, `waiting_there` the names of those
    who wait with it. `news` is until when news of the customer waits, in the message `news_note`.
    """

    rules: Document | None = None
    voice: Document | None = None
    holidays: Holidays | None = None
    appointment: Appointment | None = None
    contacts: tuple[Contact, ...] = ()
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
    there: tuple[Appointment, ...] = ()
    theirs: tuple[Appointment, ...] = ()
    booked_there: tuple[BookedThere, ...] = ()
    waiting_there: tuple[str, ...] = ()
    news: OnlineNews | None = None
    news_note: Message | None = None

    @property
    def books(self) -> dict[str, DaySchedule]:
        """All loaded day schedules by date."""
        return {day.id: day for day in (*self.near, self.day, self.other_day) if day is not None}


class AppointmentResult(msgspec.Struct, frozen=True):
    """Result of a command: a code that pages and messages have texts for."""

    code: str
    appointment: Appointment | None = None
    field: str = ""
