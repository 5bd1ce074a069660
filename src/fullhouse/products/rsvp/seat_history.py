"""History of freed seats, from the audit alone: who held them, who had an offer, who took them.

Seats have no numbers, so a history follows seats that go the same way together. They are set aside,
taken and returned in the same order as in `seat_counters`. A part that goes another way gets a
history of its own from there on.
"""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import ClassVar, Literal

import msgspec

from fullhouse.kernel.audit import AuditChange, AuditLine, to_plain
from fullhouse.kernel.records import Need
from fullhouse.products.rsvp.model import Event, Guest, Offer

State = Literal["set_aside", "offered", "taken", "over"]


class SeatLines(Need[tuple[AuditLine, ...]], frozen=True):
    """The audit lines of an event about freed seats, in order, those after a number."""

    query_name: ClassVar[str] = "SeatLines"
    event_id: str
    after: int = 0
    limit: int = 500


class SeatEvent(msgspec.Struct, frozen=True):
    """One step of a history: an action of the audit, or `held`, `new`, `free` or `not_kept`."""

    what: str
    at: datetime | None = None
    who: str = ""
    until: datetime | None = None
    by: str = ""


class SeatHistory(msgspec.Struct, frozen=True):
    """The history of seats that went the same way."""

    number: int
    seats: int
    steps: tuple[SeatEvent, ...]
    state: State = "set_aside"

    def tells_of(self, who: str) -> bool:
        """Return True if this guest is part of the history."""
        return any(step.who == who for step in self.steps)


Stories = list[SeatHistory]


class _Before(msgspec.Struct, frozen=True):
    confirmed_at: datetime | None = None


class _After(msgspec.Struct, frozen=True):
    offer: Offer | None = None
    party: int = 0


class SeatHistoryReader:
    """Reads the audit lines of one event in order and builds the histories of its seats."""

    def __init__(self) -> None:
        """Start without histories."""
        self._begun = 0
        self._owed: Stories = []
        self._asked: dict[str, Stories] = {}
        self._held: dict[str, Stories] = {}
        self._over: Stories = []

    def hear(self, lines: Iterable[AuditLine]) -> None:
        """Read more lines."""
        for line in lines:
            HEARD.get(line.action, SeatHistoryReader.nothing)(self, line)

    def stories(self) -> tuple[SeatHistory, ...]:
        """Return all histories, the latest first."""
        found = [*self._owed, *self._over]
        for histories in (*self._asked.values(), *self._held.values()):
            found += histories
        return tuple(sorted(found, key=lambda history: -history.number))

    def nothing(self, line: AuditLine) -> None:
        """Ignore a line that is not about seats."""

    def given_back(self, line: AuditLine) -> None:
        """Read that a guest cancelled, or comes with fewer people."""
        adds, guest = _adds(line), _entry(line, Guest.kind_name)
        owed = adds.get("owed", 0)
        seats = owed - adds.get("held", 0) - adds.get("confirmed", 0)
        if seats <= 0:
            return
        left = msgspec.convert(to_plain(guest.after), _After).party
        kept, given = self._split(self._held.pop(line.subject, []), left)
        if kept:
            self._held[line.subject] = kept
        since = msgspec.convert(to_plain(guest.before), _Before).confirmed_at
        own = seats - _count(given)
        if own > 0:
            given.append(self._new(own, SeatEvent("held", since, line.subject)))
        back, gone = self._split(_on(given, _step(line), "set_aside"), owed)
        self._owed += back
        self._end(gone, SeatEvent("not_kept", line.at))

    def offered(self, line: AuditLine) -> None:
        """Read that seats set aside were offered, with free ones if more were needed."""
        offer = msgspec.convert(to_plain(_entry(line, Guest.kind_name).after), _After).offer
        seats, until = 0, None
        if offer is not None:
            seats, until = offer.seats, offer.ends_at
        drawn, self._owed = self._split(self._owed, seats)
        more = seats - _count(drawn)
        if more:
            drawn.append(self._new(more, SeatEvent("free", line.at)))
        self._asked[line.subject] = _on(drawn, _step(line, until), "offered")

    def returned(self, line: AuditLine) -> None:
        """Read that an offer was not taken: its seats are set aside again, in front."""
        offered = _on(self._asked.pop(line.subject, []), _step(line), "set_aside")
        back, gone = self._split(offered, _adds(line).get("owed", 0))
        self._owed = back + self._owed
        self._end(gone, SeatEvent("not_kept", line.at))

    def claimed(self, line: AuditLine) -> None:
        """Read that a guest took the seats."""
        self._held[line.subject] = _on(self._asked.pop(line.subject, []), _step(line), "taken")

    def changed(self, line: AuditLine) -> None:
        """Read that the host changed the event; a new cap may set seats aside, or drop some."""
        more = _adds(line).get("owed", 0)
        gone, self._owed = self._split(self._owed, max(0, -more))
        self._end(gone, SeatEvent("not_kept", line.at))
        if more > 0:
            self._owed.append(self._new(more, SeatEvent("new", line.at, by=line.by)))

    def opened(self, line: AuditLine) -> None:
        """Read that seats set aside are open to all, or that the event was cancelled."""
        opened, self._owed = self._owed, []
        self._end(opened, SeatEvent(line.action, line.at, by=line.by))

    def withdrawn(self, line: AuditLine) -> None:
        """Read that an offer ended with the event."""
        self._end(self._asked.pop(line.subject, []), _step(line))

    def _end(self, stories: Stories, step: SeatEvent) -> None:
        self._over += _on(stories, step, "over")

    def _new(self, seats: int, *steps: SeatEvent) -> SeatHistory:
        self._begun += 1
        return SeatHistory(self._begun, seats, steps)

    def _split(self, stories: Stories, seats: int) -> tuple[Stories, Stories]:
        """Take seats from the front; the rest of a divided history becomes a new one."""
        front: Stories = []
        for place, story in enumerate(stories):
            if seats < story.seats:
                rest = stories[place + 1 :]
                if not seats:
                    return front, [story, *rest]
                front.append(msgspec.structs.replace(story, seats=seats))
                return front, [self._new(story.seats - seats, *story.steps), *rest]
            front.append(story)
            seats -= story.seats
        return front, []


