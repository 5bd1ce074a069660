"""Data folders to measure on: events made by real decisions, and copies of their rows in SQL."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.clock import RandomIds, SystemClock
from fullhouse.engine.execute import execute
from fullhouse.engine.ports import Invocation
from fullhouse.kernel.times import QuietHours
from fullhouse.platforms.local.sqlite.database import open_store
from fullhouse.platforms.local.sqlite.store import SqliteStore
from fullhouse.products.rsvp.commands import CreateEvent, SendHeadcount, SignUp
from fullhouse.products.rsvp.model import Settings

EVENT = "evening"
AHEAD = timedelta(days=200)
MANY_SEATS = 1_000_000
COPY_GUESTS = """
WITH RECURSIVE copy (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copy WHERE n < :more)
INSERT INTO guest SELECT {columns} FROM guest, copy WHERE guest.id = 'first'
"""
COPY_ALARMS = """
WITH RECURSIVE copy (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copy WHERE n < :more)
INSERT INTO alarm (key, due_at, command)
SELECT printf('%s:%07d', key, n), due_at + n * 1000, command FROM alarm, copy WHERE key = :key
"""

clock, ids = SystemClock(), RandomIds()


@contextmanager
def folder() -> Iterator[Path]:
    """Make a folder that is gone afterwards."""
    with TemporaryDirectory(prefix="fullhouse-bench-") as name:
        yield Path(name)


def create_event(store: SqliteStore, cap: int = MANY_SEATS, event_id: str = EVENT) -> None:
    """Create an event without quiet hours, so that the hour of the run makes no difference."""
    starts_at = datetime.now() + AHEAD  # noqa: DTZ005 - a wall time, far ahead
    command = CreateEvent(
        event_id=event_id,
        name="Summer evening",
        starts_at=starts_at.replace(microsecond=0),
        timezone="UTC",
        venue="The old mill",
        cap=cap,
        host_email="host@example.org",
        settings=Settings(quiet_hours=QuietHours("00:00", "00:00")),
    )
    execute(store, RULES, Invocation(ids.new(), "host", command), clock.now())


def prepare(place: Path, cap: int = MANY_SEATS) -> Path:
    """Put one event into a folder."""
    with open_store(place) as store:
        create_event(store, cap)
    return place


def address() -> str:
    """Make up an address; nobody's comes twice, and they come in no order."""
    return f"{random.getrandbits(64):x}@example.org"


def bodies(number: int) -> list[str]:
    """Write the sign-ups of so many people."""
    people = ({"name": f"Guest {at}", "email": address()} for at in range(number))
    return [msgspec.json.encode(person).decode() for person in people]


def sign_up(guest_id: str) -> Invocation:
    """Make the order of one sign-up."""
    return Invocation(
        ids.new(), "guest", SignUp(event_id=EVENT, guest_id=guest_id, name="Guest", email=address())
    )


def store_guests(place: Path, number: int) -> None:
    """Seat one guest by a real decision, and copy the row."""
    with open_store(place) as store:
        create_event(store)
        execute(store, RULES, sign_up("first"), clock.now(), carries=frozenset())
        names = [row[1] for row in store.writer.execute("PRAGMA table_info(guest)")]
        different = {
            "id": "printf('%s-%07d', id, n)",
            "email": "printf('guest%07d@example.org', n)",
        }
        columns = ", ".join(different.get(name, name) for name in names)
        store.writer.execute(COPY_GUESTS.format(columns=columns), {"more": number - 1})
        store.writer.execute(
            "UPDATE event SET confirmed = :number, taken = :number", {"number": number}
        )


def store_alarms(place: Path, number: int) -> None:
    """Set many alarms that are far off."""
    with open_store(place) as store:
        create_event(store)
        store.writer.execute(COPY_ALARMS, {"more": number, "key": f"thanks:{EVENT}"})


def set_headcounts(place: Path, due: list[datetime]) -> None:
    """Let the headcount of one event each be due at these times."""
    with open_store(place) as store:
        for at, moment in enumerate(due):
            event_id = f"{EVENT}{at}"
            create_event(store, event_id=event_id)
            command = msgspec.json.encode(SendHeadcount(event_id=event_id, due_at=moment)).decode()
            bound = (round(moment.timestamp() * 1000), command, f"headcount:{event_id}")
            store.writer.execute("UPDATE alarm SET due_at = ?, command = ? WHERE key = ?", bound)
