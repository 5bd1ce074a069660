"""Records of the guest list: event, guest, offer, settings; and needs about them."""

from datetime import datetime, timedelta
from typing import ClassVar, Literal

import msgspec

from fullhouse.kernel.messages import Message
from fullhouse.kernel.offers import OfferRules, Opening, send_at
from fullhouse.kernel.records import Need, Record
from fullhouse.kernel.times import QuietHours, duration, instant, time_of_day
from fullhouse.products.rsvp.capacity import Shares, kept_within
from fullhouse.products.rsvp.event_content import CoverImage, EventContent
from fullhouse.products.rsvp.form_questions import Answers

EventState = Literal["open", "closed", "cancelled"]
GuestState = Literal["pending", "confirmed", "waitlisted", "cancelled"]
Reach = Literal["fine", "opted_out", "bounced", "unreachable"]
Source = Literal["form", "link", "mail", "import", "api", "host", "door"]
PlaceAs = Literal["pending", "confirmed"]

MORNING = "morning"
LARGEST_CAP = 1_000_000
LARGEST_PARTY = 50
LONGEST_RUN_UP_DAYS = 60
# Bounds the alarms of an event, so that all of them fit into one commit.
MOST_REMINDERS = 10
MOST_PLANS = 8
LONGEST_DURATION = timedelta(days=366)
# The end of an erased guest's address: a domain that can never exist.
ERASED = "@erased.invalid"


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Settings of an event; everything has a default."""

    reminders: tuple[str, ...] = ("7d", "1d", MORNING)
    morning_at: str = "09:00"
    quiet_hours: QuietHours = QuietHours()
    claim_window: str = "6h"
    shortest_window: str = "20m"
    invite_window: str = "72h"
    mail_grace: str = "30m"
    time_critical_offers: bool = False
    max_party: int = 1
    confirm_by_mail: bool = False
    lapse_limit: int = 2
    run_up_days: int = 7
    language: str = "en"

    def __post_init__(self) -> None:
        """Raise `ValueError` for values out of range."""
        for reminder in self.reminders:
            if reminder != MORNING:
                positive_duration("a reminder", reminder)
        time_of_day(self.morning_at)
        positive_duration("claim_window", self.claim_window)
        positive_duration("shortest_window", self.shortest_window)
        positive_duration("invite_window", self.invite_window)
        possible_duration("mail_grace", self.mail_grace)
        in_range("max_party", self.max_party, 1, LARGEST_PARTY)
        in_range("lapse_limit", self.lapse_limit, 0, 100)
        in_range("run_up_days", self.run_up_days, 0, LONGEST_RUN_UP_DAYS)


def positive_duration(name: str, text: str) -> None:
    """Raise `ValueError` for a duration that is zero or longer than a year."""
    if not timedelta(0) < duration(text) <= LONGEST_DURATION:
        message = f"{name} must be longer than nothing and no longer than a year, not {text}"
        raise ValueError(message)


def possible_duration(name: str, text: str) -> None:
    """Raise `ValueError` for a duration longer than a year; zero is fine."""
    if duration(text) > LONGEST_DURATION:
        message = f"{name} must be no longer than a year, not {text}"
        raise ValueError(message)


def in_range(name: str, value: int, least: int, most: int) -> None:
    """Raise `ValueError` for a number outside its bounds."""
    if not least <= value <= most:
        message = f"{name} must be from {least} to {most}, not {value}"
        raise ValueError(message)


class ReminderPlan(msgspec.Struct, frozen=True):
    """A reminder schedule for guests confirmed from `since` until the next plan begins.

    `reminded_at` is when a reminder was due on the morning of a day on which the event was changed.
    There is no second one on that morning.
    """

    number: int
    reminders: tuple[str, ...]
    morning_at: str
    since: datetime | None = None
    reminded_at: datetime | None = None


class Offer(msgspec.Struct, frozen=True):
    """Seats held for one guest until a deadline; `shares` has who freed them.

    `is_short` if the window was shortened because the event starts soon.
    """

    id: str
    kind: Literal["seat", "invite"]
    seats: int
    shares: Shares
    made_at: datetime
    ends_at: datetime
    is_short: bool = False


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """State of a guest before they were let in at the door, to return to if that is undone.

    `seated_at` is when they got a seat at the door; None if they were let in without one.
    """

    state: GuestState = "cancelled"
    place: int = 0
    released_at: datetime | None = None
    seated_at: datetime | None = None


class Arrival(msgspec.Struct, frozen=True, omit_defaults=True):
    """One check-in at the door. Sent again with the same nonce, it counts once.

    `at` is the time on the device. `extra` people were let in while the device was offline,
    although the rules would have refused them: they are listed, and have no seats. One without a
    nonce is the sum of all extras for whom there was no place on the guest's list of arrivals.
    `stood` is set if this check-in changed more than the number of people who came.
    """

    nonce: str
    people: int
    at: datetime
    undone: bool = False
    extra: bool = False
    stood: Standing | None = None


class DoorPass(msgspec.Struct, frozen=True):
    """A link for helpers that opens the door page of one event, on its day."""

    id: str
    name: str
    made_at: datetime
    revoked_at: datetime | None = None


class Event(Record, frozen=True, kw_only=True):
    """An event with a cap. Its counters change in the same commit as the guest they count.

    `host_name` is how guests know the host; it may be empty.
    `open_end` if nobody entered an end: `ends_at` is then a guess that is not shown.
    `broadcasts` has the keys of the latest messages of the host to all, the newest last.
    `sent` is the digest of an API request that was sent with an idempotency key.
    `checked_in` counts people who are there, `released` seats of guests who did not come, `extras`
    people who were let in without a seat. `asks` is the number of questions in the sign-up form.
    `notes` are what it costs and what to wear, which emails say: a copy out of its texts.
    """

    kind_name: ClassVar[str] = "event"
    key_fields: ClassVar[tuple[str, ...]] = ("id",)

    id: str
    name: str
    starts_at: datetime
    ends_at: datetime
    timezone: str
    venue: str
    host_email: str
    settings: Settings
    plans: tuple[ReminderPlan, ...]
    state: EventState = "open"
    created_at: datetime
    cap: int
    confirmed: int = 0
    held: int = 0
    taken: int = 0
    owed: int = 0
    waiting: int = 0
    pending: int = 0
    joins: int = 0
    line_rev: int = 0
    owed_from: Shares = ()
    owed_rev: int = 0
    freed_at: datetime | None = None
    dated: int = 0
    sequence: int = 0
    voice: dict[str, str] = {}
    erased_at: datetime | None = None
    sent: str = ""
    rev: int = 0
    open_end: bool = False
    broadcasts: tuple[str, ...] = ()
    checked_in: int = 0
    released: int = 0
    door_passes: tuple[DoorPass, ...] = ()
    extras: int = 0
    host_name: str = ""
    asks: int = 0
    notes: dict[str, str] = {}

    @property
    def starts(self) -> datetime:
        """The UTC time at which it starts."""
        return instant(self.starts_at, self.timezone)

    @property
    def ends(self) -> datetime:
        """The UTC time at which it ends."""
        return instant(self.ends_at, self.timezone)

    @property
    def free(self) -> int:
        """Seats that anyone may take."""
        return max(0, self.cap - self.taken)

    @property
    def largest_party(self) -> int:
        """The most seats that one guest may ask for: no more than there are."""
        return min(self.settings.max_party, self.cap)

    def frees_for_line(self, seats: int) -> bool:
        """Return True if someone waits who could get some of these seats when they are freed."""
        return self.waiting > 0 and kept_within(self.cap, self.taken, seats) > 0

    @property
    def offer_rules(self) -> OfferRules:
        """The rules by which freed seats are offered."""
        settings = self.settings
        return OfferRules(
            self.timezone,
            duration(settings.claim_window),
            settings.quiet_hours,
            settings.time_critical_offers,
            shortest=duration(settings.shortest_window),
        )

    def is_live(self, now: datetime) -> bool:
        """Return True if seats can still change hands: not cancelled and not begun."""
        return self.state != "cancelled" and now < self.starts

    def has_time_to_ask(self, now: datetime) -> bool:
        """Return True if an offer can still be sent before the start."""
        return (
            self.is_live(now) and send_at(Opening(self.starts), self.offer_rules, now) < self.starts
        )


class Guest(Record, frozen=True, kw_only=True):
    """One person on one event's list, under one address.

    `cancels_at` is set while a confirmed guest who wrote that they cannot come can still keep
    the seat.
    `address_rev` is raised when the address changes, which ends the links sent to the old one.
    `sent` is the digest of the submission that signed them up, if it had a nonce.
    `language` is the one they chose, or "" for that of the event.
    `arrivals` are their check-ins. `released_at` is set when the host released their seat because
    they did not come. A walk-in may have no address. `answers` are those to the event's questions,
    by their ids; None without any.
    """

    kind_name: ClassVar[str] = "guest"
    key_fields: ClassVar[tuple[str, ...]] = ("event_id", "id")

    event_id: str
    id: str
    name: str
    email: str
    state: GuestState
    party: int = 1
    source: Source = "form"
    joined_at: datetime
    place: int = 0
    confirmed_at: datetime | None = None
    offer: Offer | None = None
    offers: int = 0
    passed_at: datetime | None = None
    lapses: int = 0
    refusals: int = 0
    reach: Reach = "fine"
    reach_note: str = ""
    seats_from: Shares = ()
    sequence: int = 0
    rev: int = 0
    new_email: str = ""
    cancels_at: datetime | None = None
    address_rev: int = 0
    sent: str = ""
    arrivals: tuple[Arrival, ...] = ()
    released_at: datetime | None = None
    language: str = ""
    answers: Answers | None = None

    @property
    def arrived(self) -> int:
        """The number of people of this party who are checked in."""
        return min(self.party, self._people(extra=False))

    @property
    def admitted_extra(self) -> int:
        """The number of people of this party who were let in beyond the rules, and only so."""
        return min(self.party - self.arrived, self._people(extra=True))

    @property
    def comes(self) -> bool:
        """True unless they cancelled; also if they were let in without a seat."""
        return self.state != "cancelled" or self.admitted_extra > 0

    def _people(self, *, extra: bool) -> int:
        if not self.arrivals:
            return 0
        return sum(
            arrival.people
            for arrival in self.arrivals
            if arrival.extra == extra and not arrival.undone
        )

    @property
    def shown_state(self) -> str:
        """The state as people are told it: without a seat, what happened at the door counts.

        `extra` if they were let in without a seat, `released` if they did not come, `undone` if
        they were on the list only because they were let in by mistake.
        """
        if self.state == "confirmed":
            return self.state
        if self.admitted_extra:
            return "extra"
        if self.released_at is not None:
            return "released"
        return "undone" if self.state == "cancelled" and self.source == "door" else self.state

    @property
    def is_erased(self) -> bool:
        """True if the guest's personal data was erased."""
        return self.email.endswith(ERASED)

    @property
    def is_waiting(self) -> bool:
        """True if the guest is in the queue without an offer."""
        return self.state == "waitlisted" and self.offer is None


