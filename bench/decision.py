"""Speed of deciding a freed slot's next action, as the queue grows."""

import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import islice
from statistics import median
from time import perf_counter

import msgspec

from bench.figures import Figure, Figures, Sizes, p50_and_p99
from bench.stock import clock, folder, ids
from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import execute, load_state
from fullhouse.engine.ports import Invocation
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.records import Record
from fullhouse.platforms.local.sqlite import statements
from fullhouse.platforms.local.sqlite.database import open_store
from fullhouse.platforms.local.sqlite.store import SqliteStore
from fullhouse.products.frontdesk.shared.contacts import Contact, contact_id
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.waitlist.commands import AdvanceSlot, FreeSlot
from fullhouse.products.frontdesk.waitlist.model import Entry, ServiceQueue

WANTED_MILLISECONDS = 20.0
SERVICES = 10
TIMES = 11
STAFF = ("Mara", "Jo", "Sam")
OFFERED = "\n".join(f"- Service {number}: 45 minutes" for number in range(SERVICES))
RULES_TEXT = (
    f"Time zone: UTC\nQuiet hours: 00:00 to 00:00\nStaff: {', '.join(STAFF)}\nServices\n{OFFERED}\n"
)
# Some wait for the one day; nobody waits for the other.
SOON, LATE = timedelta(days=20), timedelta(days=300)


def decision(sizes: Sizes) -> Figures:
    """Decide for one slot after the other, with a longer queue each time, without offering."""
    numbers = [sizes.waiting // 100, sizes.waiting // 10, sizes.waiting]
    took = [_among(number) for number in numbers]
    for at, case in enumerate(("someone fits", "nobody's dates fit")):
        for number, seconds in zip(numbers, took, strict=True):
            yield _figure(f"decision among {number:,}, {case}", seconds[at])
        growth = median(took[-1][at]) / median(took[0][at])
        yield Figure(
            f"growth from {numbers[0]:,} to {numbers[-1]:,}, {case}", f"{growth:.1f} times as long"
        )


def _figure(name: str, seconds: list[float]) -> Figure:
    middle, rare = (1000 * one for one in p50_and_p99(seconds))
    wanted = f"p50 under {WANTED_MILLISECONDS:.0f} ms"
    return Figure(
        name, f"p50 {middle:.2f} ms, p99 {rare:.2f} ms", wanted, middle < WANTED_MILLISECONDS
    )


def _among(number: int) -> tuple[list[float], list[float]]:
    with folder() as place, open_store(place) as store:
        _give(store, SaveDocument(name="rules", text=RULES_TEXT))
        _fill(store, number)
        return _decided(store, SOON, "offered"), _decided(store, LATE, "nobody_fits")


def _give(store: SqliteStore, command: Command) -> Decision:
    return execute(store, RULES, Invocation(ids.new(), "staff", command), clock.now())


def _fill(store: SqliteStore, number: int) -> None:
    """Put people on the list as a real sign-up would leave them, a few thousand at a time."""
    drawn, now = random.Random(number), clock.now()
    records = _people(drawn, number, now)
    while some := list(islice(records, 4000)):
        with store.group():
            for record in some:
                store.writer.execute(statements.insert(type(record)), statements.values(record))
    with store.group():
        for service in range(SERVICES):
            line = ServiceQueue(id=f"service {service}", waiting=number // SERVICES)
            store.writer.execute(statements.insert(ServiceQueue), statements.values(line))


def _people(drawn: random.Random, number: int, now: datetime) -> Iterator[Record]:
    """Make people up who want all sorts of things; the last in each line wants whatever comes."""
    for at in range(number):
        last = at >= number - SERVICES
        entry = _someone(at, at % SERVICES, now) if last else _picky(drawn, at, now)
        yield entry
        yield Contact(id=contact_id(entry.phone), at=now, entries=(entry.id,))


def _someone(at: int, service: int, joined_at: datetime) -> Entry:
    return Entry(
        id=f"{random.getrandbits(100):025x}",
        name=f"Customer {at}",
        phone=f"+49151{at:08d}",
        service=f"Service {service}",
        line=f"service {service}",
        latest=f"{joined_at + 2 * SOON:%Y-%m-%d}",
        joined_at=joined_at,
        channel="text",
    )


def _picky(drawn: random.Random, at: int, now: datetime) -> Entry:
    joined_at = now - timedelta(seconds=drawn.randrange(1, 10_000_000))
    first = drawn.randrange(60)
    earliest, latest = (
        f"{now + timedelta(days=days):%Y-%m-%d}" for days in (first, first + drawn.randrange(30))
    )
    return msgspec.structs.replace(
        _someone(at, drawn.randrange(SERVICES), joined_at),
        party=drawn.choice((1, 1, 1, 2, 4)),
        earliest=drawn.choice(("", earliest)),
        latest=latest,
        staff=drawn.choice(("", "", *STAFF)),
        priority=drawn.choice((0, 0, 0, 1, 5)),
    )


def _decided(store: SqliteStore, ahead: timedelta, action: str) -> list[float]:
    """Return the seconds that decisions took, for a slot of each service, several times over."""
    starts_at = (clock.now() + ahead).replace(microsecond=0)
    slots = [ids.new() for _ in range(SERVICES)]
    for service, slot_id in enumerate(slots):
        staff = STAFF[service % len(STAFF)]
        at = starts_at + timedelta(
            hours=service
        )  # one after the other: a chair is offered once at a time
        _give(
            store,
            FreeSlot(slot_id=slot_id, service=f"Service {service}", starts_at=at, staff=staff),
        )
    return [_timed(store, slot_id, action) for _ in range(TIMES) for slot_id in slots]


def _timed(store: SqliteStore, slot_id: str, action: str) -> float:
    command, rule = AdvanceSlot(slot_id=slot_id), RULES[AdvanceSlot]
    start = perf_counter()
    decided = rule.decide(load_state(store, rule, command), command, clock.now())
    took = perf_counter() - start
    # The day's schedule may be written after it.
    assert decided.steps[0].action == action
    return took
