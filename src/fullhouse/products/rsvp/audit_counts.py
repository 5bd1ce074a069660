"""An event's counts before and after each audit line.

A line holds what was added to the counters, not their values. These are counted forwards from the
first line, or backwards from the event as it is now.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from fullhouse.kernel.audit import AuditChange, AuditLine
from fullhouse.products.rsvp.model import Event

COUNTED = ("cap", "confirmed", "held", "taken", "waiting", "pending")


class EventCounts(msgspec.Struct, frozen=True):
    """The seat numbers of an event at one moment."""

    cap: int = 0
    confirmed: int = 0
    held: int = 0
    taken: int = 0
    waiting: int = 0
    pending: int = 0

    @property
    def shown(self) -> dict[str, int]:
        """The numbers with the names that the API uses for the headcount."""
        return {
            "cap": self.cap,
            "confirmed": self.confirmed,
            "held": self.held,
            "waiting": self.waiting,
            "pending": self.pending,
            "open": max(0, self.cap - self.taken),
        }


class CountedLine(msgspec.Struct, frozen=True):
    """An audit line with the counts before and after it."""

    line: AuditLine
    before: EventCounts
    after: EventCounts


def counts_of(event: Event) -> EventCounts:
    """Return the counts of an event as it is now."""
    return EventCounts(**{name: getattr(event, name) for name in COUNTED})


def count_forwards(before: EventCounts, lines: Iterable[AuditLine]) -> list[CountedLine]:
    """Return lines in order with their counts; `before` are those before the first."""
    counted = []
    for line in lines:
        after = before
        for entry in _of_event(line):
            after = _moved(after, entry.after, entry.adds, 1)
        counted.append(CountedLine(line, before, after))
        before = after
    return counted


def count_backwards(after: EventCounts, lines: Iterable[AuditLine]) -> list[CountedLine]:
    """Return lines, the newest first, with their counts; `after` are those after the newest."""
    counted = []
    for line in lines:
        before = after
        for entry in reversed(_of_event(line)):
            before = EventCounts() if entry.new else _moved(before, entry.before, entry.adds, -1)
        counted.append(CountedLine(line, before, after))
        after = before
    return counted


def _of_event(line: AuditLine) -> list[AuditChange]:
    return [entry for entry in line.entries if entry.kind == Event.kind_name]


def _moved(
    counts: EventCounts, sets: dict[str, Any], adds: dict[str, int], sign: int
) -> EventCounts:
    values = msgspec.structs.asdict(counts)
    for name in COUNTED:
        values[name] = sets.get(name, values[name]) + sign * adds.get(name, 0)
    return EventCounts(**values)
