"""Appointments as checkers and people read them from the state model, with all busy times."""

from collections import defaultdict

from fullhouse.products.frontdesk.appointments.model import Appointment, BusyTime, DaySchedule
from fullhouse.products.frontdesk.refill.slot_sync import SyncSlot
from sim.checks.state_model import Check, Commit, StateModel, View
from sim.frontdesk.waitlist.waitlist_view import Desk


class Diary(View):
    """The schedule at the clinic's front desk; `places` maps a record's name to its days."""

    def __init__(self) -> None:
        """Start empty."""
        self.appointments: dict[str, Appointment] = {}
        self.days: dict[str, DaySchedule] = {}
        self.places: dict[str, list[tuple[str, BusyTime]]] = defaultdict(list)

    def turn(self, commit: Commit) -> None:
        """Write a commit down."""
        self.appointments.update({one.id: one for _, one in commit.of(Appointment)})
        for before, day in commit.of(DaySchedule):
            self.days[day.id] = day
            for name in {
                one.id for book in (before, day) if book is not None for one in book.taken
            }:
                elsewhere = [place for place in self.places[name] if place[0] != day.id]
                self.places[name] = [
                    *elsewhere,
                    *((day.id, one) for one in day.taken if one.id == name),
                ]

    def standing(self) -> list[Appointment]:
        """Return those who are expected."""
        return [one for one in self.appointments.values() if one.status in ("booked", "confirmed")]

    def held(self) -> list[BusyTime]:
        """Return what is held for slots."""
        return [one for day in self.days.values() for one in day.taken if one.by == "slot"]

    def waiting(self) -> list[BusyTime]:
        """Return the times of open slots that are free for bookings."""
        return [one for day in self.days.values() for one in day.waiting]


class DiaryCheck(Check):
    """A checker that looks at the diary, and at the desk beside it."""

    def __init__(self, book: StateModel) -> None:
        """Look at both."""
        super().__init__(book)
        self.diary = book.view(Diary)
        self.desk = book.view(Desk)

    def is_pending(self, name: str) -> bool:
        """Return True if a slot will still be freed or looked at, allowing for a fast clock."""
        waiting = (
            one.command for one in self.book.alarms.values() if isinstance(one.command, SyncSlot)
        )
        followed = any(name in (one.slot_id, *one.rest) for one in waiting)
        set_for = any(f"{key}:{name}" in self.book.alarms for key in ("free", "withdraw"))
        return followed or set_for or self._is_looked_at(name)

    def _is_looked_at(self, name: str) -> bool:
        """Return True if a slot was freed, or an offer of it ended, by a clock that is ahead."""
        look, slot = self.book.alarms.get(f"look:{name}"), self.desk.slots.get(name)
        if look is None or slot is None:
            return False
        ends = {offer.ended_at for offer in self.desk.offers[name].values()}
        return look.due_at in {slot.freed_at, *ends}
