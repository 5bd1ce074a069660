"""Records of the waitlist (entry, slot, offer) and queries about them."""

from datetime import datetime, timedelta
from typing import ClassVar, Literal

import msgspec

from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Need, Record
from fullhouse.products.frontdesk.shared.contacts import (
    BookedThere,
    Contact,
    Identity,
)
from fullhouse.products.frontdesk.shared.documents import Document
from fullhouse.products.frontdesk.shared.proposals import Proposal
from fullhouse.products.frontdesk.shared.rulebook.model import FairOrder, Money
from fullhouse.products.frontdesk.shared.sms_budget import SmsSpend
from fullhouse.products.frontdesk.waitlist.wishes import Weekdays, is_in_window

SCOPE = "waitlist"
EntryState = Literal["waiting", "booked", "left", "removed", "expired"]
Source = Literal["form", "api", "desk", "sheet", "mail"]
Channel = Literal["text", "mail", ""]
SlotStatus = Literal["open", "booked", "handed_back"]
Reason = Literal["cancelled", "no_show", "opening"]
WithdrawReason = Literal["withdrawn", "booked_over", "gave_way"]
SlotSource = Literal["", "desk", "api", "webhook", "calendar"]
OfferStatus = Literal["live", "claimed", "declined", "timed_out", "withdrawn"]

LARGEST_PARTY = 50
HIGHEST_PRIORITY = 9
# Entries of one customer: a change of all of them must fit into one commit on every platform.
MOST_ENTRIES_OF_ONE = 10
# Entries noted at once as written to the sheet, for the same reason.
MOST_WRITTEN = 30
A_MINUTE = timedelta(minutes=1)
# Whoever answers by text may still mean an offer that ended so lately.
STILL_MEANT = timedelta(minutes=30)
# Replaces the name and the addresses of an erased customer.
ERASED_NAME = "Erased customer"
ERASED = "erased"


class Entry(Record, frozen=True, kw_only=True):
    """One customer waiting for one service.

    `channel` is how an offer reaches them now, `offer` the offer that they hold, `line` the queue
    they wait in. `sent` is the digest of a request that a script sent with its own key. Without
    `weekdays` any day will do. A slot has to start at `from_time` or later, and before
    `until_time`: wall times of the business such as `17:00`, or nothing. `language` is the one that
    the customer chose, or "" for that of the business.
    """

    kind_name: ClassVar[str] = "entry"
    key_fields: ClassVar[tuple[str, ...]] = ("id",)

    id: str
    name: str
    phone: str = ""
    email: str = ""
    service: str
    line: str
    party: int = 1
    earliest: str = ""
    latest: str = ""
    weekdays: Weekdays = ()
    from_time: str = ""
    until_time: str = ""
    staff: str = ""
    priority: int = 0
    joined_at: datetime
    state: EntryState = "waiting"
    source: Source = "form"
    channel: Channel = ""
    offer: str = ""
    offer_ends_at: datetime | None = None
    offers: int = 0
    refusals: int = 0
    booked: str = ""
    ended_at: datetime | None = None
    sent: str = ""
    unwritten: bool = True
    rev: int = 0
    language: str = ""

    @property
    def is_waiting(self) -> bool:
        """True if on the list and without an offer."""
        return self.state == "waiting" and not self.offer

    @property
    def is_erased(self) -> bool:
        """True if the customer's data is erased."""
        return self.name == ERASED_NAME and not self.addresses

    @property
    def addresses(self) -> tuple[str, ...]:
        """Addresses of the customer, the phone first."""
        return tuple(address for address in (self.phone, self.email) if address)


class ServiceQueue(Record, frozen=True, kw_only=True):
    """Everyone who waits for one service.

    `rev` counts every change that may make an entry eligible, so that no decision misses one.
    `idle` names open slots that wait for an entry: nobody fits, or all who do hold another offer.
    """

    kind_name: ClassVar[str] = "service_line"
    key_fields: ClassVar[tuple[str, ...]] = ("id",)

    id: str
    waiting: int = 0
    rev: int = 0
    idle: tuple[str, ...] = ()


