"""A salon for tests of the desk: appointments booked, confirmed, cancelled, missed, refilled."""

from datetime import datetime
from typing import Any

from fullhouse.kernel.records import Get
from fullhouse.kernel.times import instant
from fullhouse.products.frontdesk.appointments.commands import (
    BookAppointment,
    CancelAppointment,
    ConfirmAppointment,
    NoShow,
    RestoreAppointment,
)
from fullhouse.products.frontdesk.appointments.model import Appointment, AppointmentResult
from tests.support.event_app import Evening
from tests.web.desk.frontdesk.salon import Salon

ZONE = "Europe/Berlin"
RULES = """\
Business: Salon Jess
Time zone: Europe/Berlin
Services
- Colour: 90 minutes, 120 EUR; remind at 48 and 2 hours
- Cut: 45 minutes, 55 EUR; remind at 24 and 1 hours
- Fringe: 15 minutes; no reminders
Staff: Jess, Sam
Opening hours: Mon-Fri 09:00-18:00, Sat 10:00-14:00
Claim window: 10 minutes
"""
ALONE = f"{RULES}Refill from the waitlist: no\n"


def at(text: str) -> datetime:
    """The instant at which the clock in Berlin shows this."""
    return instant(datetime.fromisoformat(text), ZONE)


class Front(Salon):
    """Short ways to bring the book into a state. The clock stands at eleven on Monday, 1 June."""

    def books(self, name: str = "Ada", when: str = "2026-06-01T14:00", **more: Any) -> Appointment:
        usual = {
            "appointment_id": name.lower(),
            "name": name,
            "email": f"{name.lower()}@example.org",
        }
        fields = {**usual, "service": "Cut", "staff": "Jess", "starts_at": at(when), **more}
        answer: AppointmentResult = self.evening.give(BookAppointment(**fields), "member:jo")
        assert answer.appointment is not None, answer
        return answer.appointment

    def confirms(self, name: str) -> None:
        assert (
            self.evening.give(ConfirmAppointment(appointment_id=name.lower()), "member:jo").code
            == "confirmed"
        )

    def cancels(self, name: str) -> None:
        assert (
            self.evening.give(CancelAppointment(appointment_id=name.lower()), "member:jo").code
            == "cancelled"
        )

    def restores(self, name: str) -> None:
        restore = RestoreAppointment(appointment_id=name.lower())
        assert self.evening.give(restore, "member:jo").code == "restored"

    def misses(self, name: str) -> None:
        assert self.evening.give(NoShow(appointment_id=name.lower()), "member:jo").code == "no_show"

    def appointment(self, name: str = "Ada") -> Appointment:
        found = self.evening.load(Get(Appointment, (name.lower(),)))
        assert found is not None
        return found


def full_book(evening: Evening) -> Front:
    """A day with an appointment in every state, one staff member booked twice, two freed slots."""
    front = Front(evening)
    front.writes(RULES)
    front.books("Ida", "2026-06-01T09:00")
    front.books("Ada", "2026-06-01T14:00", phone="+4915123456789")
    front.books("Ben", "2026-06-01T15:00", staff="Sam")
    front.books("Cleo", "2026-06-01T16:00", staff="Sam", service="Colour")
    front.books("Dora", "2026-06-01T16:30", staff="Sam")
    front.books("Emil", "2026-06-03T10:00", staff="")
    front.confirms("Ben")
    front.misses("Ida")
    front.joins("Fay", "Cut")
    front.books("Gus", "2026-06-01T12:00")
    front.cancels("Gus")
    return front
