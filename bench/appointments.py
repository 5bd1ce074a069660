"""Speed of one reminder tick over a full book of appointments, and of finding free times."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import islice
from statistics import median
from time import perf_counter

from bench.figures import Figure, Figures, Sizes, middle_and_most
from bench.stock import clock, folder, ids
from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import execute, load_state
from fullhouse.engine.ports import Invocation
from fullhouse.kernel.records import Get, Record
from fullhouse.platforms.local.sqlite import statements
from fullhouse.platforms.local.sqlite.database import open_store
from fullhouse.platforms.local.sqlite.store import SqliteStore
from fullhouse.products.frontdesk.appointments.availability import (
    TimeRequest,
    books_for,
    free_times,
)
from fullhouse.products.frontdesk.appointments.commands import Tick
from fullhouse.products.frontdesk.appointments.day_schedule import day_of, taken_by
from fullhouse.products.frontdesk.appointments.model import Appointment, BusyTime, DaySchedule
from fullhouse.products.frontdesk.shared.documents import Document, SaveDocument, rulebook_of

WANTED_TICK_SECONDS = 1.0
WANTED_FREE_MILLISECONDS = 50.0
# As fast, but for what two measurements differ by.
WANTED_SHARE = 1.2
DAYS = 30
LENGTH = 15
ANOTHER = TimeRequest("another", LENGTH)
STAFF = ("Ann", "Ben", "Cem", "Dora", "Emil")
SERVICES = ("Cut", "Cleaning", "Consult", "Follow-up")
RULES_TEXT = f"""\
Time zone: UTC
Services
- Cut: 45 minutes; remind at 24 and 1 hours
- Cleaning: 30 minutes; remind at 48 and 2 hours
- Consult: 60 minutes; remind at 720, 24 and 3 hours
- Follow-up: 15 minutes; remind at 24 hours
Staff: {", ".join(STAFF)}
Opening hours: Mon-Sun 00:00-23:59
"""


def one_tick(sizes: Sizes) -> Figures:
    """Tick over everyone who is expected in a month."""
    took = _measured(sizes.expected, _ticked, sizes.rounds)
    met = median(took) < WANTED_TICK_SECONDS
    wanted = f"median under {WANTED_TICK_SECONDS:.0f} s"
    yield Figure(f"tick over {sizes.expected:,} appointments", middle_and_most(took), wanted, met)


def finding_free_times(sizes: Sizes) -> Figures:
    """Look for another time in a month, among half as many."""
    half = sizes.expected // 2
    took = _measured(half, _found, sizes.rounds)
    met = 1000 * median(took) < WANTED_FREE_MILLISECONDS
    wanted = f"median under {WANTED_FREE_MILLISECONDS:.0f} ms"
    name = f"free times of a month, {len(STAFF)} staff, {half:,} appointments"
    yield Figure(name, middle_and_most(took), wanted, met)
    online = _measured(half, _found_online, sizes.rounds)
    share = median(online) / median(took)
    wanted = f"at most {WANTED_SHARE:.0%} of that"
    yield Figure(
        "the same for booking online", f"{share:.0%} of that", wanted, share < WANTED_SHARE
    )


def _measured(number: int, measure: Callable[[SqliteStore], float], rounds: int) -> list[float]:
    with folder() as place, open_store(place) as store:
        execute(
            store,
            RULES,
            Invocation(ids.new(), "staff", SaveDocument(name="rules", text=RULES_TEXT)),
            clock.now(),
        )
        _fill(store, number)
        return [measure(store) for _ in range(rounds)]


def _fill(store: SqliteStore, number: int) -> None:
    """Write appointments down as booking them would leave them, with the books of their days."""
    records = _booked(store, number)
    while some := list(islice(records, 4000)):
        with store.group():
            for record in some:
                store.writer.execute(statements.insert(type(record)), statements.values(record))


def _booked(store: SqliteStore, number: int) -> Iterator[Record]:
    rulebook, now = rulebook_of(store.load(Get(Document, ("rules",)))), clock.now()
    books: dict[str, list[BusyTime]] = {}
    for at in range(number):
        one = _appointment(at, number, now)
        books.setdefault(day_of(one.starts_at, rulebook), []).append(taken_by(one))
        yield one
    yield from (DaySchedule(id=name, taken=tuple(taken)) for name, taken in books.items())


def _appointment(at: int, number: int, now: datetime) -> Appointment:
    """Build one of many appointments of a month, already reminded, so that all are read in full."""
    return Appointment(
        id=f"{at:025x}",
        name=f"Customer {at}",
        phone=f"+49151{at:08d}",
        service=SERVICES[at % len(SERVICES)],
        staff=STAFF[at % len(STAFF)],
        starts_at=(now + timedelta(days=DAYS) * (at + 1) / (number + 1)).replace(
            second=0, microsecond=0
        ),
        minutes=LENGTH,
        made_at=now - timedelta(days=DAYS),
        reminded=(720, 48, 24, 3, 2, 1),
        alerted_at=now,
    )


def _ticked(store: SqliteStore) -> float:
    """Look at everyone, page after page, as one tick does."""
    rule, now = RULES[Tick], clock.now()
    command: Tick | None = Tick(at=now)
    begun, pages = perf_counter(), 0
    while command is not None:
        decision = rule.decide(load_state(store, rule, command), command, now)
        following = (alarm.command for alarm in decision.set_alarms if "more" in alarm.key)
        command = next((one for one in following if isinstance(one, Tick)), None)
        pages += 1
    took = perf_counter() - begun
    assert pages
    return took


def _found_online(store: SqliteStore) -> float:
    """Find what anyone could book in that month."""
    return _found(store, TimeRequest("another", LENGTH, is_public=True))


def _found(store: SqliteStore, wanted: TimeRequest = ANOTHER) -> float:
    """Find what is free in a month for one more of them, with whomever."""
    rulebook, now = rulebook_of(store.load(Get(Document, ("rules",)))), clock.now()
    first, last = now.date(), (now + timedelta(days=DAYS - 1)).date()
    begun = perf_counter()
    days = store.load(books_for(first, last))
    assert free_times(days, wanted, rulebook, None, now, (first, last))
    return perf_counter() - begun