class Slot(Record, frozen=True, kw_only=True):
    """One opening: a freed time. From `closes_at` on it is neither offered nor claimed.

    `why` is the reason why an open slot waits, or why it ended. `tried` are all who were asked at
    this time; the first `carried` of them when it was offered before. `noted` is True once staff
    were told that nobody fits. `sent` is the digest of a request that a script sent with its own
    key. `replaces` is the later appointment that the customer who claimed it gave up for it.
    `freed_by` is the appointment whose own time it was: that is one chair, also for a party.
    `rest_minutes` are what a booking has left of a longer slot: any service that fits may have
    them. While one is offered, the slot is of that service and as long as it.
    """

    kind_name: ClassVar[str] = "slot"
    key_fields: ClassVar[tuple[str, ...]] = ("id",)

    id: str
    service: str
    line: str
    starts_at: datetime
    minutes: int
    staff: str = ""
    party_capacity: int = 1
    reason: Reason = "cancelled"
    ref: str = ""
    agenda: str
    price: Money | None = None
    closes_at: datetime
    freed_at: datetime
    freed_by: str = ""
    status: SlotStatus = "open"
    live_offer_seq: int = 0
    offers: int = 0
    tried: tuple[str, ...] = ()
    booked_by: str = ""
    ended_at: datetime | None = None
    why: str = ""
    sent: str = ""
    rev: int = 0
    carried: int = 0
    noted: bool = False
    replaces: str = ""
    rest_minutes: int = 0

    @property
    def ends_at(self) -> datetime:
        """End of the booked time."""
        return self.starts_at + self.minutes * A_MINUTE

    @property
    def is_rest(self) -> bool:
        """True for what is left of a longer slot."""
        return self.rest_minutes > 0

    def has_begun(self, now: datetime) -> bool:
        """Return True if it has begun; what a no-show left begins when it closes."""
        return now >= max(self.starts_at, self.closes_at)

    @property
    def asked(self) -> tuple[str, ...]:
        """Those who were asked since it was freed, without those of an earlier time."""
        return self.tried[self.carried :]

    @property
    def is_waiting(self) -> bool:
        """True if it is open and no offer of it is live."""
        return self.status == "open" and not self.live_offer_seq


class SlotOffer(Record, frozen=True, kw_only=True):
    """A slot held for one entry until a deadline."""

    kind_name: ClassVar[str] = "slot_offer"
    key_fields: ClassVar[tuple[str, ...]] = ("slot_id", "id")

    slot_id: str
    id: str
    seq: int
    entry_id: str
    channel: Channel
    status: OfferStatus = "live"
    made_at: datetime
    ends_at: datetime
    ended_at: datetime | None = None
    why: str = ""
    rev: int = 0

    @property
    def name(self) -> str:
        """The name of this offer in links and entries."""
        return offer_name(self.slot_id, self.seq)


def offer_name(slot_id: str, seq: int) -> str:
    """Return the name of an offer."""
    return f"{slot_id}-{seq}"


def offer_key(slot_id: str, seq: int) -> tuple[str, str]:
    """Return the key of an offer."""
    return slot_id, f"{seq:04d}"


class SlotReport(msgspec.Struct, frozen=True):
    """A further report of a slot: who reported it, and the `ref` they have for it.

    `staff` is whom it names if the slot names nobody, and `is_vague` if it is the other way round.
    Staff were asked about one that `is_asked`: it came when the slot was claimed.
    """

    source: SlotSource
    ref: str
    staff: str = ""
    is_vague: bool = False
    is_asked: bool = False


class IndexedSlot(msgspec.Struct, frozen=True):
    """A slot in the index of its starting time.

    `source` is who reported it first, `reports` are the reports of others with another `ref`.
    `follows` is the slot that its time was before. One that `is_own` was an appointment's own time.
    """

    slot_id: str
    service: str
    staff: str
    party_capacity: int
    ref: str
    reason: Reason
    status: SlotStatus
    source: SlotSource = ""
    reports: tuple[SlotReport, ...] = ()
    follows: str = ""
    is_own: bool = False

    @property
    def refs(self) -> frozenset[str]:
        """The names that other tools have for the booking whose time became this slot."""
        told = (report.ref for report in self.reports if not report.is_asked)
        return frozenset({self.ref, *told} - {""})


