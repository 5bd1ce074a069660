"""The waitlist's words: entry, contact, slot, offer, and what can be asked of the store about them."""

import hashlib
from datetime import datetime, timedelta
from functools import lru_cache
from typing import ClassVar, Literal

import msgspec

from fullhouse.kernel.records import Need, Record
from fullhouse.products.frontdesk.shared.documents import Document
from fullhouse.products.frontdesk.shared.rulebook.model import FairOrder, Money
from fullhouse.products.frontdesk.shared.sms_budget import SmsSpend

SCOPE = "waitlist"
EntryState = Literal["waiting", "booked", "left", "removed", "expired"]
Source = Literal["form", "api", "desk", "sheet", "mail"]
Channel = Literal["text", "mail", ""]
Reach = Literal["fine", "opted_out", "bounced", "unreachable"]
SlotStatus = Literal["open", "booked", "handed_back"]
Reason = Literal["cancelled", "no_show", "opening"]
OfferStatus = Literal["live", "claimed", "declined", "timed_out", "withdrawn"]

LARGEST_PARTY = 50
HIGHEST_PRIORITY = 9
MOST_ENTRIES_OF_ONE = (
    10  # what one of them changes with all others fits into one commit on every platform
)
MOST_WRITTEN = 30  # entries that are noted at once as written to the sheet, for the same reason
ADDRESSES_KEPT = 4096  # whose names are worked out once: each is asked for several times in a row
A_MINUTE = timedelta(minutes=1)
# What the name and the addresses of someone who was erased say instead.
ERASED_NAME = "Erased customer"
ERASED = "erased"


class Entry(Record, frozen=True, kw_only=True):
    """One person waiting for one kind of slot. `channel` is how an offer reaches them now, `offer` what they hold.

    `sent` is the digest of what a script sent under a key of its own.
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

    @property
    def is_waiting(self) -> bool:
        """On the list and without an offer just now."""
        return self.state == "waiting" and not self.offer

    @property
    def is_erased(self) -> bool:
        """Whether nothing is known any more of who this was."""
        return self.name == ERASED_NAME and not self.addresses

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where this person can be reached, the phone first."""
        return tuple(one for one in (self.phone, self.email) if one)


class Contact(Record, frozen=True, kw_only=True):
    """A phone number or mail address, under a name that does not show it: whose it is, and what it does not want.

    One person may wait for several services; it is here that they hold one offer at most.
    """

    kind_name: ClassVar[str] = "contact"
    key_fields: ClassVar[tuple[str, ...]] = ("id",)

    id: str
    reach: Reach = "fine"
    note: str = ""
    at: datetime
    entries: tuple[str, ...] = ()
    offer: str = ""
    rev: int = 0


@lru_cache(ADDRESSES_KEPT)
def contact_id(address: str) -> str:
    """Name the contact of an address."""
    return hashlib.sha256(f"contact {address}".encode()).hexdigest()[:32]


def address_mark(address: str) -> str:
    """Name an address in a link, so that it lets nobody act who has that address no more."""
    return contact_id(address)[:16]


class ServiceQueue(Record, frozen=True, kw_only=True):
    """Everyone who waits for one service: `rev` counts whatever may make someone askable, so no decision misses it.

    `idle` names open slots that wait because all who fit hold another offer just now.
    """

    kind_name: ClassVar[str] = "service_line"
    key_fields: ClassVar[tuple[str, ...]] = ("id",)

    id: str
    waiting: int = 0
    rev: int = 0
    idle: tuple[str, ...] = ()


