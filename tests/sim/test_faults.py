"""Every kind of fault strikes every command that it can, once each, and every promise holds."""

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from fullhouse.kernel.commands import Alarm, tag_of
from sim.checks.state_model import Commit
from sim.clocks import MACHINES, Machine, hours, minutes
from sim.faults import KINDS, Faults
from sim.stories import replay_whole
from sim.table import COMMANDS, possible
from tests.sim.fault_stories import STORIES, Story
from tests.sim.scripted import NoChance, ScriptedWorld

PICKS = {
    "sleep": minutes(3),
    "how late": hours(1),
    "how early": minutes(1),
    "again": minutes(1),
    "down for": minutes(7),
}


class Last(Random):
    """A generator that draws nothing: it gives the last of a few, and a high number."""

    def random(self) -> float:
        """Return a high number."""
        return 0.99


class Picked(NoChance):
    """Nothing is drawn: how long a fault lasts is written above, and clocks are ahead."""

    def of(self, purpose: str) -> Random:
        """Return the generator of a machine's clock, or that of all else."""
        return Last() if purpose.startswith("machine ") else super().of(purpose)

    def one_of(self, purpose: str, *things: Any) -> Any:
        """Return what is written, else the first."""
        return PICKS.get(purpose, things[0])


class OneFault(Faults):
    """One fault of one kind, when it can first strike one command."""

    def __init__(self, kind: str, command: str) -> None:
        super().__init__(NoChance(""), Counter())
        self.rates[kind] = 1.0
        self.cell = (kind, command)
        self.on = True

    def strike(self, kind: str, command: str) -> bool:
        if not self.on or (kind, command) != self.cell or self.tally[self.cell]:
            return False
        self.note(kind, command)
        return True


class FaultyWorld(ScriptedWorld):
    """A world with one fault."""

    def __init__(self, kind: str, command: str) -> None:
        super().__init__()
        self.chance = Picked("")
        self.faults: OneFault = OneFault(kind, command)
        self.machines = [
            Machine(self.chance, self.faults, number, self.now) for number in range(MACHINES)
        ]
        self.something_else = self._same_again

    def _same_again(self) -> None:
        """Let what runs just now be asked for once more meanwhile."""
        order = self.process.order
        if order.alarm is None:
            order = msgspec.structs.replace(order, id=self.new_id())
        self.run(lambda process: process.give(order))

    def after_commit(self, commit: Commit) -> None:
        """Ring once more for an alarm that is cleared by then, if that is the fault."""
        super().after_commit(commit)
        if not self.faults.has("alarm after clear"):
            return
        for alarm in commit.written.decision.set_alarms:
            if tag_of(alarm.command) == self.faults.cell[1]:
                self.at(alarm.due_at + minutes(1), self._ring_if_cleared, alarm)

    def _ring_if_cleared(self, alarm: Alarm) -> None:
        if self.watch.book.alarms.get(alarm.key) != alarm:
            self.ring(alarm)


@cache
def told() -> dict[str, list[str]]:
    """Return the stories in which each command is given."""
    found: dict[str, list[str]] = {}
    for name, story in STORIES.items():
        world = ScriptedWorld()
        story(world)
        for command in {line[2] for line in world.story}:
            found.setdefault(command, []).append(name)
    return found


def strikes(kind: str, command: str) -> bool:
    """Return True if the fault strikes the command in one of its stories."""
    return any(struck(kind, command, STORIES[name]) for name in told()[command])


def struck(kind: str, command: str, story: Story) -> int:
    """Tell a story to its end with a fault that may strike; return how often it did."""
    world = FaultyWorld(kind, command)
    story(world)
    world.finish()
    replay_whole(world.store.inner)
    return world.faults.tally[kind, command]


def diagonal() -> list[tuple[str, str]]:
    """Return some cells: each kind of fault strikes once at least, and each command is struck."""
    cells = [(kind, possible(kind)[at % len(possible(kind))]) for at, kind in enumerate(KINDS)]
    common = [kind for kind in KINDS if possible(kind) == COMMANDS]
    return [*cells, *((common[at % len(common)], one) for at, one in enumerate(COMMANDS))]


@pytest.mark.parametrize(("kind", "command"), sorted(set(diagonal())))
def test_a_fault_strikes_a_command_and_every_promise_holds(kind: str, command: str) -> None:
    assert strikes(kind, command)


@pytest.mark.proof
@pytest.mark.parametrize("kind", KINDS)
def test_a_fault_strikes_every_command_that_it_can(kind: str) -> None:
    assert [one for one in possible(kind) if not strikes(kind, one)] == []
