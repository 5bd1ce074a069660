"""A small business for tests with a waitlist and appointments, to test what joins them.

After every command the promises of both are checked; once all is settled, so is the day schedule.
"""

from collections import Counter
from typing import Any

from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments import commands
from fullhouse.products.frontdesk.appointments.model import (
    Appointment,
    AppointmentResult,
    BusyTime,
    DaySchedule,
)
from fullhouse.products.frontdesk.shared.contacts import (
    Customer,
    Identity,
    customer_id,
    identities,
)
from fullhouse.products.frontdesk.waitlist.model import Slot
from tests.products.frontdesk.waitlist.salon import STAFF, Salon, phone
from tests.support.rsvp_world import there

TONIGHT = "2026-06-20 18:00"
TUESDAY = "2026-06-23 15:00"
OPEN = ("Staff: Jess, Sam", "Staff: Jess, Sam\nOpening hours: Mon-Sat 09:00-20:00")
SUNDAYS_TOO = ("Mon-Sat 09:00", "Mon-Sun 09:00")
NO_REFILL = ("Claim window", "Refill from the waitlist: no\nClaim window")
ONE_CHAIR = ("Staff: Jess, Sam\n", "")


class FrontDesk(Salon):
    """One business with both lists."""

    def __init__(self, *changes: tuple[str, str], **how: Any) -> None:
        """Open with the usual rules, lines of which may be changed."""
        super().__init__(OPEN if ONE_CHAIR not in changes else ("Claim", "Claim"), *changes, **how)

    def book(
        self, name: str = "kim", /, starts_at: str = TONIGHT, **fields: Any
    ) -> AppointmentResult:
        usual = {"name": name.title(), "phone": phone(name), "service": "Colour", "staff": "Jess"}
        at = there(starts_at, self.zone)
        answer: AppointmentResult = self.give(
            commands.BookAppointment(appointment_id=name, starts_at=at, **{**usual, **fields}),
            STAFF,
        )
        return answer

    def move(self, name: str = "kim", starts_at: str = TUESDAY, **fields: Any) -> AppointmentResult:
        at = there(starts_at, self.zone)
        answer: AppointmentResult = self.give(
            commands.EditAppointment(appointment_id=name, starts_at=at, **fields), STAFF
        )
        return answer

    def pick(
        self, name: str = "kim", starts_at: str = TUESDAY, chain: int = 1, staff: str = ""
    ) -> AppointmentResult:
        at = there(starts_at, self.zone)
        picked = commands.Reschedule(
            appointment_id=name,
            chain=chain,
            reply=f"reschedule-{chain}-1",
            starts_at=at,
            staff=staff,
        )
        answer: AppointmentResult = self.give(picked, name)
        return answer

    def cancel(self, name: str = "kim") -> AppointmentResult:
        answer: AppointmentResult = self.give(
            commands.CancelAppointment(appointment_id=name), STAFF
        )
        return answer

    def no_show(self, name: str = "kim") -> AppointmentResult:
        answer: AppointmentResult = self.give(commands.NoShow(appointment_id=name), STAFF)
        return answer

    def restore(self, name: str = "kim") -> AppointmentResult:
        answer: AppointmentResult = self.give(
            commands.RestoreAppointment(appointment_id=name), STAFF
        )
        return answer

    # What can be seen.

    def appointment(self, name: str = "kim") -> Appointment:
        found = self.store.load(Get(Appointment, (name,)))
        assert found is not None
        return found

    def standing(self) -> dict[str, str]:
        """Who is expected, by the appointment's name."""
        return {one.id: one.name for one in self.store.shelf(Appointment).values() if one.stands}

    def customer(self, address: str) -> Customer | None:
        return self.store.load(Get(Customer, (customer_id(address),)))

    def taken(self) -> list[BusyTime]:
        return [one for day in self.store.shelf(DaySchedule).values() for one in day.taken]

    def held(self) -> list[str]:
        return [one.id for one in self.taken() if one.by == "slot"]

    def waiting(self) -> list[str]:
        """Return the open slots whose time is free for bookings."""
        return [one.id for day in self.store.shelf(DaySchedule).values() for one in day.waiting]

    # What must hold.

    def busy_then(self, slot: Slot) -> frozenset[Identity]:
        booked = [
            one
            for one in self.store.shelf(Appointment).values()
            if one.stands and one.starts_at < slot.ends_at and slot.starts_at < one.ends_at
        ]
        theirs = (identities(one.name, one.addresses) for one in booked)
        return super().busy_then(slot).union(*theirs)

    def check(self, decision: Decision) -> None:
        super().check(decision)
        standing = [one for one in self.store.shelf(Appointment).values() if one.stands]
        entries = [one for one in self.taken() if one.by == "appointment"]
        assert Counter(one.id for one in entries) == Counter(one.id for one in standing)
        assert len({one.id for one in self.taken()}) == len(self.taken())

    def settle(self) -> None:
        super().settle()
        if self.rulebook.refill:
            still_open = [one for one in self.slots() if one.status == "open"]
            offered = sorted(one.id for one in still_open if one.live_offer_seq)
            idle = sorted(one.id for one in still_open if not one.live_offer_seq)
            assert (sorted(self.held()), sorted(self.waiting())) == (offered, idle)
