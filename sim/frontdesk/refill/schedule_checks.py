"""S5 and S11 for appointments: the day schedule is right, and no time has two customers."""

from datetime import datetime

from fullhouse.kernel.commands import Command
from fullhouse.products.frontdesk.appointments.commands import (
    BookAppointment,
    BookPublicly,
    Reschedule,
    RestoreAppointment,
)
from fullhouse.products.frontdesk.appointments.model import Appointment, BusyTime, DaySchedule
from fullhouse.products.frontdesk.refill.slot_sync import SyncSlot
from fullhouse.products.frontdesk.waitlist.commands import WithdrawSlot
from fullhouse.products.frontdesk.waitlist.model import Slot, SlotOffer
from sim.checks.state_model import Commit
from sim.checks.state_model import StateModel as TheBook
from sim.frontdesk.appointments import reference_rules
from sim.frontdesk.appointments.schedule_view import DiaryCheck
from sim.frontdesk.waitlist.rules_text import NOTICE
from sim.frontdesk.waitlist.waitlist_view import rules_seen


class S5DaysAreTheBook(DiaryCheck):
    """Each standing appointment is in its day's book once, and each hold is a live offer's.

    An open slot without a live offer is in the book as well, but its time is free.
    """

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
        should = [
            BusyTime(one.id, one.starts_at, one.minutes, one.staff, "appointment", one.service)
        ]
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
                free = [one for one in self.diary.waiting() if one.id == slot.id]
                its_time = [_hold(slot)]
                should = (its_time, []) if slot.live_offer_seq else ([], its_time)
                fine = (held, free) == should or self.is_pending(slot.id)
                self.require(fine, f"{slot} is open at {now}, held as {held}, free as {free}")
            waiting = {one.id for one in self.diary.waiting() if not self.is_pending(one.id)}
            ended = waiting - {slot.id for slot in self.desk.open_slots()}
            self.require(not ended, f"{ended} ended, and wait in the book at {now}")

    def _is_wanted(self, hold: BusyTime) -> bool:
        """Return True if a slot is offered, or booked by someone who has no appointment here."""
        slot = self.desk.slots.get(hold.id)
        if self.is_pending(hold.id):
            return True
        if slot is None or slot.status == "handed_back":
            return False
        if slot.status == "open":
            return bool(slot.live_offer_seq) or not self.desk.rules.refill
        return hold.id not in self.diary.appointments


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
        """Judge each new time beside those before it, offered or booked."""
        for was, offer in commit.of(SlotOffer):
            if was is None:
                self._judge_offer(self.desk.slots[offer.slot_id], commit)
        for old, slot in commit.of(Slot):
            if old is not None and old.why != slot.why == "booked_over":
                self._judge_reason(slot, commit)
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
        command = commit.order.command
        if isinstance(command, BookPublicly):
            self._judge_stranger(one, commit)
        if isinstance(command, Reschedule | BookPublicly):
            self.require(
                reference_rules.is_open(rules, one),
                f"{one} is picked while it is closed: {rules.opening} {rules.closed}",
            )
            late = rules.online and one.starts_at - NOTICE < commit.at
            self.require(not late, f"{one} is picked at {commit.at}")
        if not _is_named_by_staff(command):
            self.require(
                reference_rules.works(rules, one), f"{one} is picked when they are off: {rules}"
            )

    def _judge_stranger(self, one: Appointment, commit: Commit) -> None:
        """Judge a booking online: it is allowed, and not the customer's second."""
        rules = rules_seen(commit)
        self.require(rules.online, f"{one} is booked online at {commit.at}")
        mine = [
            other.id
            for other in self.diary.standing()
            if other.id != one.id
            and other.name == one.name
            and not {*other.addresses}.isdisjoint(one.addresses)
            and reference_rules.overlap(one, other)
        ]
        self.require(not mine, f"{one} is booked online, and they have {mine} then")

    def _judge_offer(self, slot: Slot, commit: Commit) -> None:
        """Judge an offer: nobody has its chair."""
        rules = rules_seen(commit)
        if not rules.refill or not rules.staff or slot.party_capacity > 1:
            return
        booked: list[reference_rules.Span] = [*self.diary.standing()]
        way = reference_rules.crowded(rules, _hold(slot), booked)
        self.require(not way, f"{slot} is offered, and {way} are there")

    def _judge_reason(self, slot: Slot, commit: Commit) -> None:
        """Judge a slot that ends because its time was booked: someone had it a moment ago."""
        if isinstance(commit.order.command, WithdrawSlot):
            return  # what an alarm was set for may be over
        claimed = [_hold(one) for one in self.desk.slots.values() if one.booked_by]
        booked: list[reference_rules.Span] = [*self.diary.standing(), *claimed]
        way = [one.id for one in booked if reference_rules.overlap(one, _hold(slot))]
        self.require(bool(way), f"{slot} ends, and nobody has booked its time")

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
            own_hold = _hold(slot)
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


def _hold(slot: Slot) -> BusyTime:
    return BusyTime(slot.id, slot.starts_at, slot.minutes, slot.staff, "slot", slot.service)


def _stays(before: Appointment, one: Appointment) -> bool:
    stood = before.status in ("booked", "confirmed")
    return stood and (before.starts_at, before.minutes, before.staff) == (
        one.starts_at,
        one.minutes,
        one.staff,
    )


def _is_pick(command: Command) -> bool:
    return isinstance(command, Reschedule | RestoreAppointment | BookPublicly) or (
        isinstance(command, BookAppointment) and command.free
    )


def _is_named_by_staff(command: Command) -> bool:
    """Return True if staff say who has a time: they may name someone who is off."""
    return isinstance(command, RestoreAppointment) or (
        isinstance(command, BookAppointment) and bool(command.staff)
    )
