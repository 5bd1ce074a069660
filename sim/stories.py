"""One seed's story from its first command to the morning after, and the stores it can play on."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from fullhouse.engine.catalogue import AUDITED
from fullhouse.engine.ports import AllRecords, AuditPage, Store
from fullhouse.kernel.audit import AuditLine, AuditMismatch, compare, replay
from fullhouse.kernel.messages import Message
from fullhouse.platforms.local.sqlite.database import open_store
from fullhouse.platforms.local.sqlite.store import SqliteStore
from fullhouse.platforms.memory.store import MemoryStore
from sim.chance import Chance
from sim.checks.state_model import require
from sim.clocks import hours, minutes
from sim.faults import Tally
from sim.workload import Actors
from sim.workloads import WORKLOADS
from sim.world import World

TABLES = (
    "SELECT name FROM sqlite_master"
    " WHERE type = 'table' AND name NOT IN ('sqlite_sequence', 'schema')"
)
# Which workloads share a world, and how often.
TOGETHER = (
    *(("rsvp",), ("rsvp",), ("waitlist",), ("waitlist",), ("rsvp", "waitlist")),
    *(
        ("appointments",),
        ("appointments",),
        ("waitlist", "appointments"),
        ("waitlist", "appointments"),
    ),
)


# How often a sheet and a calendar are synced in a world of their own.
OF_SHEETS = 0.08


def _whose_story(chance: Chance) -> tuple[str, ...]:
    if chance.of("sheets or not").random() < OF_SHEETS:
        return ("sheets",)
    return chance.of("whose story").choice(TOGETHER)


class StoryRunner:
    """All the crowds of one world: one of them, by chance, does the next thing."""

    def __init__(self, world: World, crowds: dict[str, Actors]) -> None:
        """Bring the crowds in."""
        self.crowds = crowds
        self.draw = world.chance.of("whose turn")
        world.something_else = lambda: self.someone().act_now()
        world.delivered = self.got

    def someone(self) -> Actors:
        """Choose whose turn it is."""
        crowds = list(self.crowds.values())
        return crowds[0] if len(crowds) == 1 else self.draw.choice(crowds)

    def begin(self) -> None:
        """Let all of them begin."""
        for crowd in self.crowds.values():
            crowd.begin()

    def act(self) -> None:
        """Let one of them do something."""
        self.someone().act()

    def got(self, message: Message) -> None:
        """Hand a message to those whom it is for."""
        if message.product in self.crowds:
            self.crowds[message.product].got(message)


def new_world(seed: str, inner: Store, tally: Tally) -> tuple[World, StoryRunner, datetime]:
    """Draw a world with its people, and return it with the end of its story.

    A seed such as `rsvp:12` names the workload too.
    """
    told, _, plain = seed.rpartition(":")
    chance = Chance(plain)
    names = told.split("+") if told else _whose_story(chance)
    stages = {
        name: WORKLOADS[name].stage(chance.of("place" if not at else name))
        for at, name in enumerate(names)
    }
    first = stages[names[0]]
    world = World(plain, inner, tally, first.begins)
    troupe = StoryRunner(world, {name: stage.invite(world) for name, stage in stages.items()})
    return world, troupe, first.until


def play(world: World, people: StoryRunner, until: datetime) -> None:
    """Play a story with faults for a part of it, in half the worlds to its end; then settle."""
    draw = world.chance.of("story")
    people.begin()
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


def play_deeds(world: World, crowd: Actors, deeds: Iterable[tuple[str, int, int]]) -> None:
    """Play given actions: which, how many minutes after the one before, and from which draw."""
    crowd.begin()
    world.faults.on = True
    for name, wait, number in deeds:
        world.run_until(world.now + minutes(wait))
        crowd.draw.seed(number)
        crowd.do(name)
    world.finish()
    replay_whole(world.store.inner)


def _when(one: float, other: float) -> float:
    """Crowd half of what happens into a few moments."""
    return round(one * 6) / 6 + other / 5000 if other < 0.5 else one


def replay_whole(store: Store) -> None:
    """Replay the stored audit from its first line with the shipped code; compare to the store."""
    problems: list[AuditMismatch] = []
    lines: list[AuditLine] = []
    after = 0
    while page := store.load(AuditPage(after=after)):
        lines += page
        after = page[-1].number
    compare(replay(lines, AUDITED, problems), store.load(AllRecords()), problems)
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
        for (table,) in store.writer.execute(TABLES).fetchall():
            store.writer.execute(f"DELETE FROM {table}")  # noqa: S608 - its own names
    return store
