"""The sweep: each port call of a short story fails once, in four ways, and the story must end as if it had not."""

from collections import Counter
from collections.abc import Iterator

from fullhouse.engine.ports import StoreDown
from fullhouse.platforms.virtual.store import MemoryStore
from sim.checks.book import require
from sim.faults import Crash
from sim.short import BEGINS, STORIES, outcome, tell
from sim.stories import replay_whole
from sim.world import World

BEFORE = ("load", "commit", "send")
AFTER = ("loaded", "committed", "sent")
WAYS = ("error before", "error after", "crash before", "crash after")


class Disturbance:
    """Fails the port call of a number, in one of four ways; number 0 fails nothing and counts."""

    def __init__(self, number: int = 0, way: str = WAYS[0]) -> None:
        """Wait for the call."""
        self.number = number
        self.trouble: BaseException = StoreDown("disturbed") if way.startswith("error") else Crash("disturbed")
        self.places = BEFORE if way.endswith("before") else AFTER
        self.calls = 0

    def __call__(self, place: str) -> None:
        """Count the call, and fail it if it is the one."""
        if place in self.places:
            self.calls += 1
            if self.calls == self.number:
                raise self.trouble


def play(story: str, disturbance: Disturbance) -> World:
    """Play a short story with one disturbance."""
    world = World(story, MemoryStore(), Counter(), BEGINS)
    world.pauses = disturbance
    tell(world, STORIES[story]())
    replay_whole(world.store.inner)
    return world


def sweep(story: str, first: int = 1, stride: int = 1) -> Iterator[tuple[int, str]]:
    """Disturb every call of a story, or every so many, in each of the four ways; name each as it is passed."""
    for way in WAYS:
        counting = Disturbance(way=way)
        undisturbed = outcome(play(story, counting))
        for number in range(first, counting.calls + 1, stride):
            world = play(story, Disturbance(number, way))
            require(
                "L1", outcome(world) == undisturbed, f"{story}, {way} {number}: {outcome(world)}, not {undisturbed}"
            )
            yield number, way
