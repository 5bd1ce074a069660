"""S2, S3, and the counters of S5 for the waitlist: who is in which queue, and who is next."""

from fullhouse.products.frontdesk.shared.sms_budget import SmsSpend
from fullhouse.products.frontdesk.waitlist.model import Entry, ServiceQueue, Slot, SlotOffer
from sim.checks.state_model import Commit
from sim.frontdesk.waitlist import reference_rules
from sim.frontdesk.waitlist.waitlist_view import DeskCheck, rules_seen, theirs


class S2OnePlaceInALine(DeskCheck):
    """A person waits for a service once, whatever they type; a family may share a phone."""

    promise = "S2"

    def turned(self, commit: Commit) -> None:
        """Judge each entry that changed, beside the others at its addresses."""
        for _, entry in commit.of(Entry):
            for address in theirs(entry):
                waits = [self.desk.entries[name] for name in self.desk.at[address]]
                same = [
                    one.id
                    for one in waits
                    if reference_rules.plain(one.service) == reference_rules.plain(entry.service)
                    and reference_rules.plain(one.name) == reference_rules.plain(entry.name)
                ]
                self.require(len(same) <= 1, f"{address} waits for {entry.service} as {same}")


class S3FairLine(DeskCheck):
    """Nobody is asked for a slot before someone who stands ahead of them and may be asked."""

    promise = "S3"

    def commit(self, commit: Commit) -> None:
        """Judge each new offer by the state just before it, and by the rules its process read."""
        for before, offer in commit.of(SlotOffer):
            if before is None:
                self._made(offer, commit)

    def _made(self, offer: SlotOffer, commit: Commit) -> None:
        slot = self.desk.slots[offer.slot_id]
        line = reference_rules.Line(
            self.desk,
            rules_seen(commit),
            slot,
            commit.saw(SmsSpend, "texts"),
            commit.at,
            commit.saw,
        )
        asked = self.desk.entries[offer.entry_id]
        over = reference_rules.had_their_chance(self.desk.offers[slot.id].values())
        may = asked.state == "waiting" and asked.id not in over and not self.desk.held_by(asked)
        self.require(
            may and reference_rules.fits(line.rules, slot, asked),
            f"{asked.id} may not be asked for {slot}",
        )
        held = next(one for _, one in commit.of(Slot) if one.id == slot.id)
        minutes = slot.minutes
        if slot.rest_minutes:
            minutes = reference_rules.minutes_of(line.rules, asked.service)
        same = reference_rules.plain(held.service) == reference_rules.plain(asked.service)
        self.require(
            same and held.minutes == minutes, f"{asked.id} for {asked.service} is offered {held}"
        )
        self.require(
            offer.channel == line.channel(asked) != "",
            f"{asked.id} is not reached by {offer.channel}",
        )
        ahead = [one.id for one in line.askable() if line.place(one) < line.place(asked)]
        self.require(not ahead, f"{asked.id} was asked for {slot.id} before {ahead}")


class S5LinesAreTheList(DeskCheck):
    """Queues and contacts, counted again from entries and offers, are the same at every commit."""

    promise = "S5"

    def turned(self, commit: Commit) -> None:
        """Count again what may have changed."""
        changed = [one for pair in commit.of(Entry) for one in pair if one is not None]
        for name in {reference_rules.plain(one.service) for one in changed} | {
            line.id for _, line in commit.of(ServiceQueue)
        }:
            self._line(name)
        for address in {address for one in changed for address in theirs(one)}:
            self._contact(address)

    def _line(self, name: str) -> None:
        line = self.desk.lines.get(name)
        waits = sum(
            one.state == "waiting" and reference_rules.plain(one.service) == name
            for one in self.desk.entries.values()
        )
        self.require(
            line is not None and line.waiting == waits, f"{waits} wait for {name}, stored is {line}"
        )

    def _contact(self, address: str) -> None:
        contact, there = (
            self.desk.contacts.get(reference_rules.name_of(address)),
            self.desk.at[address],
        )
        held = [f"{one.slot_id}-{one.seq}" for name in there for one in self.desk.live[name]]
        listed = set(contact.entries) if contact is not None else set()
        self.require(listed == there, f"{there} wait at {address}, stored is {contact}")
        offer = contact.offer if contact is not None else ""
        self.require(
            held == ([offer] if offer else []),
            f"{held} are offered at {address}, stored is {contact}",
        )
