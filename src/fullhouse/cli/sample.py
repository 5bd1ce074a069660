"""The sample data of the demo, made with the same commands that hosts and guests give."""

from datetime import UTC, datetime, timedelta

import msgspec

from fullhouse.cli.sample_salon import fill_salon, open_salon
from fullhouse.engine.fast_forward import MovableClock, run_to
from fullhouse.engine.house import House
from fullhouse.kernel.records import Get
from fullhouse.products.rsvp.commands import CancelGuest, CreateEvent, SignUp
from fullhouse.products.rsvp.model import Event, Settings

ZONE = "Europe/Berlin"
DAYS_BEFORE = 4
WORKSHOP = "bread-workshop"
CONCERT = "courtyard-concert"
BY_HOST = "member:owner"
BY_GUEST = "guest"
NAMES = (
    ("Ada", "Ben", "Chidi", "Dana", "Elif", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Keiko", "Lars", "Mira"),
    ("Adeyemi", "Berg", "Castillo", "Demir", "Engel", "Fischer", "Garcia"),
)


def first_day(now: datetime | None = None) -> datetime:
    """Say when the story begins: some days ago, at ten in the morning."""
    today = (now or datetime.now(UTC)).replace(hour=8, minute=0, second=0, microsecond=0)
    return today - timedelta(days=DAYS_BEFORE)


async def fill(house: House) -> None:
    """Open two events and a salon, let people come over some days, and stop where it is interesting."""
    if house.load(Get(Event, (WORKSHOP,))) is not None:
        return
    began = house.now()
    await house.give(_workshop(began), BY_HOST)
    await house.give(_concert(began), BY_HOST)
    await _sign_up(house, CONCERT, 0, 34)
    await _sign_up(house, WORKSHOP, 40, 46)
    await _days_on(house, 1)
    await _sign_up(house, CONCERT, 34, 52)
    await _sign_up(house, WORKSHOP, 46, 50)
    await _days_on(house, DAYS_BEFORE - 2)
    await open_salon(house)
    await _days_on(house, 1)
    await _invite(house, WORKSHOP, 50)
    await _sign_up(house, WORKSHOP, 51, 56)
    await house.give(CancelGuest(event_id=WORKSHOP, guest_id="sample41"), BY_GUEST)
    await fill_salon(house)


def _workshop(began: datetime) -> CreateEvent:
    day = (began + timedelta(days=DAYS_BEFORE + 9)).replace(tzinfo=None)
    return CreateEvent(
        event_id=WORKSHOP,
        name="Sourdough for beginners",
        starts_at=day.replace(hour=18),
        timezone=ZONE,
        venue="The bakery, Mill Lane 4",
        cap=12,
        host_email="host@example.org",
        settings=Settings(max_party=2),
    )


def _concert(began: datetime) -> CreateEvent:
    day = (began + timedelta(days=DAYS_BEFORE + 3)).replace(tzinfo=None)
    return CreateEvent(
        event_id=CONCERT,
        name="Courtyard concert",
        starts_at=day.replace(hour=20),
        timezone=ZONE,
        venue="The courtyard",
        cap=40,
        host_email="host@example.org",
    )


async def _sign_up(house: House, event_id: str, first: int, last: int) -> None:
    for number in range(first, last):
        await house.give(_guest(event_id, number), BY_GUEST)


async def _invite(house: House, event_id: str, number: int) -> None:
    invited = msgspec.structs.replace(_guest(event_id, number), source="host", place_as="pending")
    await house.give(invited, BY_HOST)


def _guest(event_id: str, number: int) -> SignUp:
    first, last = (names[number % len(names)] for names in NAMES)
    email = f"{first}.{last}@example.org".lower()
    return SignUp(event_id=event_id, guest_id=f"sample{number}", name=f"{first} {last}", email=email)


async def _days_on(house: House, days: int) -> None:
    clock = house.clock
    if isinstance(clock, MovableClock):
        await run_to(house, clock, house.now() + timedelta(days=days))
