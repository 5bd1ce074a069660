"""Sample data of the demo, made with the commands of hosts and guests."""

from datetime import UTC, datetime, timedelta

import msgspec

from fullhouse.cli.demo_salon import fill_salon, open_salon
from fullhouse.engine.core import Engine
from fullhouse.engine.worker import ManualClock, advance_to
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
    (
        "Ada",
        "Ben",
        "Chidi",
        "Dana",
        "Elif",
        "Farid",
        "Greta",
        "Hugo",
        "Ines",
        "Jonas",
        "Keiko",
        "Lars",
        "Mira",
    ),
    ("Adeyemi", "Berg", "Castillo", "Demir", "Engel", "Fischer", "Garcia"),
)


def first_day(now: datetime | None = None) -> datetime:
    """Return the start of the demo: some days ago, at ten in the morning."""
    today = (now or datetime.now(UTC)).replace(hour=8, minute=0, second=0, microsecond=0)
    return today - timedelta(days=DAYS_BEFORE)


async def fill(engine: Engine) -> None:
    """Create two events and a salon with some days of activity."""
    if engine.load(Get(Event, (WORKSHOP,))) is not None:
        return
    began = engine.now()
    await engine.execute(_workshop(began), BY_HOST)
    await engine.execute(_concert(began), BY_HOST)
    await _sign_up(engine, CONCERT, 0, 34)
    await _sign_up(engine, WORKSHOP, 40, 46)
    await _days_on(engine, 1)
    await _sign_up(engine, CONCERT, 34, 52)
    await _sign_up(engine, WORKSHOP, 46, 50)
    await _days_on(engine, DAYS_BEFORE - 2)
    await open_salon(engine)
    await _days_on(engine, 1)
    await _invite(engine, WORKSHOP, 50)
    await _sign_up(engine, WORKSHOP, 51, 56)
    await engine.execute(CancelGuest(event_id=WORKSHOP, guest_id="sample41"), BY_GUEST)
    await fill_salon(engine)


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


async def _sign_up(engine: Engine, event_id: str, first: int, last: int) -> None:
    for number in range(first, last):
        await engine.execute(_guest(event_id, number), BY_GUEST)


async def _invite(engine: Engine, event_id: str, number: int) -> None:
    invited = msgspec.structs.replace(_guest(event_id, number), source="host", place_as="pending")
    await engine.execute(invited, BY_HOST)


def _guest(event_id: str, number: int) -> SignUp:
    first, last = (names[number % len(names)] for names in NAMES)
    email = f"{first}.{last}@example.org".lower()
    return SignUp(
        event_id=event_id, guest_id=f"sample{number}", name=f"{first} {last}", email=email
    )


async def _days_on(engine: Engine, days: int) -> None:
    clock = engine.clock
    if isinstance(clock, ManualClock):
        await advance_to(engine, clock, engine.now() + timedelta(days=days))
