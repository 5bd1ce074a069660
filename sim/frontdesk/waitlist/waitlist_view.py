"""The waitlist as checkers and people read it from the state model: entries, slots, offers."""

from collections import defaultdict
from collections.abc import Callable, Container
from typing import Any

from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.contacts import Contact
from fullhouse.products.frontdesk.shared.documents import Document
from fullhouse.products.frontdesk.shared.sms_budget import SmsSpend
from fullhouse.products.frontdesk.waitlist.model import Entry, ServiceQueue, Slot, SlotOffer
from sim.checks.state_model import Check, Commit, StateModel, View
from sim.frontdesk.waitlist.rules_text import HouseRules, meant

Saw = Callable[..., Any]


class Desk(View):
    """The waitlist as the front desk shows it."""

    def __init__(self) -> None:
        """Start empty."""
        self.entries: dict[str, Entry] = {}
        self.slots: dict[str, Slot] = {}
        self.offers: dict[str, dict[int, SlotOffer]] = defaultdict(dict)
        self.live: dict[str, list[SlotOffer]] = defaultdict(list)
        self.contacts: dict[str, Contact] = {}
        self.lines: dict[str, ServiceQueue] = {}
        self.at: dict[str, set[str]] = defaultdict(set)
        self.appointments: dict[str, Appointment] = {}
        self.spend: SmsSpend | None = None
        self.rules = meant(None)

    def turn(self, commit: Commit) -> None:
        """Write a commit down."""
        for before, entry in commit.of(Entry):
            self._moved(before, entry)
        for _, slot in commit.of(Slot):
            self.slots[slot.id] = slot
        for _, offer in commit.of(SlotOffer):
            self._offered(offer)
        self.appointments.update({one.id: one for _, one in commit.of(Appointment)})
        self.contacts.update({contact.id: contact for _, contact in commit.of(Contact)})
        self.lines.update({line.id: line for _, line in commit.of(ServiceQueue)})
        for _, spend in commit.of(SmsSpend):
            self.spend = spend
        for _, document in commit.of(Document):
            if document.id == "rules":
                self.rules = meant(document)

    def _moved(self, before: Entry | None, entry: Entry) -> None:
        """Write down under which addresses someone waits."""
        self.entries[entry.id] = entry
        for address in theirs(before) if before is not None else ():
            self.at[address].discard(entry.id)
        for address in theirs(entry) if entry.state == "waiting" else ():
            self.at[address].add(entry.id)

    def _offered(self, offer: SlotOffer) -> None:
        self.offers[offer.slot_id][offer.seq] = offer
        asked = [
            one
            for one in self.live[offer.entry_id]
            if (one.slot_id, one.seq) != (offer.slot_id, offer.seq)
        ]
        self.live[offer.entry_id] = [*asked, offer] if offer.status == "live" else asked

    def live_on(self, slot_id: str) -> list[SlotOffer]:
        """Return the offers that are live on a slot; there is one at most, if all is well."""
        return [one for one in self.offers[slot_id].values() if one.status == "live"]

    def all_live(self) -> list[SlotOffer]:
        """Return every live offer."""
        return [one for offers in self.live.values() for one in offers]

    def held_by(self, entry: Entry) -> list[SlotOffer]:
        """Return the live offers of a person: of everyone who waits at one of their addresses."""
        names = {entry.id, *(name for address in theirs(entry) for name in self.at[address])}
        return [offer for name in names for offer in self.live[name]]

    def has_then(self, entry: Entry, slot: Slot, saw: Saw) -> bool:
        """Return True if someone has a booking that overlaps a slot.

        A process may have read it before its customer was changed.
        """
        for one in self.appointments.values():
            if not overlap(one, slot) or one.status not in ("booked", "confirmed"):
                continue
            for seen in (one, saw(Appointment, one.id) or one):
                if is_same_customer(seen, entry):
                    return True
        claimed = [one for one in self.slots.values() if one.booked_by and overlap(one, slot)]
        return any(is_same_customer(self.entries[one.booked_by], entry) for one in claimed)

    def tries(self, slot_id: str, asked: Container[str], saw: Saw) -> int:
        """Count those who were asked; several at one number or address count once."""
        count, known = 0, set[str]()
        names = dict.fromkeys(offer.entry_id for offer in self.offers[slot_id].values())
        for entry in (saw(Entry, name) or self.entries[name] for name in names if name in asked):
            count += known.isdisjoint(theirs(entry))
            known.update(theirs(entry))
        return count

    def open_slots(self) -> list[Slot]:
        """Return the slots that look for someone, or are offered to them."""
        return [one for one in self.slots.values() if one.status == "open"]


def overlap(one: Appointment | Slot, other: Appointment | Slot) -> bool:
    """Return True if two times overlap."""
    return one.starts_at < other.ends_at and other.starts_at < one.ends_at


def is_same_customer(one: Appointment | Entry, other: Entry) -> bool:
    """Return True if two bookings or entries have the same name and an address in common."""
    names = {" ".join(each.name.split()).casefold() for each in (one, other)}
    return len(names) == 1 and not set(one.addresses).isdisjoint(theirs(other))


def unseen(_kind: type[Any], *_key: str) -> None:
    """Stand for a process that has read nothing."""


def theirs(entry: Entry) -> list[str]:
    """Name someone's addresses."""
    return [one for one in (entry.phone, entry.email) if one]


def rules_seen(commit: Commit) -> HouseRules:
    """Return the meaning of the rules a process read: staff may change them while it decides."""
    return meant(commit.saw(Document, "rules"))


class DeskCheck(Check):
    """A checker that looks at the front desk."""

    def __init__(self, book: StateModel) -> None:
        """Look at the desk."""
        super().__init__(book)
        self.desk = book.view(Desk)
