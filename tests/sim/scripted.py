"""Worlds that follow a script: nothing is drawn, and a fault happens only where one is written."""

from collections import Counter
from collections.abc import Callable
from datetime import datetime
from random import Random
from typing import Any

from fullhouse.engine.ports import StoreDown
from fullhouse.engine.worker import alarm_invocation
from fullhouse.kernel.commands import Alarm, Command
from fullhouse.kernel.messages import Message, Outcome, Sent
from fullhouse.platforms.memory.store import MemoryStore
from sim.chance import Chance
from sim.clocks import days, minutes, ms
from sim.faults import Faults
from sim.ports import SimPost
from sim.stories import replay_whole
from sim.sweep import BEGINS, Moment
from sim.watch import Watch
from sim.world import World

Scene = Callable[["ScriptedWorld"], Any]


class First(Random):
    """A generator that draws nothing: it gives the first of a few, and the lowest number."""

    def random(self) -> float:
        """Return the lowest number."""
        return 0.0


class NoChance(Chance):
    """No chance at all: nothing happens by it."""

    def of(self, purpose: str) -> Random:
        """Return the generator that draws nothing."""
        return First()

    def happens(self, purpose: str, odds: float) -> bool:
        """Return False."""
        return False


class ScriptedPost(SimPost):
    """A carrier that takes every message, unless the script has it answer something else."""

    says: Outcome = Sent()

    def _mood(self, message: Message) -> Outcome:
        return super()._mood(message) if isinstance(self.says, Sent) else self.says


class ScriptedWorld(World):
    """A world without chance, in which the named promises are watched, or all of them."""

    def __init__(self, *promises: str, begins: datetime = BEGINS) -> None:
        """Begin on a quiet morning."""
        super().__init__("", MemoryStore(), Counter(), begins)
        self.chance = NoChance("")
        self.faults = Faults(self.chance, Counter())
        self.punctual = False
        self.watch = Watch(*promises)
        self.post: ScriptedPost = ScriptedPost(self)

    def give(self, *commands: Command, by: str = "someone") -> None:
        """Give these commands, five minutes between them, and carry everything out."""
        for command in commands:
            self.ask(command, by)
            self.run_until(self.now + minutes(5))

    def follow(self, moments: list[Moment]) -> None:
        """Give each command at its time, and carry everything out until then."""
        begins = self.now
        for wait, command in moments:
            self.run_until(begins + wait)
            self.ask(command, "someone")

    def come_to(self, when: datetime) -> None:
        """Let everything happen up to a time, but nothing that is due right then."""
        self.run_until(when - ms(1))
        self.now = when

    def ring_now(self, alarm: Alarm) -> None:
        """Ring an alarm, whenever it is due."""
        assert self.run(lambda process: process.give(alarm_invocation(alarm)))

    def alarm_of(self, kind: type[Command]) -> Alarm:
        """Return the first alarm that is set for a kind of command."""
        alarms = self.watch.book.alarms.values()
        return next(alarm for alarm in alarms if isinstance(alarm.command, kind))

    def messages(self, kind: str) -> list[Message]:
        """Return all messages of a kind."""
        return [one for one in self.watch.book.messages.values() if one.kind == kind]

    def sent(self, kind: str) -> list[str]:
        """Return who was sent messages of a kind."""
        return [one.person for one in self.messages(kind) if one.status == "sent"]

    def once_at(self, place: str, what: Callable[[], Any]) -> None:
        """Do something when a process next comes to this place, before it goes on."""

        def pause(here: str) -> None:
            if here == place:
                self.pauses = lambda _place: None
                what()

        self.pauses = pause

    def meanwhile(self, command: Command, place: str = "commit") -> None:
        """Give a command while the next one has looked and not yet written."""
        self.once_at(place, lambda: self.ask(command, "someone"))

    def end(self) -> None:
        """Go on for some days with two sweeps an hour, until everything has come to rest."""
        until = self.now + days(4)
        self.sweep_now_and_then(minutes(30), until)
        self.run_until(until)
        self.finish()
        replay_whole(self.store.inner)


def fail() -> None:
    """Fail as a store does that cannot be reached."""
    raise StoreDown("by script")


def story(moments: Callable[[], list[Moment]]) -> Scene:
    """Make a scene of a short story."""

    def scene(world: ScriptedWorld) -> None:
        world.follow(moments())
        world.end()

    return scene


def told(*commands: Command) -> Scene:
    """Make a scene of commands, five minutes between them."""

    def scene(world: ScriptedWorld) -> None:
        world.give(*commands)
        world.end()

    return scene
