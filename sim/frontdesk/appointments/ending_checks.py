"""S11 for appointments that end: their customers are told, or staff that nothing reaches them."""

from fullhouse.kernel.commands import Command
from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.appointments.commands import CancelAppointment, EraseAppointment
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.appointments.proposals import ApproveAppointment
from fullhouse.products.frontdesk.shared.sms_budget import SmsSpend
from fullhouse.products.frontdesk.waitlist.commands import ClaimSlot
from sim.checks.state_model import Commit
from sim.frontdesk.appointments.schedule_view import DiaryCheck
from sim.frontdesk.refill.claim_checks import STANDING, freed_by
from sim.frontdesk.waitlist import reference_rules as at_the_desk
from sim.frontdesk.waitlist.waitlist_view import rules_seen

# Whoever is erased gets nothing more, and a claim of an earlier time says itself what it replaces.
SAID_OTHERWISE = (EraseAppointment, ClaimSlot)
# What a sync reads, or staff approve of it: nobody there chooses whether to write.
WITHOUT_CHOICE = ("sheet", "calendar")


class S11WhoeverIsCancelledIsTold(DiaryCheck):
    """No appointment ahead ends in silence, except where staff choose so for one of them.

    What a freed slot ends is judged with the claims.
    """

    promise = "S11"

    def commit(self, commit: Commit) -> None:
        """Judge each appointment that is cancelled."""
        if freed_by(commit.order) is not None:
            return
        for before, after in commit.of(Appointment):
            is_over = before is not None and before.status in STANDING
            if before is not None and is_over and after.status == "cancelled":
                self._ended(before, commit)

    def _ended(self, one: Appointment, commit: Commit) -> None:
        command = commit.order.command
        if one.starts_at <= commit.at or isinstance(command, SAID_OTHERWISE):
            return
        if _is_staffs_choice(command):
            return
        told = any(
            letter.person == one.id and letter.kind == "cancelled" for letter in _written(commit)
        )
        is_lost = not told and self._is_reached(one, commit)
        self.require(not is_lost, f"{one} ends by {command}, and nobody is told")
        if not told and _is_without_choice(command):
            self.require(_staff_hear(one, commit), f"nobody hears that {one} knows nothing of it")

    def _is_reached(self, one: Appointment, commit: Commit) -> bool:
        """Return True if an email or a text leaves for sure: part of the texts may be kept."""
        if at_the_desk.takes(self.desk, one.email):
            return True
        spend = commit.saw(SmsSpend, "texts")
        leave = at_the_desk.texts_leave(rules_seen(commit), spend, commit.at)
        return one.source != "form" and leave and at_the_desk.takes_offers(self.desk, one.phone)


def _is_staffs_choice(command: Command | None) -> bool:
    """Return True if staff cancel one appointment themselves, and chose not to write."""
    if not isinstance(command, CancelAppointment) or command.source in WITHOUT_CHOICE:
        return False
    return not command.reply and not command.tell


def _is_without_choice(command: Command | None) -> bool:
    if isinstance(command, CancelAppointment):
        return not command.reply and command.source in WITHOUT_CHOICE
    return isinstance(command, ApproveAppointment)


def _written(commit: Commit) -> list[Message]:
    return [after for before, after in commit.of(Message) if before is None]


def _staff_hear(one: Appointment, commit: Commit) -> bool:
    notes = (note for note in _written(commit) if note.kind == "gap_alert")
    return any(
        note.facts["appointment"]["id"] == one.id and note.facts.get("customer") == "unreached"
        for note in notes
    )
