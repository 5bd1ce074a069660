"""The audit: one line per step, enough to build the stored state again from nothing."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cache
from typing import Any, cast, get_type_hints

import msgspec
from msgspec import NODEFAULT, UNSET, UnsetType

from fullhouse.kernel.decisions import Change, Step
from fullhouse.kernel.records import Record


class AuditChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """One record's part of a line: fields before and after, and what its counters gained."""

    kind: str
    key: tuple[str, ...]
    before: dict[str, Any] = {}
    after: dict[str, Any] = {}
    adds: dict[str, int] = {}
    new: bool = False


class AuditLine(msgspec.Struct, frozen=True):
    """One step in the audit: when it happened, who caused it, and whom it concerns."""

    scope: str
    at: datetime
    by: str
    action: str
    subject: str
    order: str
    entries: tuple[AuditChange, ...]
    note: str = ""
    number: int = 0


def line(step: Step, at: datetime, by: str, order: str) -> AuditLine:
    """Return the audit line of a step."""
    entries = tuple([_entry(change) for change in step.changes])
    return AuditLine(step.scope, at, by, step.action, step.subject, order, entries, step.note)


def _entry(change: Change[Any]) -> AuditChange:
    name = change.kind.kind_name
    if change.before is None:
        return AuditChange(name, change.key, after=msgspec.structs.asdict(change.after), new=True)
    before = {field: getattr(change.before, field) for field in change.sets}
    return AuditChange(name, change.key, before, dict(change.sets), dict(change.adds))


class AuditMismatch(msgspec.Struct, frozen=True):
    """A place where the audit and the state do not agree."""

    number: int
    what: str


Kinds = Mapping[str, type[Record]]
Stored = dict[tuple[str, tuple[str, ...]], dict[str, Any]]


def replay(
    lines: Iterable[AuditLine],
    kinds: Kinds,
    problems: list[AuditMismatch],
    earlier: Stored | None = None,
) -> Stored:
    """Build the state from the lines alone, or from that of the lines before them.

    Note each `before` that does not follow from them. A line holds the fields that existed when
    it was written. Later fields get their defaults.
    """
    state: Stored = {} if earlier is None else earlier
    for audit_line in lines:
        for entry in audit_line.entries:
            _replay_entry(state, audit_line.number, entry, kinds.get(entry.kind), problems)
    return state


def _replay_entry(
    state: Stored,
    number: int,
    entry: AuditChange,
    kind: type[Record] | None,
    problems: list[AuditMismatch],
) -> None:
    place = (entry.kind, entry.key)
    if entry.new:
        if place in state:
            problems.append(AuditMismatch(number, f"{entry.kind} {entry.key} is made twice"))
        state[place] = {**_defaults(kind), **_fields(kind, entry.after)}
        return
    if place not in state:
        problems.append(
            AuditMismatch(number, f"{entry.kind} {entry.key} changes before it is made")
        )
        return
    fields = state[place]
    for name, value in _fields(kind, entry.before).items():
        if fields.get(name) != value:
            found = f"{name} was {fields.get(name)!r}, not {value!r}"
            problems.append(AuditMismatch(number, f"{entry.kind} {entry.key}: {found}"))
    fields.update(_fields(kind, entry.after))
    for name, more in entry.adds.items():
        fields[name] += more


@cache
def _defaults(kind: type[Record] | None) -> Mapping[str, Any]:
    """Return the defaults of a kind's fields."""
    if kind is None:
        return {}
    optional = [field for field in msgspec.structs.fields(kind) if not field.required]
    return to_plain({field.name: _default(field) for field in optional})


def _default(field: msgspec.structs.FieldInfo) -> Any:  # noqa: ANN401 - a field may hold any value
    if field.default_factory is NODEFAULT:
        return field.default
    return field.default_factory()


def _fields(kind: type[Record] | None, written: Mapping[str, Any]) -> dict[str, Any]:
    """Return an entry's fields; values nested in them get the defaults of newer fields."""
    if kind is None or not written:
        return to_plain(written)
    try:
        return to_plain(_decoder(kind).decode(msgspec.json.encode(written)))
    except msgspec.ValidationError:
        return to_plain(written)  # no version wrote this, so it is compared as it is


@cache
def _decoder(kind: type[Record]) -> msgspec.json.Decoder[msgspec.Struct]:
    """Return a decoder for any part of a record's fields."""
    hints = get_type_hints(kind)
    fields = [(name, hints[name] | UnsetType, UNSET) for name in kind.__struct_fields__]
    return msgspec.json.Decoder(msgspec.defstruct(f"SomeOf{kind.__name__}", fields, kw_only=True))


def compare(replayed: Stored, stored: Iterable[Record], problems: list[AuditMismatch]) -> None:
    """Compare the replayed state with what is stored; note each difference."""
    unseen = dict(replayed)
    for record in stored:
        fields = unseen.pop((record.kind_name, record.key), None)
        if fields is None:
            problems.append(
                AuditMismatch(0, f"{record.kind_name} {record.key} is stored but not in the audit")
            )
        else:
            problems.extend(_differences(record, fields))
    problems.extend(
        AuditMismatch(0, f"{kind} {key} is in the audit but not stored") for kind, key in unseen
    )


def _differences(record: Record, fields: Mapping[str, Any]) -> list[AuditMismatch]:
    differences = []
    for name, value in to_plain(msgspec.structs.asdict(record)).items():
        replayed = fields.get(name)
        if replayed != value:
            what = f"{name} is {value!r}, by the audit {replayed!r}"
            differences.append(AuditMismatch(0, f"{record.kind_name} {record.key}: {what}"))
    return differences


def to_plain(fields: Mapping[str, Any] | msgspec.Struct) -> dict[str, Any]:
    """Return values in the form that they have after encoding to JSON and back."""
    return cast("dict[str, Any]", msgspec.json.decode(msgspec.json.encode(fields)))
