"""Small exhaustive orders: a tiny room, three commands, and every way to run them one after or inside the other."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from fullhouse.engine.house import alarm_order
from fullhouse.kernel.commands import Command
from fullhouse.platforms.virtual.store import MemoryStore
from fullhouse.products.rsvp.commands import CancelEvent, ChangeParty, EditEvent, ResumeMail, StopMail
from sim.clocks import hours, minutes
from sim.short import BEGINS, STARTS, cancel, claim, decline, house, of, up
from sim.stories import replay_whole
from sim.world import World

STOPS = ("loaded", "commit", "committed")
FILL = "Fill"
Deed = Command | str
Scene = tuple[tuple[Deed, ...], tuple[Deed, ...]]

ANNA_SEATED: tuple[Deed, ...] = (house(1), up("anna"), up("ben"), up("cleo"))
BEN_ASKED: tuple[Deed, ...] = (*ANNA_SEATED, cancel("anna"), FILL)
LAPSE_BEN = "LapseOffer"

# What has happened, and then what happens in every possible order.
SCENES: Mapping[str, Scene] = {
    "three for one seat": ((house(1),), (up("anna"), up("ben"), up("cleo"))),
    "one address twice for two seats": ((house(2), up("anna")), (up("ben"), up("ben"), up("cleo", 2))),
    "freed, joined and looked for": (ANNA_SEATED, (cancel("anna"), FILL, up("dora"))),
    "freed, left and more chairs": (
        ANNA_SEATED,
        (cancel("anna"), cancel("ben"), EditEvent(event_id="e", cap=2)),
    ),
    "claimed, declined and cancelled": (BEN_ASKED, (claim("ben"), decline("ben"), cancel("ben"))),
    "claimed while it lapses": (BEN_ASKED, (claim("ben"), LAPSE_BEN, FILL)),
    "claimed while fewer chairs": (
        BEN_ASKED,
        (claim("ben"), EditEvent(event_id="e", cap=2), cancel("cleo")),
    ),
    "silent while looked for": (
        (*ANNA_SEATED, cancel("anna")),
        (FILL, StopMail(**of("ben")), ResumeMail(**of("ben"))),
    ),
    "called off with everything out": (BEN_ASKED, (CancelEvent(event_id="e"), claim("ben"), up("dora"))),
    "moved while looked for": (
        (*ANNA_SEATED, cancel("anna")),
        (FILL, EditEvent(event_id="e", starts_at=STARTS - hours(54)), "RecapOffers"),
    ),
    "joined and put back while looked for": (
        (*ANNA_SEATED, cancel("anna"), StopMail(**of("ben"))),
        (FILL, ResumeMail(**of("ben")), up("dora")),
    ),
    "parties grow and shrink": (
        (house(2), up("anna", 2), up("ben"), up("cleo", 2)),
        (ChangeParty(**of("anna"), party=1), FILL, ChangeParty(**of("cleo"), party=1)),
    ),
}


class Choices:
    """One path through all choices: those given are taken, beyond them the first, and what else there was is noted."""

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


def play(scene: Scene, choices: Choices, most_inside: int = 2) -> World:
    """Play a scene: at every stop one of the commands that are left may run, or none."""
    world = World("", MemoryStore(), Counter(), BEGINS)
    before, left = scene[0], list(scene[1])
    for deed in before:
        _do(world, deed)
    world.now += minutes(5)

    def stop(place: str) -> None:
        if place in STOPS and left and len(world.stack) <= most_inside:
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
    alarm = next((one for one in rings if type(one.command).__name__ == deed), None)
    if alarm is not None:
        world.now = max(world.now, alarm.due_at)
        world.run(lambda process: process.give(alarm_order(alarm)))
