"""S11 for customers who have a booking and wait for another: offers beside it, and claims."""

from datetime import datetime

import msgspec

from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.waitlist.commands import KEEP_ALL, ClaimSlot
from fullhouse.products.frontdesk.waitlist.model import Entry, Slot, SlotOffer
from sim.checks.state_model import Commit
from sim.frontdesk.appointments.schedule_view import DiaryCheck
from sim.frontdesk.waitlist import reference_rules
from sim.frontdesk.waitlist.waitlist_view import is_same_customer, overlap, rules_seen


class S11NoOfferBesideOnesOwn(DiaryCheck):
    """Nobody is offered a time that they have already, or one that overlaps it."""

    promise = "S11"

    def commit(self, commit: Commit) -> None:
        """Judge each new offer by the state just before it."""
        for before, offer in commit.of(SlotOffer):
            if before is None:
                self._made(self.desk.slots[offer.slot_id], offer, commit)

    def _made(self, slot: Slot, offer: SlotOffer, commit: Commit) -> None:
        entry = self.desk.entries[offer.entry_id]
        booked = [one for one in self.diary.standing() if overlap(one, slot)]
        # A process that read whose appointment it is may have done so before that was changed.
        seen = [commit.saw(Appointment, one.id) or one for one in booked]
        own = [one.id for one in seen if is_same_customer(one, entry)]
        own += [one.id for one in self._claimed(slot) if self._is_theirs(one, entry)]
        self.require(not own, f"{entry.id} is offered {slot}, and has {own} then")

    def _claimed(self, slot: Slot) -> list[Slot]:
        """Return claimed slots beside a slot that are about to become appointments."""
        held = {hold.id for hold in self.diary.held()} - self.diary.appointments.keys()
        slots = [self.desk.slots[name] for name in held & self.desk.slots.keys()]
        return [one for one in slots if one.status == "booked" and overlap(one, slot)]

    def _is_theirs(self, slot: Slot, entry: Entry) -> bool:
        return is_same_customer(self.desk.entries[slot.booked_by], entry)


class S11AnEarlierTimeReplacesOne(DiaryCheck):
    """A claim ends the one later booking of its customer that they chose, or have, and no other.

    Its time is released in the same commit, and customer and staff are told.
    """

    promise = "S11"

    def commit(self, commit: Commit) -> None:
        """Judge what a claim does to appointments."""
        command = commit.order.command
        if not isinstance(command, ClaimSlot):
            return
        gone = [one for _, one in commit.of(Appointment)]
        booked = [one for was, one in commit.of(Slot) if was is not None and was.status == "open"]
        later = self._later(command, commit) if booked else []
        self.require(
            {one.id for one in gone} <= set(later), f"{command} ended {gone}, of {later} it may"
        )
        for one in gone:
            self._given_up(one, command, commit)
        if booked and self._is_undisturbed(command, commit):
            wanted = _wanted(command, later)
            self.require(
                [one.id for one in gone] == wanted, f"{command} ended {gone}, and not {wanted}"
            )

    def _later(self, command: ClaimSlot, commit: Commit) -> list[str]:
        """Return the later appointments of the customer, by the address that is surely theirs."""
        slot, entry = self.desk.slots[command.slot_id], self.desk.entries[command.entry_id]
        if not rules_seen(commit).refill:
            return []
        channel = self.desk.offers[slot.id][command.seq].channel
        own = {entry.phone if channel == "text" else entry.email}
        if entry.source != "form":
            own = {*entry.addresses}
        return [
            one.id
            for one in self.diary.standing()
            if one.starts_at > slot.starts_at
            and reference_rules.plain(one.service) == reference_rules.plain(slot.service)
            and is_same_customer(one, entry)
            and not own.isdisjoint(one.addresses)
        ]

    def _given_up(self, one: Appointment, command: ClaimSlot, commit: Commit) -> None:
        self.require(one.status == "cancelled", f"{command} made {one}")
        new = [message for was, message in commit.of(Message) if was is None]
        notes = [message for message in new if message.kind == "gap_alert"]
        told = [message for message in new if message.kind == "booked"]
        self.require(len(notes) == 1, f"staff are told of {one} by {notes}")
        self.require(
            all(_instead_of(message) == one.starts_at for message in told),
            f"the customer is not told of {one}: {told}",
        )

    def _is_undisturbed(self, command: ClaimSlot, commit: Commit) -> bool:
        """Return True if nothing was committed since the process began to read, nor was stale."""
        seen = commit.seen_at.get((Slot, (command.slot_id,)))
        return not commit.stale and seen == self.book.commits


def _instead_of(message: Message) -> datetime:
    """Return the time that a message says is given up, as it is in memory or was stored."""
    return msgspec.convert(message.facts["instead_of"], datetime)


def _wanted(command: ClaimSlot, later: list[str]) -> list[str]:
    if command.replaces == KEEP_ALL:
        return []
    if command.replaces:
        return [one for one in later if one == command.replaces]
    return later if len(later) == 1 else []
