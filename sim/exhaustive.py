"""Exhaustive orders of a few commands: every way to run them one after or inside the other.

Each workload's scenes say what is played. A command is given as it is, an alarm's by its name or
its key.
"""

from collections import Counter
from collections.abc import Callable, Iterator

from fullhouse.engine.worker import alarm_invocation
from fullhouse.kernel.commands import Command, tag_of
from fullhouse.platforms.memory.store import MemoryStore
from sim.clocks import minutes
from sim.stories import replay_whole
from sim.sweep import BEGINS
from sim.world import World

STOPS = ("loaded", "commit", "committed")
AT_COMMITS = STOPS[1:]
Deed = Command | str
Scene = tuple[tuple[Deed, ...], tuple[Deed, ...]]


class Choices:
    """One path through all choices, which notes the alternatives.

    The given choices are taken first; beyond them the first alternative is.
    """

    def __init__(self, given: list[int]) -> None:
        """Take these."""
        self.given = given
        self.taken: list[int] = []
        self.options: list[int] = []

    def choose(self, options: int) -> int:
        """Choose one of so many."""
        at = len(self.taken)
        choice = self.given[at] if at < len(self.given) else 0
        self.taken.append(choice)
        self.options.append(options)
        return choice

    def next(self) -> list[int] | None:
        """Return the next path, or None after the last."""
        for at in range(len(self.taken) - 1, -1, -1):
            if self.taken[at] + 1 < self.options[at]:
                return [*self.taken[:at], self.taken[at] + 1]
        return None


def paths(play: Callable[[Choices], object]) -> Iterator[list[int]]:
    """Walk every path."""
    given: list[int] | None = []
    while given is not None:
        choices = Choices(given)
        play(choices)
        yield choices.taken
        given = choices.next()


def play(
    scene: Scene, choices: Choices, stops: tuple[str, ...] = STOPS, most_inside: int = 2
) -> World:
    """Play a scene: at every stop one of the commands that are left may run, or none."""
    world = World("", MemoryStore(), Counter(), BEGINS)
    before, left = scene[0], list(scene[1])
    for deed in before:
        _do(world, deed)
    world.now += minutes(5)

    def stop(place: str) -> None:
        if place in stops and left and len(world.stack) <= most_inside:
            choice = choices.choose(len(left) + 1)
            if choice:
                _do(world, left.pop(choice - 1))

    world.pauses = stop
    while left:
        _do(world, left.pop(choices.choose(len(left))))
    world.pauses = lambda _place: None
    world.finish()
    replay_whole(world.store.inner)
    return world


def _do(world: World, deed: Deed) -> None:
    if isinstance(deed, Command):
        world.ask(deed, "someone")
        return
    rings = world.watch.book.alarms.values()
    alarm = next((one for one in rings if deed in (one.key, tag_of(one.command))), None)
    if alarm is not None:
        world.now = max(world.now, alarm.due_at)
        world.run(lambda process: process.give(alarm_invocation(alarm)))