class SlotIndex(Record, frozen=True, kw_only=True):
    """Every slot freed for one starting time, to find one that is reported twice."""

    kind_name: ClassVar[str] = "agenda"
    key_fields: ClassVar[tuple[str, ...]] = ("id",)

    id: str
    marks: tuple[IndexedSlot, ...] = ()
    rev: int = 0


class FittingEntries(Need[tuple[Entry, ...]], frozen=True, kw_only=True):
    """The next few entries of a queue that a slot fits, in fair order, after a place.

    `busy` asks for those who hold an offer, `mail_only` for those with an email address: the SMS
    budget is used up. Must not be stale.
    """

    query_name: ClassVar[str] = "Fitting"
    line: str
    date: str
    weekday: str
    time: str
    staff: str
    party: int
    down_fitting: bool
    order: FairOrder
    busy: bool = False
    mail_only: bool = False
    after_priority: int = 0
    after_joined: datetime | None = None
    after_id: str = ""
    limit: int = 5

    def takes(self, entry: Entry) -> bool:
        """Return True if the slot fits this entry and it can be reached."""
        return (
            entry.state == "waiting"
            and bool(entry.offer) == self.busy
            and entry.channel != ""
            and (entry.email != "" or not self.mail_only)
            and self.fits(entry) == ""
            and (not self.after_id or self.place(entry) > self._after)
        )

    def fits(self, entry: Entry) -> str:
        """Return why a slot does not fit an entry; empty if it does."""
        if entry.line != self.line:
            return "other_service"
        if entry.party > self.party or (entry.party < self.party and not self.down_fitting):
            return "party_does_not_fit"
        if entry.staff not in ("", self.staff):
            return self._unsuitable(entry) or "other_staff"
        return self._unsuitable(entry)

    def _unsuitable(self, entry: Entry) -> str:
        """Return why the slot's day or time does not suit an entry; empty if it does."""
        too_early = entry.earliest and self.date < entry.earliest
        too_late = entry.latest and self.date > entry.latest
        if too_early or too_late:
            return "date_does_not_fit"
        if entry.weekdays and self.weekday not in entry.weekdays:
            return "weekday_does_not_fit"
        if not is_in_window(self.time, entry.from_time, entry.until_time):
            return "time_does_not_fit"
        return ""

    def place(self, entry: Entry) -> tuple[int, datetime, str]:
        """Return the place of an entry in the fair order."""
        return fair_place(self.order, entry.priority, entry.joined_at, entry.id)

    @property
    def _after(self) -> tuple[int, datetime, str]:
        assert self.after_joined is not None  # noqa: S101 - a place has both
        return fair_place(self.order, self.after_priority, self.after_joined, self.after_id)


def fair_place(
    order: FairOrder, priority: int, joined_at: datetime, entry_id: str
) -> tuple[int, datetime, str]:
    """Return a place in the fair order: by priority if the rules say so, then by join time."""
    return (-priority if order == "priority" else 0), joined_at, entry_id


class EntryPage(Need[tuple[Entry, ...]], frozen=True):
    """Entries by id, after a cursor; in one state, or in any."""

    query_name: ClassVar[str] = "EntryPage"
    state: str = ""
    after: str = ""
    limit: int = 100


class LinePage(Need[tuple[Entry, ...]], frozen=True):
    """Entries that wait for a service, or for any, by join time, after a place."""

    query_name: ClassVar[str] = "LinePage"
    line: str = ""
    after_joined: datetime | None = None
    after_id: str = ""
    limit: int = 100


class UnsyncedEntries(Need[tuple[Entry, ...]], frozen=True):
    """Entries changed since they were last written to the sheet. Must not be stale."""

    query_name: ClassVar[str] = "Unwritten"
    after: str = ""
    limit: int = 500


