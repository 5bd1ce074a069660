"""S11 for claims: no report takes a booking away, and whoever loses one is told."""

from collections.abc import Iterable

from fullhouse.engine.ports import Invocation
from fullhouse.engine.webhooks import RecordWebhook
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.refill.claim_answers import FreeClaimedSlot
from fullhouse.products.frontdesk.shared.contacts import Contact, contact_id
from fullhouse.products.frontdesk.shared.proposals import Proposal
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot, GiveUpSlot
from fullhouse.products.frontdesk.waitlist.model import (
    Entry,
    Slot,
    SlotIndex,
    WaitlistResult,
)
from sim.checks.state_model import Check, Commit
from sim.frontdesk.waitlist.waitlist_view import rules_seen

STANDING = ("booked", "confirmed")
ENDED = ("cancelled", "no_show")


def freed_by(invocation: Invocation) -> FreeSlot | None:
    """Return how a time is freed by a command; None if it is not."""
    command: Command | None = invocation.command
    if isinstance(command, RecordWebhook):
        command = command.asks
    if isinstance(command, FreeClaimedSlot):
        command = command.free
    return command if isinstance(command, FreeSlot) else None


class S11ClaimsHold(Check):
    """A claimed booking ends only if a report names it, or staff or its customer say so."""

    promise = "S11"

    def commit(self, commit: Commit) -> None:
        """Judge each booking that ends because its time was freed."""
        for was, slot in commit.of(Slot):
            if was is not None and was.status == "booked" and slot.status != "booked":
                self._given_up(was, slot, commit)
        told = freed_by(commit.order)
        if told is None:
            return
        for before, after in commit.of(Appointment):
            if before is not None and before.status in STANDING and after.status in ENDED:
                self._ended(before, after, told, commit)
        for known, slot in commit.of(Slot):
            if known is None:
                self._opened(slot, told, commit)

    def _given_up(self, slot: Slot, after: Slot, commit: Commit) -> None:
        """Judge a claimed slot that goes back to staff: only its customer does that, in time."""
        command = commit.order.command
        is_own = isinstance(command, GiveUpSlot) and command.entry_id == slot.booked_by
        has_begun = commit.at >= max(slot.starts_at, slot.closes_at)
        booking = self.book.find(Appointment, (slot.id,))
        self.require(
            is_own and not has_begun and booking is None and after.status == "handed_back",
            f"{command} made {after} of {slot}",
        )
        messages = [one for was, one in commit.of(Message) if was is None]
        notes = [one for one in messages if one.channel == "staff" and one.kind == "handed_back"]
        self.require(len(notes) == 1, f"{slot} was given up, and staff got {len(notes)} notes")
        entry = self.book.find(Entry, (slot.booked_by,))
        if entry is not None:
            self._is_told(entry.id, entry.addresses, commit)

    def acknowledged(self, invocation: Invocation, decision: Decision) -> None:
        """Let no report of a claimed slot pass in silence if it is a new one."""
        told, answer = freed_by(invocation), decision.answer
        if told is None or not told.is_report or not told.ref:
            return
        if not isinstance(answer, WaitlistResult) or answer.code != "already_booked":
            return
        index = self.book.find(SlotIndex, (f"{told.starts_at:%Y-%m-%dT%H:%MZ}",))
        marks = index.marks if index is not None else ()
        known = {mark.slot_id for mark in marks}
        for mark in marks:
            known |= {mark.ref, *(report.ref for report in mark.reports)}
        is_order = answer.slot is None or answer.slot.id == told.slot_id
        self.require(is_order or told.ref in known, f"{told} is neither asked about nor offered")

    def _ended(self, one: Appointment, ended: Appointment, told: FreeSlot, commit: Commit) -> None:
        is_report = not told.again and told.source != "desk"
        if one.slot == one.id and is_report and self._is_its_time(one):
            self.require(told.ref in (one.id, one.ref), f"{told} takes {one} from its customer")
        if ended.status == "cancelled":
            self._is_told(one.id, (one.phone, one.email), commit)
            return
        has_begun = one.starts_at <= commit.at
        self.require(has_begun, f"{told} says of {one} that nobody came, before it begins")

    def _is_its_time(self, one: Appointment) -> bool:
        """Return True if an appointment is still where its slot was claimed."""
        slot = self.book.find(Slot, (one.id,))
        return slot is not None and slot.starts_at == one.starts_at

    def _opened(self, slot: Slot, told: FreeSlot, commit: Commit) -> None:
        """Judge a slot that opens where another was claimed, in a business without refill."""
        lost = self.book.find(Slot, (told.again or told.ref,))
        if rules_seen(commit).refill or lost is None or lost.id == slot.id:
            return
        booking = self.book.find(Appointment, (lost.id,))
        if booking is not None and told.reason != "no_show":
            ended = {one.id for _, one in commit.of(Appointment) if one.status == "cancelled"}
            stays = booking.status in STANDING and booking.starts_at == slot.starts_at
            self.require(not stays or booking.id in ended, f"{booking} stays, and {slot} opens")
            return
        entry = self.book.find(Entry, (lost.booked_by,)) if lost.status == "booked" else None
        if entry is None or told.reason == "no_show" or lost.agenda != slot.agenda:
            return
        before = [one for one in self.book.messages.values() if one.person == entry.id]
        if not any(one.kind == "cancelled" for one in before):
            self._is_told(entry.id, (entry.phone, entry.email), commit)

    def _is_told(self, person: str, addresses: Iterable[str], commit: Commit) -> None:
        written = [one for _, one in commit.of(Message) if one.kind == "cancelled"]
        reached = [address for address in addresses if address and self._is_fine(address)]
        fine = not reached or any(one.person == person for one in written)
        self.require(fine, f"{person} lost a booking and is not told by {commit.order.command}")

    def _is_fine(self, address: str) -> bool:
        contact = self.book.find(Contact, (contact_id(address),))
        if contact is None:
            return True
        is_agreed = contact.given != "forwarded" or contact.consent_at is not None
        return contact.reach == "fine" and is_agreed

    def turned(self, commit: Commit) -> None:
        """Ask one question at a time about a booking."""
        for _, proposal in commit.of(Proposal):
            slot_id = proposal.value("slot")
            if slot_id and proposal.state == "open":
                asked = [one for one in self.book.all(Proposal) if one.value("slot") == slot_id]
                are_open = [one.id for one in asked if one.state == "open"]
                self.require(len(are_open) == 1, f"{slot_id} is asked about in {are_open}")
                if not isinstance(commit.order.command, FreeClaimedSlot):
                    self._names_all(slot_id, proposal)

    def _names_all(self, slot_id: str, question: Proposal) -> None:
        """Require that a question about a table names every customer it may be about."""
        slot = self.book.find(Slot, (slot_id,))
        if slot is None or slot.staff:
            return
        meant = [
            one.id
            for one in self.book.all(Slot)
            if (one.agenda, one.line, one.party_capacity)
            == (slot.agenda, slot.line, slot.party_capacity)
            and not one.staff
            and one.status == "booked"
            and self._is_expected(one)
        ]
        named = {slot_id, *question.value("others").split()}
        self.require(named.issuperset(meant), f"{question} may be about {meant}")

    def _is_expected(self, slot: Slot) -> bool:
        booking = self.book.find(Appointment, (slot.id,))
        return (
            booking is not None
            and booking.status in STANDING
            and booking.starts_at == slot.starts_at
        )
