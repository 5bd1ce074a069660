"""The sweep: each port call of a short story fails once, in four ways, with the same ending."""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

from fullhouse.engine.ports import StoreDown
from fullhouse.kernel.commands import Command
from fullhouse.platforms.memory.store import MemoryStore
from sim.checks.state_model import StateModel, require
from sim.clocks import hours, minutes
from sim.faults import Crash
from sim.stories import replay_whole
from sim.world import World

BEGINS = datetime(2026, 6, 9, 8, 0, tzinfo=UTC)
Moment = tuple[timedelta, Command]
Story = Callable[[], list[Moment]]
Outcome = Callable[[StateModel], dict[str, object]]
BEFORE = ("load", "commit", "send")
AFTER = ("loaded", "committed", "sent")
WAYS = ("error before", "error after", "crash before", "crash after")


class Disturbance:
    """Fails the port call of a number, in one of four ways; number 0 fails nothing and counts."""

    def __init__(self, number: int = 0, way: str = WAYS[0]) -> None:
        """Wait for the call."""
        self.number = number
        self.trouble: BaseException = (
            StoreDown("disturbed") if way.startswith("error") else Crash("disturbed")
        )
        self.places = BEFORE if way.endswith("before") else AFTER
        self.calls = 0

    def __call__(self, place: str) -> None:
        """Count the call, and fail it if it is the one."""
        if place in self.places:
            self.calls += 1
            if self.calls == self.number:
                raise self.trouble


def one_after_the_other(*moments: Moment | Command) -> list[Moment]:
    """Let commands follow each other by forty minutes, or by as much as is said."""
    told: list[Moment] = []
    now = timedelta(0)
    for one in moments:
        wait, command = one if isinstance(one, tuple) else (minutes(40), one)
        now += wait
        told.append((now, command))
    return told


def tell(world: World, moments: list[Moment]) -> None:
    """Play a short story to its end; twice an hour there is a sweep."""
    for wait, command in moments:
        world.at(BEGINS + wait, world.ask, command, "someone")
    world.sweep_now_and_then(minutes(30), BEGINS + moments[-1][0])
    world.run_until(BEGINS + moments[-1][0] + hours(1))
    world.finish()


def play(story: Story, disturbance: Disturbance) -> World:
    """Play a short story with one disturbance."""
    world = World("short", MemoryStore(), Counter(), BEGINS)
    world.pauses = disturbance
    tell(world, story())
    replay_whole(world.store.inner)
    return world


def sweep(
    story: Story, outcome: Outcome, first: int = 1, stride: int = 1
) -> Iterator[tuple[int, str]]:
    """Disturb every call of a story, or every nth, in each of the four ways; yield its name."""
    for way in WAYS:
        counting = Disturbance(way=way)
        undisturbed = outcome(play(story, counting).watch.book)
        for number in range(first, counting.calls + 1, stride):
            came = outcome(play(story, Disturbance(number, way)).watch.book)
            require("L1", came == undisturbed, f"{way} {number}: {came}, not {undisturbed}")
            yield number, way
