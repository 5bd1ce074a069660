"""The checkers' own book of what is stored, kept up to date commit by commit, and what a commit looks like to them."""

from datetime import datetime
from typing import Any

from fullhouse.engine.execute import Order
from fullhouse.engine.ports import Written
from fullhouse.kernel.alarms import Alarm
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.links import Link
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Record
from fullhouse.products.rsvp.model import Event, Guest


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
    """One commit, seen from outside: each record before and after it."""

    __slots__ = ("at", "began", "events", "guests", "link", "messages", "order", "seen", "true_at", "written")

    def __init__(self, written: Written, order: Order, at: datetime, true_at: datetime) -> None:
        """Begin with what was handed to the store, by whose order, and when: on that process's clock, and in truth."""
        self.written = written
        self.order = order
        self.at = at
        self.true_at = true_at
        self.began = 0
        self.link: Link | None = None
        self.seen: dict[str, Event] = {}
        self.events: list[tuple[Event | None, Event]] = []
        self.guests: list[tuple[Guest | None, Guest]] = []
        self.messages: list[tuple[Message | None, Message]] = []

    def note(self, before: Any, after: Record) -> None:  # noqa: ANN401 - a record of the same kind, or none
        """Add one record's before and after."""
        if isinstance(after, Event):
            self.events.append((before, after))
        elif isinstance(after, Guest):
            self.guests.append((before, after))
        elif isinstance(after, Message):
            self.messages.append((before, after))


class Book:
    """All records as last seen in the store."""

    def __init__(self) -> None:
        """Start empty."""
        self.events: dict[str, Event] = {}
        self.guests: dict[str, dict[str, Guest]] = {}
        self.messages: dict[str, Message] = {}
        self.alarms: dict[str, Alarm] = {}
        self.commits = 0

    def find(self, kind: type[Record], key: tuple[str, ...]) -> Record | None:
        """Return a record as last seen."""
        if kind is Event:
            return self.events.get(key[0])
        if kind is Guest:
            return self.guests.get(key[0], {}).get(key[1])
        return self.messages.get(key[0])

    def turn(self, commit: Commit) -> None:
        """Write a commit into the book."""
        self.commits += 1
        for _, event in commit.events:
            self.events[event.id] = event
            self.guests.setdefault(event.id, {})
        for _, guest in commit.guests:
            self.guests[guest.event_id][guest.id] = guest
        for _, message in commit.messages:
            self.messages[message.id] = message
        self._turn_alarms(commit.written)

    def _turn_alarms(self, written: Written) -> None:
        rung = written.rung
        if rung is not None and rung.key in self.alarms and self.alarms[rung.key].due_at == rung.due_at:
            del self.alarms[rung.key]
        for key in written.decision.clear_alarms:
            self.alarms.pop(key, None)
        for alarm in written.decision.set_alarms:
            self.alarms[alarm.key] = alarm

    def all_guests(self) -> list[Guest]:
        """Return every guest of every event."""
        return [guest for guests in self.guests.values() for guest in guests.values()]


class Check:
    """One promise's checker: it is told of everything and stops the world when its promise is broken."""

    promise = ""

    def __init__(self, book: Book) -> None:
        """Look at the book; it still shows the state before while a commit is judged."""
        self.book = book

    def commit(self, commit: Commit) -> None:
        """Judge a commit."""

    def acknowledged(self, order: Order, decision: Decision) -> None:
        """Judge an answer given to a person."""

    def handing(self, message: Message, now: datetime) -> None:
        """Judge a message that the carrier is about to look at."""

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
