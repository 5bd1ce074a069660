"""One seed's story from its first sign-up to the morning after, and the stores it can play on."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from fullhouse.engine.ports import AllRecords, AuditPage, Store
from fullhouse.kernel.audit import Broken, Line, compare, replay
from fullhouse.platforms.local.database import open_store
from fullhouse.platforms.local.store import SqliteStore
from fullhouse.platforms.virtual.store import MemoryStore
from sim import places
from sim.chance import Chance
from sim.checks import own
from sim.checks.book import require
from sim.clocks import hours, minutes
from sim.faults import Tally
from sim.people import People
from sim.world import World

TABLES = ("event", "guest", "message", "alarm", "audit")


def new_world(seed: str, inner: Store, tally: Tally) -> tuple[World, People, datetime]:
    """Draw a world with its events and people, and say when its story ends."""
    draw = Chance(seed).of("place")
    created = [places.event(draw, f"e{number}") for number in range(draw.choice((1, 1, 1, 1, 2)))]
    begins = own.to_utc(created[0].starts_at, created[0].timezone)
    world = World(seed, inner, tally, begins - places.lead(draw))
    people = People(world, created)
    world.something_else = people.act_now
    world.delivered = people.got_mail
    return world, people, begins + hours(draw.choice((0, 1, 30, 80)))


def play(world: World, people: People, until: datetime) -> None:
    """Play a story: faults on for a part of it, in half of the worlds to its end; then everything comes to rest."""
    draw = world.chance.of("story")
    for command in people.events:
        world.ask(command, "host")
    begins = world.now
    lasts = until - begins
    for _ in range(draw.choice((12, 30, 30, 60))):
        world.at(begins + lasts * _when(draw.random(), draw.random()), people.act)
    world.sweep_now_and_then(draw.choice((minutes(10), hours(1), hours(5))) + lasts / 50, until)
    world.run_until(begins + lasts * draw.choice((0, 0, 0.2)))
    world.faults.on = True
    world.run_until(begins + lasts * draw.choice((0.4, 0.7, 1, 1)))
    world.faults.on = draw.random() < 0.5
    world.run_until(until)
    world.finish()
    replay_whole(world.store.inner)


def play_deeds(world: World, people: People, deeds: Iterable[tuple[str, int, int]]) -> None:
    """Play a given list of deeds: which, how many minutes after the one before, and from what draw."""
    for command in people.events:
        world.ask(command, "host")
    world.faults.on = True
    for name, wait, number in deeds:
        world.run_until(world.now + minutes(wait))
        people.draw.seed(number)
        event = world.watch.book.events.get(people.events[0].event_id)
        if event is not None:
            getattr(people, name)(event)
    world.finish()
    replay_whole(world.store.inner)


def _when(one: float, other: float) -> float:
    """Crowd half of what happens into a few moments."""
    return round(one * 6) / 6 + other / 5000 if other < 0.5 else one


def replay_whole(store: Store) -> None:
    """Replay the stored audit from its first line, by the shipped code, and hold it against all that is stored."""
    problems: list[Broken] = []
    lines: list[Line] = []
    after = 0
    while page := store.load(AuditPage(after=after)):
        lines += page
        after = page[-1].number
    compare(replay(lines, problems), store.load(AllRecords()), problems)
    require("S5", not problems, problems[:3])


@contextmanager
def memory_store() -> Iterator[MemoryStore]:
    """Open a store in memory."""
    yield MemoryStore()


@contextmanager
def sqlite_store() -> Iterator[SqliteStore]:
    """Open the real SQLite store, not waiting for the disk."""
    with TemporaryDirectory() as folder, open_store(Path(folder)) as store:
        store.writer.execute("PRAGMA synchronous = OFF")
        yield store


def wipe(store: Store) -> Store:
    """Return a store as good as new."""
    if not isinstance(store, SqliteStore):
        return MemoryStore()
    with store.group():
        for table in TABLES:
            store.writer.execute(f"DELETE FROM {table}")  # noqa: S608 - names from above
    return store