class GuestByEmail(Need[Guest | None], frozen=True):
    """The guest of this event under this address."""

    query_name: ClassVar[str] = "GuestByEmail"
    event_id: str
    email: str


class OfferableGuests(Need[tuple[Guest, ...]], frozen=True):
    """The first few waiting guests who can get an offer of that many seats. Must not be stale."""

    query_name: ClassVar[str] = "Askable"
    event_id: str
    seats: int
    freed_at: datetime | None
    limit: int = 3

    def takes(self, guest: Guest) -> bool:
        """Return True if this guest can get an offer.

        A guest who did not take an earlier offer can only get seats that were freed later.
        """
        passed = guest.passed_at
        again = passed is None or (self.freed_at is not None and passed < self.freed_at)
        return guest.is_waiting and guest.reach == "fine" and guest.party <= self.seats and again


class PeopleAhead(Need[int], frozen=True):
    """The number of guests who wait without an offer ahead of this place."""

    query_name: ClassVar[str] = "PeopleAhead"
    event_id: str
    place: int


class GuestPage(Need[tuple[Guest, ...]], frozen=True):
    """Guests of an event by id, after a cursor; in one state, or in any. Must not be stale."""

    query_name: ClassVar[str] = "GuestPage"
    event_id: str
    state: str = ""
    after: str = ""
    limit: int = 100