class NextExpiring(Need[tuple[Entry, ...]], frozen=True):
    """Waiting entries with a latest date, the earliest first."""

    query_name: ClassVar[str] = "SoonestToEnd"
    limit: int = 20


class EntriesAt(Need[tuple[Entry, ...]], frozen=True):
    """Every entry with this phone number or email address, also ended ones, by id."""

    query_name: ClassVar[str] = "EntriesAt"
    address: str


class LongestEnded(Need[tuple[Entry, ...]], frozen=True):
    """Ended entries that are not erased, the longest ended first, after a place."""

    query_name: ClassVar[str] = "LongestEnded"
    after_ended: datetime | None = None
    after_id: str = ""
    limit: int = 20


class SlotPage(Need[tuple[Slot, ...]], frozen=True):
    """Slots, newest freed first, before a place; with one status, or with any."""

    query_name: ClassVar[str] = "SlotPage"
    status: str = ""
    before_freed: datetime | None = None
    before_id: str = ""
    limit: int = 100


class SlotsBetween(Need[tuple[Slot, ...]], frozen=True):
    """Slots that start in a time span, in order: a day on the desk."""

    query_name: ClassVar[str] = "SlotsBetween"
    since: datetime
    until: datetime
    limit: int = 1000


class FreedBetween(Need[tuple[Slot, ...]], frozen=True):
    """Slots freed in a time span, in order; of those freed at its start, only after an id.

    The next page begins at the last slot of this one: `since` it was freed, `after` its id.
    """

    query_name: ClassVar[str] = "FreedBetween"
    since: datetime
    until: datetime
    after: str = ""
    limit: int = 1000


class OffersOfSlot(Need[tuple[SlotOffer, ...]], frozen=True):
    """Every offer of a slot, in order."""

    query_name: ClassVar[str] = "OffersOfSlot"
    slot_id: str


class OffersOfEntry(Need[tuple[SlotOffer, ...]], frozen=True):
    """Every offer that an entry ever had, newest first."""

    query_name: ClassVar[str] = "OffersOfEntry"
    entry_id: str
    limit: int = 100


class LineCounts(Need[tuple[ServiceQueue, ...]], frozen=True):
    """The number of waiting entries for each service."""

    query_name: ClassVar[str] = "LineCounts"


class WaitlistState(msgspec.Struct, frozen=True, kw_only=True):
    """The records loaded for a rule.

    `busy_then` are customers with a booking that overlaps the slot. `offered_before` is the slot
    that its time was before, `follows` its id, also if only that is known. `beside` are claimed
    slots that a report may be about as well. `offer_message` is the message that made the offer,
    `held_slot` the slot that is on offer to the entry by now, or booked for it, and `booked_there`
    are appointments with the number of a text.
    """

    rules: Document | None = None
    voice: Document | None = None
    entry: Entry | None = None
    slot: Slot | None = None
    offer: SlotOffer | None = None
    line: ServiceQueue | None = None
    other_line: ServiceQueue | None = None
    agenda: SlotIndex | None = None
    question: Proposal | None = None
    spend: SmsSpend | None = None
    contacts: tuple[Contact, ...] = ()
    lines: tuple[ServiceQueue, ...] = ()
    entries: tuple[Entry, ...] = ()
    candidates: tuple[Entry, ...] = ()
    busy: tuple[Entry, ...] = ()
    slots: tuple[Slot, ...] = ()
    busy_then: frozenset[Identity] = frozenset()
    offered_before: Slot | None = None
    follows: str = ""
    beside: tuple[Slot, ...] = ()
    offer_message: Message | None = None
    held_slot: Slot | None = None
    booked_there: tuple[BookedThere, ...] = ()


class WaitlistResult(msgspec.Struct, frozen=True):
    """Result of a command: a code that pages and mails have texts for, and its records.

    `instead_of` is the time of the appointment that a claimed slot has replaced.
    """

    code: str
    entry: Entry | None = None
    slot: Slot | None = None
    offer: SlotOffer | None = None
    field: str = ""
    instead_of: datetime | None = None