def _on(stories: Stories, step: SeatEvent, state: State) -> Stories:
    """Return histories with one more step."""
    return [
        msgspec.structs.replace(history, steps=(*history.steps, step), state=state)
        for history in stories
    ]


def _count(stories: Stories) -> int:
    return sum(history.seats for history in stories)


def _step(line: AuditLine, until: datetime | None = None) -> SeatEvent:
    return SeatEvent(line.action, line.at, line.subject, until, line.by)


def _adds(line: AuditLine) -> dict[str, int]:
    return _entry(line, Event.kind_name).adds


def _entry(line: AuditLine, kind: str) -> AuditChange:
    return next((entry for entry in line.entries if entry.kind == kind), AuditChange(kind, ()))


HEARD: dict[str, Callable[[SeatHistoryReader, AuditLine], None]] = {
    "cancelled": SeatHistoryReader.given_back,
    "invite_declined": SeatHistoryReader.given_back,
    "invite_lapsed": SeatHistoryReader.given_back,
    "party_changed": SeatHistoryReader.given_back,
    "offered": SeatHistoryReader.offered,
    "rolled_on": SeatHistoryReader.offered,
    "declined": SeatHistoryReader.returned,
    "lapsed": SeatHistoryReader.returned,
    "lapsed_out": SeatHistoryReader.returned,
    "left_line": SeatHistoryReader.returned,
    "put_back": SeatHistoryReader.returned,
    "unreachable": SeatHistoryReader.returned,
    "claimed": SeatHistoryReader.claimed,
    "changed": SeatHistoryReader.changed,
    "seats_opened": SeatHistoryReader.opened,
    "event_cancelled": SeatHistoryReader.opened,
    "offer_withdrawn": SeatHistoryReader.withdrawn,
}