class Unreachable(Need[tuple[Guest, ...]], frozen=True):
    """Guests on the list who get no reminders or offers, by id, after a cursor."""

    query_name: ClassVar[str] = "Unreachable"
    event_id: str
    after: str = ""
    limit: int = 100


class OfferPage(Need[tuple[Guest, ...]], frozen=True):
    """Guests who hold an offer, by id, after a cursor. Must not be stale."""

    query_name: ClassVar[str] = "OfferPage"
    event_id: str
    after: str = ""
    limit: int = 100


class GracePage(Need[tuple[Guest, ...]], frozen=True):
    """Guests whose seat is about to be cancelled, by id, after a cursor. Must not be stale."""

    query_name: ClassVar[str] = "GracePage"
    event_id: str
    after: str = ""
    limit: int = 100


class WaitingGuests(Need[tuple[Guest, ...]], frozen=True):
    """All waitlisted guests in join order, after a place."""

    query_name: ClassVar[str] = "Line"
    event_id: str
    behind: int = 0
    limit: int = 100


class GuestCount(Need[int], frozen=True):
    """The number of guests on the list of an event: with a seat, invited, or waiting."""

    query_name: ClassVar[str] = "GuestCount"
    event_id: str


class WaitingPlaces(Need[tuple[int, ...]], frozen=True):
    """The places of all who wait without an offer, up to a place, in order."""

    query_name: ClassVar[str] = "WaitingPlaces"
    event_id: str
    up_to: int


class EventPage(Need[tuple[Event, ...]], frozen=True):
    """Events by id, after a cursor."""

    query_name: ClassVar[str] = "EventPage"
    after: str = ""
    limit: int = 100


class GuestListState(msgspec.Struct, frozen=True):
    """The records loaded for a rule."""

    event: Event | None = None
    guest: Guest | None = None
    line: tuple[Guest, ...] = ()
    page: tuple[Guest, ...] = ()
    ahead: int = 0
    other: Guest | None = None
    events: tuple[Event, ...] = ()
    news: tuple[Message, ...] = ()
    offer_message: Message | None = None
    content: EventContent | None = None
    small: CoverImage | None = None
    large: CoverImage | None = None


class GuestResult(msgspec.Struct, frozen=True):
    """The result of a command: a code that pages and mails have texts for, and its records.

    `known` if a sign-up found the guest on the list, from another submission.
    """

    code: str
    event: Event | None = None
    guest: Guest | None = None
    position: int | None = None
    field: str = ""
    known: bool = False
