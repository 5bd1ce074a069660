"""A salon with appointments for tests: the real app on real SQLite, with a fixed clock."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, cast

from starlette.testclient import TestClient

from fullhouse.engine.ports import MessagePage
from fullhouse.kernel.links import Link
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import instant
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.frontdesk.appointments.commands import BookAppointment
from fullhouse.products.frontdesk.appointments.model import Appointment, AppointmentResult
from fullhouse.web.dependencies import dependencies_of
from tests.support.event_app import Caller
from tests.support.web_client import WebClient
from tests.web.waitlist.salon import START, Salon, salon_app

RULES = """
Business: Salon Jess
Time zone: Europe/Berlin
Services
- Colour: 90 minutes, 120 EUR; remind at 24 and 2 hours
- Cut: 45 minutes, 55 EUR; remind at 24 and 1 hours
Staff: Jess, Sam
Opening hours: Mon-Fri 09:00-12:00
Refill from the waitlist: yes
"""
WITHOUT_HOURS = RULES.replace("Opening hours: Mon-Fri 09:00-12:00\n", "")
ZONE = "Europe/Berlin"


def at(text: str) -> datetime:
    """The instant at which the clock on the wall shows this."""
    return instant(datetime.fromisoformat(text), ZONE)


class Shop(Salon):
    """A salon, and short ways to bring appointments into a state."""

    def books(self, name: str = "Ada", when: str = "2026-06-04T10:00", **more: Any) -> Appointment:
        usual = {
            "appointment_id": name.lower(),
            "name": name,
            "email": f"{name.lower()}@example.org",
        }
        fields = {**usual, "service": "Cut", "staff": "Jess", "starts_at": at(when), **more}
        answer: AppointmentResult = self.give(BookAppointment(**fields))
        assert answer.appointment is not None, answer
        return answer.appointment

    def appointment(self, name: str = "Ada") -> Appointment:
        found = self.load(Get(Appointment, (name.lower(),)))
        assert found is not None
        return found

    def reply(self, purpose: str, name: str = "Ada", offer: str = "1-24", **more: Any) -> str:
        """The path of a link, as a reminder would carry it."""
        link = Link(purpose, "appointments", name.lower(), offer, **more)
        return f"/l/{self.engine.composer.keyring.sign(link)}"

    def told(self, kind: str = "") -> list[Message]:
        found = self.load(MessagePage(scope="appointments", kind=kind))
        return list(found)


@contextmanager
def shop_at(folder: Path) -> Iterator[tuple[Shop, TestClient]]:
    clock = VirtualClock(START)
    app = salon_app(folder, clock)
    with WebClient(app, follow_redirects=False) as client:
        portal = client.portal
        assert portal is not None
        yield Shop(dependencies_of(app).engine, clock, cast("Caller", portal.call)), client
