"""Simulated store and carrier, which stop at every call, and may fail, be late or lose answers."""

from collections import deque
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar, cast

from fullhouse.engine.ports import Conflict, Store, StoreDown, Written
from fullhouse.kernel.messages import CarrierDown, Message, Outcome, Refused, ResultUnknown, Sent
from fullhouse.kernel.records import Get, Need, Record
from fullhouse.platforms.memory.store import MemoryStore
from sim.checks.state_model import Commit
from sim.clocks import hours, minutes
from sim.workloads import WORKLOADS

if TYPE_CHECKING:
    from sim.world import World

T = TypeVar("T")
MAY_BE_STALE = {need: kind for one in WORKLOADS.values() for need, kind in one.may_be_stale.items()}
LISTED = tuple(dict.fromkeys(MAY_BE_STALE.values()))
OLDEST = 6


class SimStore:
    """A store around a real one; after each commit the watch is told what changed."""

    def __init__(self, world: "World", inner: Store) -> None:
        """Stand before a real store."""
        self.world = world
        self.inner = inner
        self.past: deque[dict[type[Record], dict[tuple[str, ...], Any]]] = deque(maxlen=OLDEST)

    def load(self, need: Need[T]) -> T:
        """Answer a need, unless something goes wrong."""
        world, command = self.world, self.world.process.command
        world.pause("load")
        if world.faults.strike("load fails", command):
            raise StoreDown("load")
        stale = (
            self.past
            and type(need) in MAY_BE_STALE
            and world.faults.strike("index is stale", command)
        )
        world.process.stale = world.process.stale or bool(stale)
        found = self._long_ago(need) if stale else self.inner.load(need)
        if isinstance(need, Get):
            world.process.sees((need.kind, need.key), cast("Record | None", found))
        world.pause("loaded")
        return found

    def _long_ago(self, need: Need[T]) -> T:
        then = MemoryStore()
        then.shelves |= self.world.chance.of("how stale").choice(self.past)
        return then.load(need)

    def commit(self, written: Written) -> None:
        """Write a decision, unless something goes wrong; the answer may be lost afterwards."""
        world, command = self.world, self.world.process.command
        world.pause("commit")
        if world.faults.strike("commit conflicts", command):
            raise Conflict("as if")
        for kind in ("commit throttled", "commit fails"):
            if world.faults.strike(kind, command):
                raise StoreDown(kind)
        self.inner.commit(written)
        self._tell(written)
        if world.faults.strike("commit answer lost", command):
            raise StoreDown("the answer was lost")
        world.pause("committed")

    def _tell(self, written: Written) -> None:
        world, process, book = self.world, self.world.process, self.world.watch.book
        commit = Commit(written, process.order, process.at, world.now)
        commit.link, commit.seen, commit.seen_at = process.link, process.seen, process.seen_at
        commit.stale = process.stale
        for kind, key in dict.fromkeys(
            (change.kind, change.key) for change in written.decision.changes
        ):
            after = self.inner.load(Get(kind, key))
            if after is not None:
                commit.note(book.find(kind, key), after)
        self._forgotten(written, commit)
        for message in written.decision.messages:
            if message.id not in book.messages:
                stored = self.inner.load(Get(Message, message.key))
                commit.note(None, stored or message)
        self._remember(commit)
        world.watch.committed(commit)
        world.after_commit(commit)

    def _forgotten(self, written: Written, commit: Commit) -> None:
        """Read the messages of erased people again: erasing changed them outside the rules."""
        erased = {(one.scope, one.person) for one in written.decision.forget}
        for message in self.world.watch.book.messages.values() if erased else ():
            if (message.scope, message.person) in erased:
                commit.note(message, self.inner.load(Get(Message, message.key)) or message)

    def _remember(self, commit: Commit) -> None:
        """Keep what was listed before the commit, for reads that lag behind."""
        if self.world.faults.has("index is stale") and any(commit.of(kind) for kind in LISTED):
            records = self.world.watch.book.records
            self.past.append({kind: dict(records.get(kind, {})) for kind in LISTED})


class Poison(Exception):
    """A message that nobody can hand over."""


class SimPost:
    """A carrier with moods. What it takes, people read and react to."""

    def __init__(self, world: "World") -> None:
        """Be in a good mood."""
        self.world = world
        self.down_until: datetime | None = None
        self.poisoned: dict[str, bool] = {}

    def send(self, messages: list[Message]) -> Outcome:
        """Take an email of one or more messages, or don't, and say so, or don't."""
        world = self.world
        world.pause("send")
        for message in messages:
            self._poison(message)
            world.watch.tell("handing", message, world.process.now())
        outcome = self._mood(messages[0])
        if not isinstance(outcome, Sent):
            for message in messages:
                world.watch.tell("refused", message, world.process.now())
            return outcome
        world.watch.carried(messages)
        for message in messages:
            world.watch.tell("accepted", message, world.process.now())
            world.delivered(message)
        lost = world.faults.strike("post answer lost", "Dispatch")
        world.pause("sent")
        return ResultUnknown("the line went dead") if lost else outcome

    def _poison(self, message: Message) -> None:
        if message.id not in self.poisoned:
            self.poisoned[message.id] = self.world.faults.strike("outbox poison", "Dispatch")
        if self.poisoned[message.id] and self.world.faults.on:
            raise Poison(message.id)

    def _mood(self, message: Message) -> Outcome:
        faults, chance = self.world.faults, self.world.chance
        if not faults.on:
            return Sent()
        if self.down_until is not None and self.world.now < self.down_until:
            return CarrierDown("still down")
        if faults.strike("post down", "Dispatch"):
            self.down_until = self.world.now + chance.one_of(
                "down for", minutes(1), minutes(7), hours(1), hours(9)
            )
            return CarrierDown("rate limited" if chance.happens("why down", 0.5) else "down")
        if faults.strike("post refuses", "Dispatch"):
            return Refused("mailbox busy")
        if faults.strike("post refuses for good", "Dispatch"):
            return Refused("no such mailbox", permanent=True)
        return Sent()
