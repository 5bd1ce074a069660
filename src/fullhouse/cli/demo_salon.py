"""The demo's salon: appointments with reminders, a waitlist, and freed slots."""

from datetime import datetime, timedelta

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.kernel.times import instant, wall_time
from fullhouse.products.frontdesk.appointments.commands import (
    BookAppointment,
    CancelAppointment,
    ConfirmAppointment,
)
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.waitlist.commands import ClaimSlot, FreeSlot, JoinWaitlist

ZONE = "Europe/Berlin"
BY_STAFF = "member:owner"
BY_CUSTOMER = "customer"
RULES = """\
Business: Salon Jess
Time zone: Europe/Berlin

Services
- Colour: 90 minutes, 120 EUR; remind at 48 and 2 hours
- Cut: 45 minutes, 55 EUR; remind at 24 and 1 hours
- Beard trim: 30 minutes, 25 EUR; remind at 24 hours

Staff: Jess, Sam
Opening hours: Tue-Fri 09:00-18:00, Sat 10:00-14:00
Order: priority first, then join time
Claim window: 10 minutes
Quiet hours: 21:00 to 08:00
Tries per slot: 5
Cut-off: 10 minutes before
Gap alert: 45 minutes before
Refill from the waitlist: yes
"""
# Name, phone, service, staff, priority; some can only be mailed.
WAITING = (
    ("Olga Brandt", "+4915550100101", "Colour", "", 0),
    ("Pia Lorenz", "+4915550100102", "Cut", "Sam", 0),
    ("Quentin Roy", "", "Colour", "Jess", 0),
    ("Rosa Nowak", "+4915550100104", "Colour", "", 1),
    ("Samir Haddad", "", "Beard trim", "", 0),
    ("Tilda Frost", "+4915550100106", "Cut", "", 0),
    ("Umut Kaya", "+4915550100107", "Cut", "", 0),
)


class Comes(msgspec.Struct, frozen=True):
    """A booked customer: days after the salon opens, and a time of day."""

    name: str
    phone: str
    service: str
    staff: str
    days: int
    at: str


BOOKED = (
    Comes("Vera Klein", "+4915550100201", "Cut", "Jess", 1, "09:00"),
    Comes("Wim Peters", "", "Colour", "Sam", 1, "09:30"),
    Comes("Xenia Wolf", "+4915550100203", "Cut", "Jess", 1, "11:00"),
    Comes("Yara Simon", "+4915550100204", "Cut", "Jess", 1, "12:00"),
    Comes("Zeno Adler", "+4915550100205", "Colour", "Sam", 1, "14:30"),
    Comes("Anouk Weber", "+4915550100206", "Cut", "Sam", 2, "10:00"),
    Comes("Bo Lindqvist", "", "Colour", "Jess", 2, "11:00"),
    Comes("Carla Reyes", "+4915550100208", "Beard trim", "", 3, "16:00"),
)
COMING = ("Vera Klein", "Wim Peters")
NOT_COMING = "Yara Simon"


async def open_salon(engine: Engine) -> None:
    """Save the rules and the first appointments; a day later some reminders were sent."""
    await engine.execute(SaveDocument(name="rules", text=RULES), BY_STAFF)
    for customer in BOOKED:
        await engine.execute(_books(customer, engine.now()), BY_STAFF)
    for name in COMING:
        await engine.execute(ConfirmAppointment(appointment_id=_id(name)), BY_STAFF)


def _id(name: str) -> str:
    return f"comes-{name.partition(' ')[0].lower()}"


def _mail(name: str) -> str:
    return f"{name.lower().replace(' ', '.')}@example.org"


def _books(customer: Comes, now: datetime) -> BookAppointment:
    day = wall_time(now, ZONE).date() + timedelta(days=customer.days)
    return BookAppointment(
        appointment_id=_id(customer.name),
        name=customer.name,
        phone=customer.phone,
        email="" if customer.phone else _mail(customer.name),
        service=customer.service,
        staff=customer.staff,
        starts_at=instant(datetime.fromisoformat(f"{day}T{customer.at}"), ZONE),
    )


async def fill_salon(engine: Engine) -> None:
    """Let customers join, fill one slot and free two; a cancelled one is offered to the queue."""
    for number, _ in enumerate(WAITING):
        await engine.execute(_joins(number), BY_CUSTOMER)
    await engine.execute(_frees("sample-cut", engine.now(), 13, "Cut", "Sam"), BY_STAFF)
    await engine.execute(ClaimSlot(slot_id="sample-cut", seq=1, entry_id="waits1"), BY_CUSTOMER)
    await engine.execute(_frees("sample-colour", engine.now(), 15, "Colour", "Jess"), BY_STAFF)
    await engine.execute(_frees("sample-trim", engine.now(), 17, "Beard trim", "Sam"), BY_STAFF)
    await engine.execute(CancelAppointment(appointment_id=_id(NOT_COMING)), BY_STAFF)


def _joins(number: int) -> JoinWaitlist:
    name, phone, service, staff, priority = WAITING[number]
    return JoinWaitlist(
        entry_id=f"waits{number}",
        name=name,
        phone=phone,
        email="" if phone else _mail(name),
        service=service,
        staff=staff,
        priority=priority,
    )


def _frees(slot_id: str, now: datetime, hour: int, service: str, staff: str) -> FreeSlot:
    """Free a slot of that day, or of the next one if its hour has passed."""
    wall = wall_time(now, ZONE).replace(hour=hour, minute=0, second=0, microsecond=0)
    starts_at = instant(wall, ZONE)
    if starts_at <= now + timedelta(hours=1):
        starts_at = instant(wall + timedelta(days=1), ZONE)
    return FreeSlot(slot_id=slot_id, service=service, starts_at=starts_at, staff=staff)
