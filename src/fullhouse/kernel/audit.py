"""The audit: one line per step, enough to build the stored state again from nothing."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, cast

import msgspec

from fullhouse.kernel.decisions import Change, Step
from fullhouse.kernel.records import Record


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One record's part of a line: the fields before and after, and what was added to its counters."""

    kind: str
    key: tuple[str, ...]
    before: dict[str, Any] = {}
    after: dict[str, Any] = {}
    adds: dict[str, int] = {}
    new: bool = False


class Line(msgspec.Struct, frozen=True):
    """What happened: when, at whose word, to whom."""

    scope: str
    at: datetime
    by: str
    action: str
    subject: str
    order: str
    entries: tuple[Entry, ...]
    note: str = ""
    number: int = 0


def line(step: Step, at: datetime, by: str, order: str) -> Line:
    """Write down a step."""
    entries = tuple([_entry(change) for change in step.changes])
    return Line(step.scope, at, by, step.action, step.subject, order, entries, step.note)


def _entry(change: Change[Any]) -> Entry:
    name = change.kind.kind_name
    if change.before is None:
        return Entry(name, change.key, after=msgspec.structs.asdict(change.after), new=True)
    before = {field: getattr(change.before, field) for field in change.sets}
    return Entry(name, change.key, before, dict(change.sets), dict(change.adds))


class Broken(msgspec.Struct, frozen=True):
    """A place where the audit and the state do not agree."""

    number: int
    what: str


Stored = dict[tuple[str, tuple[str, ...]], dict[str, Any]]


def replay(lines: Iterable[Line], problems: list[Broken]) -> Stored:
    """Build the state from the lines alone; note each line whose `before` is not what came out of those ahead of it."""
    state: Stored = {}
    for one in lines:
        for entry in one.entries:
            _replay_entry(state, one.number, entry, problems)
    return state


def _replay_entry(state: Stored, number: int, entry: Entry, problems: list[Broken]) -> None:
    place = (entry.kind, entry.key)
    if entry.new:
        if place in state:
            problems.append(Broken(number, f"{entry.kind} {entry.key} is made twice"))
        state[place] = plain(entry.after)
        return
    if place not in state:
        problems.append(Broken(number, f"{entry.kind} {entry.key} changes before it is made"))
        return
    fields = state[place]
    for name, value in plain(entry.before).items():
        if fields.get(name) != value:
            problems.append(Broken(number, f"{entry.kind} {entry.key}: {name} was {fields.get(name)!r}, not {value!r}"))
    fields.update(plain(entry.after))
    for name, more in entry.adds.items():
        fields[name] += more


def compare(replayed: Stored, stored: Iterable[Record], problems: list[Broken]) -> None:
    """Hold the replayed state against what is stored; note each difference."""
    unseen = dict(replayed)
    for record in stored:
        fields = unseen.pop((record.kind_name, record.key), None)
        if fields is None:
            problems.append(Broken(0, f"{record.kind_name} {record.key} is stored but not in the audit"))
        else:
            problems.extend(_differences(record, fields))
    problems.extend(Broken(0, f"{kind} {key} is in the audit but not stored") for kind, key in unseen)


def _differences(record: Record, fields: Mapping[str, Any]) -> list[Broken]:
    return [
        Broken(0, f"{record.kind_name} {record.key}: {name} is {value!r}, by the audit {fields.get(name)!r}")
        for name, value in plain(msgspec.structs.asdict(record)).items()
        if fields.get(name) != value
    ]


def plain(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Bring values to the form they have after a trip through JSON."""
    return cast("dict[str, Any]", msgspec.json.decode(msgspec.json.encode(fields)))
