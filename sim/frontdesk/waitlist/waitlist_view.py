"""The waitlist as checkers and people read it from the state model: entries, slots, offers."""

from collections import defaultdict

from fullhouse.products.frontdesk.shared.contacts import Contact
from fullhouse.products.frontdesk.shared.documents import Document
from fullhouse.products.frontdesk.shared.sms_budget import SmsSpend
from fullhouse.products.frontdesk.waitlist.model import Entry, ServiceQueue, Slot, SlotOffer
from sim.checks.state_model import Check, Commit, StateModel, View
from sim.frontdesk.waitlist.rules_text import HouseRules, meant


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

    def open_slots(self) -> list[Slot]:
        """Return the slots that look for someone, or are offered to them."""
        return [one for one in self.slots.values() if one.status == "open"]


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
