"""A product's part of the simulator: its people, its view, its checkers and its commands."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from fullhouse.kernel.commands import Alarm, Command
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Need, Record
from sim.checks.state_model import Check, StateModel, View

if TYPE_CHECKING:
    from sim.world import World


class Actors(Protocol):
    """Everyone who has something to do with one product in one world."""

    deeds: Mapping[str, float]
    draw: Random

    def begin(self) -> None:
        """Give the first commands."""
        ...

    def act(self) -> None:
        """Do one thing, now or exactly when something is about to change."""
        ...

    def act_now(self) -> None:
        """Do one thing."""
        ...

    def do(self, deed: str) -> None:
        """Do this, if there is anything to do it to."""
        ...

    def got(self, message: Message) -> None:
        """React to a message that arrived."""
        ...


class Scene(msgspec.Struct):
    """Where and when a story plays, and who comes to it."""

    begins: datetime
    until: datetime
    invite: Callable[["World"], Actors]


class Workload(msgspec.Struct, frozen=True, kw_only=True):
    """One product in the simulator.

    `due` are instants at which something must happen by itself, `over` the last. `needed` returns
    when a repeating round next finds something to do, so that not every world has to play the many
    that find nothing; None if nothing will be. It is asked anew when a record of a `waking` kind
    changes.
    """

    name: str
    view: type[View]
    checks: tuple[type[Check], ...]
    stage: Callable[[Random], Scene]
    due: Callable[[StateModel], Iterable[datetime]]
    over: Callable[[StateModel, datetime], datetime]
    wind_up: tuple[Command, ...] = ()
    needed: Callable[[StateModel, Alarm], datetime | None] = lambda _book, alarm: alarm.due_at
    waking: tuple[type[Record], ...] = ()
    opt_out: Callable[[Message], Command]
    commands: tuple[type[Command], ...]
    alarms: tuple[type[Command], ...]
    loads_nothing: tuple[type[Command], ...] = ()
    may_be_stale: Mapping[type[Need[Any]], type[Record]]
    looks_up: tuple[type[Command], ...]
