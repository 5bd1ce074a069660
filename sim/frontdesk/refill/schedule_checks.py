"""S5 and S11 for appointments: the day schedule is right, and no time has two customers."""

from datetime import datetime

from fullhouse.kernel.commands import Command
from fullhouse.products.frontdesk.appointments.commands import (
    BookAppointment,
    Reschedule,
    RestoreAppointment,
)
from fullhouse.products.frontdesk.appointments.model import Appointment, BusyTime, DaySchedule
from fullhouse.products.frontdesk.refill.slot_sync import SyncSlot
from fullhouse.products.frontdesk.waitlist.model import Slot
from sim.checks.state_model import Commit
from sim.checks.state_model import StateModel as TheBook
from sim.frontdesk.appointments import reference_rules
from sim.frontdesk.appointments.schedule_view import DiaryCheck
from sim.frontdesk.waitlist.waitlist_view import rules_seen


class S5DaysAreTheBook(DiaryCheck):
    """Each standing appointment is in its day's book once, and each hold is an open slot's."""

    promise = "S5"

    def turned(self, commit: Commit) -> None:
        """Look up what may have changed."""
        names = {one.id for _, one in commit.of(Appointment)}
        names |= {
            one.id
            for _, day in commit.of(DaySchedule)
            for one in day.taken
            if one.by == "appointment"
        }
        for name in names:
            self._is_there(name)

    def _is_there(self, name: str) -> None:
        one = self.diary.appointments.get(name)
        there = [taken for _, taken in self.diary.places[name] if taken.by == "appointment"]
        if one is None or one.status not in ("booked", "confirmed"):
            self.require(not there, f"{one or name} does not stand, and is in the book as {there}")
            return
        should = [BusyTime(one.id, one.starts_at, one.minutes, one.staff)]
        self.require(there == should, f"{one} is in the book as {there}")

    def calm(self, now: datetime) -> None:
        """Hold what is held against the slots, and the slots against what is held."""
        for hold in self.diary.held():
            self.require(
                self._is_wanted(hold), f"{hold} is held at {now} for {self.desk.slots.get(hold.id)}"
            )
        if self.desk.rules.refill:
            for slot in self.desk.open_slots():
                held = [one for _, one in self.diary.places[slot.id] if one.by == "slot"]
                should = [BusyTime(slot.id, slot.starts_at, slot.minutes, slot.staff, "slot")]
                fine = held == should or self.is_pending(slot.id)
                self.require(fine, f"{slot} is open at {now}, and is held as {held}")

    def _is_wanted(self, hold: BusyTime) -> bool:
        """Return True if a slot is offered, or booked by someone who has no appointment here."""
        slot = self.desk.slots.get(hold.id)
        if self.is_pending(hold.id):
            return True
        if slot is None or slot.status == "handed_back":
            return False
        return slot.status == "open" or hold.id not in self.diary.appointments


class S11OneTimeOnePerson(DiaryCheck):
    """No two picks or claims overlap with one staff member, and what is offered is free.

    A held slot is nobody's pick. Staff may book more people than there are staff members, but then
    nothing is offered to the waitlist beside them.
    """

    promise = "S11"

    def __init__(self, book: TheBook) -> None:
        """Nobody has picked anything."""
        super().__init__(book)
        self.picked: set[str] = set()

    def commit(self, commit: Commit) -> None:
        """Judge each new time beside those before it."""
        for before, one in commit.of(Appointment):
            if one.status not in ("booked", "confirmed") or (
                before is not None and _stays(before, one)
            ):
                continue
            command = commit.order.command
            self.picked.discard(one.id)
            if _is_pick(command):
                self._judge_pick(one, commit, self._taken_back(before, commit))
            elif isinstance(command, SyncSlot):
                self._judge_claim(one)
            if _is_pick(command) or isinstance(command, SyncSlot):
                self.picked.add(one.id)

    def _taken_back(self, before: Appointment | None, commit: Commit) -> str:
        """Return the unclaimed slot made from the time of an appointment that staff restore."""
        if before is None or not isinstance(commit.order.command, RestoreAppointment):
            return ""
        ends = {slot.id: slot for _, slot in commit.of(Slot)}
        slot = ends.get(before.frees, self.desk.slots.get(before.frees))
        return before.frees if slot is not None and slot.status == "handed_back" else ""

    def _judge_pick(self, one: Appointment, commit: Commit, own_slot: str) -> None:
        rules = rules_seen(commit)
        others: list[reference_rules.Span] = [*self.diary.standing(), *self.diary.held()]
        way = reference_rules.crowded(
            rules, one, [other for other in others if other.id not in (one.id, own_slot)]
        )
        self.require(not way, f"{one} is picked, and {way} are there")
        if isinstance(commit.order.command, Reschedule):
            self.require(
                reference_rules.is_open(rules, one),
                f"{one} is picked while it is closed: {rules.opening} {rules.closed}",
            )

    def _judge_claim(self, one: Appointment) -> None:
        """Judge a claim of what was held for it; staff may have written someone else there."""
        if not self.diary.places[one.id]:
            return
        others = [
            other
            for other in self.diary.standing()
            if other.id in self.picked and other.id != one.id
        ]
        way = [
            other.id
            for other in others
            if reference_rules.overlap(one, other) and reference_rules.same_chair(one, other)
        ]
        self.require(not way, f"{one} is claimed, and {way} have that chair")

    def calm(self, now: datetime) -> None:
        """Hold each chair that is on offer against all that is taken beside it."""
        rules = self.desk.rules
        if not rules.refill or not rules.staff:
            return
        held = self._held_by_staff()
        for slot in self.desk.open_slots():
            if slot.party_capacity > 1:
                continue
            own_hold = BusyTime(slot.id, slot.starts_at, slot.minutes, slot.staff, "slot")
            others: list[reference_rules.Span] = [
                *self.diary.standing(),
                *(one for one in held if one.id != slot.id),
            ]
            way = reference_rules.crowded(rules, own_hold, others)
            fine = not way or any(self.is_pending(name) for name in (slot.id, *way))
            self.require(fine, f"{slot} is offered at {now}, and {way} are there")

    def _held_by_staff(self) -> list[BusyTime]:
        """Return the holds that need a staff member; those of tables do not."""
        slots = self.desk.slots.values()
        tables = {slot.id for slot in slots if slot.party_capacity > 1 and not slot.staff}
        return [hold for hold in self.diary.held() if hold.id not in tables]


def _stays(before: Appointment, one: Appointment) -> bool:
    stood = before.status in ("booked", "confirmed")
    return stood and (before.starts_at, before.minutes, before.staff) == (
        one.starts_at,
        one.minutes,
        one.staff,
    )


def _is_pick(command: Command) -> bool:
    return isinstance(command, Reschedule | RestoreAppointment) or (
        isinstance(command, BookAppointment) and command.free
    )
