"""The checkers' own model of what is stored, kept up to date with every commit."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, TypeVar, cast

from fullhouse.engine.ports import Invocation, Written
from fullhouse.kernel.commands import Alarm, Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.links import Link
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Record

R = TypeVar("R", bound=Record)
V = TypeVar("V", bound="View")
Place = tuple[type[Record], tuple[str, ...]]


class PromiseBroken(Exception):
    """A promise was not kept."""

    def __init__(self, promise: str, what: str) -> None:
        """Name the promise and say what happened."""
        super().__init__(f"{promise}: {what}")
        self.promise = promise


def require(promise: str, kept: object, what: object) -> None:
    """Stop the world if a promise is not kept."""
    if not kept:
        raise PromiseBroken(promise, str(what))


class Commit:
    """One commit, seen from outside: each record before and after it, and its process's view."""

    __slots__ = ("at", "link", "order", "records", "seen", "seen_at", "stale", "true_at", "written")

    def __init__(
        self, written: Written, invocation: Invocation, at: datetime, true_at: datetime
    ) -> None:
        """Start from what the store was given, by which invocation, and when.

        The time is given both on that process's clock and as true time.
        """
        self.written = written
        self.order = invocation
        self.at = at
        self.true_at = true_at
        self.link: Link | None = None
        self.seen: dict[Place, Record | None] = {}
        self.seen_at: dict[Place, int] = {}
        self.stale = False
        self.records: dict[type[Record], list[tuple[Any, Any]]] = {}

    def note(self, before: Record | None, after: Record) -> None:
        """Add one record's before and after."""
        self.records.setdefault(type(after), []).append((before, after))

    def of(self, kind: type[R]) -> list[tuple[R | None, R]]:
        """Return the records of a kind, before and after."""
        return self.records.get(kind, [])

    def saw(self, kind: type[R], *key: str) -> R | None:
        """Return a record as the process saw it last, if it looked at it."""
        return cast("R | None", self.seen.get((kind, key)))


class View:
    """The part of the state model that one workload reads, kept up to date with it."""

    def turn(self, commit: Commit) -> None:
        """Write a commit into the view."""


class StateModel:
    """All records as last seen in the store."""

    def __init__(self) -> None:
        """Start empty."""
        self.records: dict[type[Record], dict[tuple[str, ...], Any]] = {}
        self.messages: dict[str, Message] = {}
        self.alarms: dict[str, Alarm] = {}
        self.commits = 0
        self._views: dict[type[View], View] = {}

    def view(self, kind: type[V]) -> V:
        """Return a workload's view of the book; the first to ask opens it."""
        return cast("V", self._views.setdefault(kind, kind()))

    def find(self, kind: type[R], key: tuple[str, ...]) -> R | None:
        """Return a record as last seen."""
        return cast("R | None", self.records.get(kind, {}).get(key))

    def all(self, kind: type[R]) -> Iterable[R]:
        """Return every record of a kind."""
        return cast("Iterable[R]", self.records.get(kind, {}).values())

    def set_for(self, kind: type[Command]) -> list[Alarm]:
        """Return the alarms that are set for a command."""
        return [alarm for alarm in self.alarms.values() if isinstance(alarm.command, kind)]

    def turn(self, commit: Commit) -> None:
        """Write a commit into the book."""
        self.commits += 1
        for kind, changed in commit.records.items():
            self.records.setdefault(kind, {}).update({after.key: after for _, after in changed})
        for _, message in commit.of(Message):
            self.messages[message.id] = message
        for view in self._views.values():
            view.turn(commit)
        self._turn_alarms(commit.written)

    def _turn_alarms(self, written: Written) -> None:
        rung = written.rung
        if (
            rung is not None
            and rung.key in self.alarms
            and self.alarms[rung.key].due_at == rung.due_at
        ):
            del self.alarms[rung.key]
        for key in written.decision.clear_alarms:
            self.alarms.pop(key, None)
        for alarm in written.decision.set_alarms:
            self.alarms[alarm.key] = alarm


class Check:
    """The checker of one promise: it sees every event and stops the world at a breach."""

    promise = ""

    def __init__(self, book: StateModel) -> None:
        """Look at the book; it still shows the state before while a commit is judged."""
        self.book = book

    def commit(self, commit: Commit) -> None:
        """Judge a commit."""

    def turned(self, commit: Commit) -> None:
        """Judge the book as it is after a commit."""

    def acknowledged(self, invocation: Invocation, decision: Decision) -> None:
        """Judge an answer given to a person."""

    def handing(self, message: Message, now: datetime) -> None:
        """Judge a message that the carrier is about to look at."""

    def carried(self, messages: list[Message]) -> None:
        """Judge an email that the carrier took, with all messages in it."""

    def accepted(self, message: Message, now: datetime) -> None:
        """Judge a message that the carrier took."""

    def refused(self, message: Message, now: datetime) -> None:
        """Know of a message that the carrier did not take."""

    def read(self, link: Link | None, *, issued: bool, commits: int) -> None:
        """Judge what reading a token led to."""

    def calm(self, now: datetime) -> None:
        """Judge the state after a sweep in which nothing went wrong."""

    def end(self, now: datetime) -> None:
        """Judge the whole story."""

    def require(self, kept: object, what: object) -> None:
        """Stop the world if the promise is not kept."""
        if not kept:
            raise PromiseBroken(self.promise, str(what))