class Slot(Record, frozen=True, kw_only=True):
    """One opening: a bookable time that was freed. Nobody is asked, and nothing claimed, from `closes_at` on.

    `sent` is the digest of what a script sent under a key of its own.
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

    @property
    def ends_at(self) -> datetime:
        """When the booked time is over."""
        return self.starts_at + self.minutes * A_MINUTE


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
        """What links and entries call this offer."""
        return offer_name(self.slot_id, self.seq)


def offer_name(slot_id: str, seq: int) -> str:
    """Name an offer."""
    return f"{slot_id}-{seq}"


def offer_key(slot_id: str, seq: int) -> tuple[str, str]:
    """Return the key of an offer."""
    return slot_id, f"{seq:04d}"


class IndexedSlot(msgspec.Struct, frozen=True):
    """A slot as the agenda knows it."""

    slot_id: str
    service: str
    staff: str
    party_capacity: int
    ref: str
    reason: Reason
    status: SlotStatus


class SlotIndex(Record, frozen=True, kw_only=True):
    """Every slot that was freed for one starting time: the same slot told twice is found here."""

    kind_name: ClassVar[str] = "agenda"
    key_fields: ClassVar[tuple[str, ...]] = ("id",)

    id: str
    marks: tuple[IndexedSlot, ...] = ()
    rev: int = 0


class FittingEntries(Need[tuple[Entry, ...]], frozen=True, kw_only=True):
    """The first few in a line whom a slot fits, in fair order, behind a place; free to be asked, or busy with an offer.

    With `mail_only`, just those who have a mail address: texts have cost all that they may. Must not be stale.
    """

    query_name: ClassVar[str] = "Fitting"
    line: str
    date: str
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
        """Whether the slot fits this entry, and they can be reached."""
        return (
            entry.state == "waiting"
            and bool(entry.offer) == self.busy
            and entry.channel != ""
            and (entry.email != "" or not self.mail_only)
            and self.fits(entry) == ""
            and (not self.after_id or self.place(entry) > self._after)
        )

    def fits(self, entry: Entry) -> str:
        """Say why a slot does not fit an entry; nothing if it does."""
        if entry.line != self.line:
            return "other_service"
        if entry.party > self.party or (entry.party < self.party and not self.down_fitting):
            return "party_does_not_fit"
        if (entry.earliest and self.date < entry.earliest) or (
            entry.latest and self.date > entry.latest
        ):
            return "date_does_not_fit"
        return "other_staff" if entry.staff not in ("", self.staff) else ""

    def place(self, entry: Entry) -> tuple[int, datetime, str]:
        """Say where an entry stands in the fair order."""
        return fair_place(self.order, entry.priority, entry.joined_at, entry.id)

    @property
    def _after(self) -> tuple[int, datetime, str]:
        assert self.after_joined is not None  # noqa: S101 - a place has both
        return fair_place(self.order, self.after_priority, self.after_joined, self.after_id)


def fair_place(
    order: FairOrder, priority: int, joined_at: datetime, entry_id: str
) -> tuple[int, datetime, str]:
    """Say where someone stands: priority first if the rules say so, then who joined first."""
    return (-priority if order == "priority" else 0), joined_at, entry_id


class EntryPage(Need[tuple[Entry, ...]], frozen=True):
    """Entries by id, those after a cursor; in one state, or in any."""

    query_name: ClassVar[str] = "EntryPage"
    state: str = ""
    after: str = ""
    limit: int = 100


class LinePage(Need[tuple[Entry, ...]], frozen=True):
    """Those who wait for a service, or for any, in the order in which they joined, behind a place."""

    query_name: ClassVar[str] = "LinePage"
    line: str = ""
    after_joined: datetime | None = None
    after_id: str = ""
    limit: int = 100


class UnsyncedEntries(Need[tuple[Entry, ...]], frozen=True):
    """Entries that have changed since they were last written to the sheet, by id. Must not be stale."""

    query_name: ClassVar[str] = "Unwritten"
    after: str = ""
    limit: int = 500


class NextExpiring(Need[tuple[Entry, ...]], frozen=True):
    """Those who wait until some date, the earliest first."""

    query_name: ClassVar[str] = "SoonestToEnd"
    limit: int = 20


class EntriesAt(Need[tuple[Entry, ...]], frozen=True):
    """Every entry with this phone number or mail address, also those who are off the list, by id."""

    query_name: ClassVar[str] = "EntriesAt"
    address: str


class LongestEnded(Need[tuple[Entry, ...]], frozen=True):
    """Those who ended, the longest ago first, behind a place; of whom a number or an address is still known."""

    query_name: ClassVar[str] = "LongestEnded"
    after_ended: datetime | None = None
    after_id: str = ""
    limit: int = 20


class SlotPage(Need[tuple[Slot, ...]], frozen=True):
    """Slots, the newest freed first, those freed before a place; with one status, or with any."""

    query_name: ClassVar[str] = "SlotPage"
    status: str = ""
    before_freed: datetime | None = None
    before_id: str = ""
    limit: int = 100


class SlotsBetween(Need[tuple[Slot, ...]], frozen=True):
    """Slots that start from one instant on and before another, in that order: a day on the desk."""

    query_name: ClassVar[str] = "SlotsBetween"
    since: datetime
    until: datetime
    limit: int = 1000


class FreedBetween(Need[tuple[Slot, ...]], frozen=True):
    """Slots freed from one instant on and before another, in that order; of those freed at the first, behind an id.

    The next page begins where the last slot of this one stands: `since` it was freed, `after` its id.
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
    """Every offer that an entry ever had, the newest first."""

    query_name: ClassVar[str] = "OffersOfEntry"
    entry_id: str
    limit: int = 100


class LineCounts(Need[tuple[ServiceQueue, ...]], frozen=True):
    """How many wait for each service."""

    query_name: ClassVar[str] = "LineCounts"


class WaitlistState(msgspec.Struct, frozen=True, kw_only=True):
    """What was loaded for a rule."""

    rules: Document | None = None
    voice: Document | None = None
    entry: Entry | None = None
    slot: Slot | None = None
    offer: SlotOffer | None = None
    line: ServiceQueue | None = None
    other_line: ServiceQueue | None = None
    agenda: SlotIndex | None = None
    spend: SmsSpend | None = None
    contacts: tuple[Contact, ...] = ()
    lines: tuple[ServiceQueue, ...] = ()
    entries: tuple[Entry, ...] = ()
    candidates: tuple[Entry, ...] = ()
    busy: tuple[Entry, ...] = ()
    slots: tuple[Slot, ...] = ()


class WaitlistResult(msgspec.Struct, frozen=True):
    """What became of a command: a code that pages and mails have words for, and whom and what it concerns."""

    code: str
    entry: Entry | None = None
    slot: Slot | None = None
    offer: SlotOffer | None = None
    field: str = ""
