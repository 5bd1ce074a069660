"""L2 for the closed loop: a cancelled time is freed, and a claimed slot is an appointment."""

from datetime import datetime

from fullhouse.products.frontdesk.appointments.commands import CancelAppointment, Reschedule
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.refill.slot_sync import SyncSlot
from fullhouse.products.frontdesk.waitlist.commands import ClaimSlot, FreeSlot
from sim.checks.state_model import Commit, StateModel
from sim.clocks import hours
from sim.frontdesk.appointments.schedule_view import DiaryCheck
from sim.frontdesk.waitlist.waitlist_view import rules_seen

ERASED = "Erased"


class L2TheLoopCloses(DiaryCheck):
    """Released times reach the waitlist, and claimed slots become appointments.

    Staff may want neither, and then it does not happen. A time that its customer booked online a
    moment ago and gives up is only free.
    """

    promise = "L2"

    def __init__(self, book: StateModel) -> None:
        """Nothing has been given up."""
        super().__init__(book)
        self.given_up: set[str] = set()
        self.told: set[str] = set()
        self.apart: set[str] = set()

    def commit(self, commit: Commit) -> None:
        """Note released times, freed slots, and slots that are looked at while the two differ."""
        for before, one in commit.of(Appointment):
            if before is not None and one.frees and one.frees != before.frees:
                self.given_up.add(one.frees)
                quiet = _is_quietly_free(before, commit)
                self.require(not quiet, f"{before} was just booked online, and frees {one.frees}")
        command = commit.order.command
        if isinstance(command, SyncSlot) and not rules_seen(commit).refill:
            self.apart.add(command.slot_id)
        if isinstance(command, FreeSlot):
            self.told.add(command.slot_id)

    def calm(self, now: datetime) -> None:
        """Nothing is left between the two."""
        unheard = self.given_up - self.told - self.desk.slots.keys()
        lost = [name for name in unheard if not self.is_pending(name)]
        self.require(not lost, f"{sorted(lost)} were given up, and at {now} the line does not know")
        for slot in self.desk.slots.values():
            if slot.status == "booked" and slot.id not in self.diary.appointments:
                erased = self.desk.entries[slot.booked_by].name.startswith(ERASED)
                excused = erased or slot.id in self.apart or self.is_pending(slot.id)
                self.require(excused, f"{slot} is claimed, and at {now} nobody is expected")


def _is_quietly_free(before: Appointment, commit: Commit) -> bool:
    """Return True if a customer gives up a time within an hour of booking it online."""
    command = commit.order.command
    own = isinstance(command, Reschedule | ClaimSlot)
    own = own or (isinstance(command, CancelAppointment) and command.reply != "")
    return own and before.source == "form" and commit.at - before.made_at < hours(1)
