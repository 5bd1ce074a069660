"""The demo's salon: people who wait for an earlier time, and slots that are freed."""

from datetime import datetime, timedelta

from fullhouse.engine.house import House
from fullhouse.kernel.documents import SaveDocument
from fullhouse.kernel.times import instant, wall_time
from fullhouse.products.waitlist.commands import ClaimSlot, FreeSlot, Join

ZONE = "Europe/Berlin"
BY_STAFF = "member:owner"
BY_CUSTOMER = "customer"
RULES = """\
Business: Salon Jess
Time zone: Europe/Berlin

Services
- Colour: 90 minutes, 120 EUR
- Cut: 45 minutes, 55 EUR
- Beard trim: 30 minutes, 25 EUR

Staff: Jess, Sam
Opening hours: Tue-Fri 09:00-18:00, Sat 10:00-14:00
Order: priority first, then join time
Claim window: 10 minutes
Quiet hours: 21:00 to 08:00
Tries per slot: 5
Cut-off: 10 minutes before
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


async def fill_salon(house: House) -> None:
    """Write the rules, let people join, fill one slot and free two more."""
    await house.give(SaveDocument(name="rules", text=RULES), BY_STAFF)
    for number, _ in enumerate(WAITING):
        await house.give(_joins(number), BY_CUSTOMER)
    await house.give(_frees("sample-cut", house.now(), 13, "Cut", "Sam"), BY_STAFF)
    await house.give(ClaimSlot(slot_id="sample-cut", seq=1, entry_id="waits1"), BY_CUSTOMER)
    await house.give(_frees("sample-colour", house.now(), 15, "Colour", "Jess"), BY_STAFF)
    await house.give(_frees("sample-trim", house.now(), 17, "Beard trim", "Sam"), BY_STAFF)


def _joins(number: int) -> Join:
    name, phone, service, staff, priority = WAITING[number]
    email = f"{name.lower().replace(' ', '.')}@example.org"
    return Join(
        entry_id=f"waits{number}",
        name=name,
        phone=phone,
        email="" if phone else email,
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
