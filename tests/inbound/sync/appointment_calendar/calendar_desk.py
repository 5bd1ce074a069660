"""A salon with a calendar of appointments, for tests."""

from datetime import timedelta
from typing import Any

from fullhouse.engine.ports import MessagePage
from fullhouse.inbound.calendar_feeds.occurrence import Occurrence, made_of
from fullhouse.inbound.extraction.review import approve_booking
from fullhouse.inbound.sync.appointment_calendar.sync import (
    AppointmentCalendar,
    AppointmentCalendarReport,
)
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.external_sources import ExternalSource
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposalPage
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, Service
from tests.inbound.sync.business import at_once
from tests.inbound.sync.front_desk import FrontDesk
from tests.inbound.sync.waitlist_calendar.test_sync import Paper
from tests.support.rsvp_world import there

BOOK = Rulebook(
    zone="Europe/Berlin",
    services=(Service("Cut", 45), Service("Colour", 90)),
    staff=("Jess", "Sam"),
)


RULES = (
    "Time zone: Europe/Berlin\nServices\n- Cut: 45 minutes\n- Colour: 90 minutes\n"
    "Staff: Jess, Sam\n"
)
PERSON = "phone: 0151 23456789\nmail: anna@example.org"


def event(
    uid: str = "u1",
    wall: str = "2026-06-25 14:00",
    summary: str = "Cut with Jess: Anna Berg #appt",
    **more: Any,
) -> Occurrence:
    start = there(wall)
    minutes, guests = more.get("minutes", 45), more.get("guests", ())
    span = (start, start + timedelta(minutes=minutes))
    return made_of(
        uid,
        span,
        summary,
        more.get("description", ""),
        cancelled=more.get("cancelled", False),
        guests=guests,
    )


def some(count: int) -> list[Occurrence]:
    return [
        event(f"u{number}", f"2026-06-25 {8 + number:02d}:00") for number in range(1, count + 1)
    ]


class Desk(FrontDesk):
    """A salon with a calendar of appointments."""

    def __init__(self, *events: Occurrence) -> None:
        super().__init__(rules=RULES)
        self.paper = Paper(*events)
        self.watch = AppointmentCalendar(self.engine, self.paper)

    def look(self) -> AppointmentCalendarReport:
        return at_once(self.watch.run())

    def shows(self, *events: Occurrence) -> AppointmentCalendarReport:
        self.paper.events = list(events)
        return self.look()

    def open(self) -> list[Proposal]:
        found: tuple[Proposal, ...] = self.engine.load(ProposalPage("open"))
        return sorted(found, key=lambda one: (one.value("date"), one.value("time")))

    def approve(self, proposal: Proposal | None = None) -> Appointment:
        chosen = proposal or self.open()[0]
        answer = self.give(approve_booking(chosen, BOOK))
        found: Appointment = answer.appointment
        assert self.proposal(chosen.id).state == "approved", answer.code
        return found

    def proposal(self, name: str) -> Proposal:
        found = self.engine.load(Get(Proposal, (name,)))
        assert found is not None
        return found

    def told(self, name: str) -> list[str]:
        """Return the kinds of messages to a customer."""
        found: tuple[Message, ...] = self.engine.load(MessagePage("appointments"))
        return [one.kind for one in found if one.person == name]

    def appointment(self, name: str) -> Appointment:
        found = self.engine.load(Get(Appointment, (name,)))
        assert found is not None
        return found

    @property
    def trouble(self) -> str:
        found = self.engine.load(Get(ExternalSource, ("appointments-calendar",)))
        assert found is not None
        return found.trouble
