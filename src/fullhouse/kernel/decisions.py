"""Decisions of rules: changes with their conditions, audit steps, messages and alarms.

These are values only. The engine runs the rules, and the platforms commit the decisions.
"""

from collections.abc import Mapping
from typing import Any, Generic, Literal, TypeVar

import msgspec

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Record

R = TypeVar("R", bound=Record)


class Guard(msgspec.Struct, frozen=True):
    """A condition on one field of the stored record, checked when the change is committed."""

    field: str
    test: Literal["==", "<=", ">="]
    value: Any

    def holds(self, record: Record) -> bool:
        """Return True if the stored record meets the condition."""
        found = getattr(record, self.field)
        if self.test == "==":
            return bool(found == self.value)
        if found is None or self.value is None:
            return False
        if self.test == "<=":
            return bool(found <= self.value)
        return bool(found >= self.value)


class Change(msgspec.Struct, Generic[R], frozen=True):
    """One record's change: fields to set, counters to add to, and guards that must hold.

    `before` is the record that the rule has read. It is None for a new record, whose key must be
    free.
    """

    kind: type[R]
    key: tuple[str, ...]
    before: R | None
    after: R
    sets: Mapping[str, Any]
    adds: Mapping[str, int]
    guards: tuple[Guard, ...]


class MustBeAbsent(msgspec.Struct, frozen=True):
    """A record that the rule did not find and that must still not exist at the commit.

    A rule whose result depends on a missing record lists it here, as a guard would for a stored
    one.
    """

    kind: type[Record]
    key: tuple[str, ...]


class Step(msgspec.Struct, frozen=True):
    """Changes that belong together and make one line of the audit."""

    scope: str
    action: str
    subject: str
    changes: tuple[Change[Any], ...]
    note: str = ""


class ErasePerson(msgspec.Struct, frozen=True):
    """Erase a person from the audit and messages, in the commit that erases their record.

    `instead` has the new value of each field. It replaces values that are not empty, in audit
    entries of the record and in messages to the person. Every line keeps its place and its shape,
    so the audit still replays. `addresses` are those of messages that no audit line names. With
    `only`, the person stays: only this address of theirs is erased, and not their mail to us.
    `also` are other kinds of records under the same key, whose audit entries are rewritten, too.
    """

    scope: str
    kind: str
    person: str
    instead: Mapping[str, Any]
    addresses: tuple[str, ...] = ()
    only: str = ""
    also: tuple[str, ...] = ()


class Decision(msgspec.Struct, frozen=True):
    """Everything that one command causes; committed as a whole or not at all."""

    answer: Any
    steps: tuple[Step, ...] = ()
    moves: tuple[Change[Any], ...] = ()
    messages: tuple[Message, ...] = ()
    set_alarms: tuple[Alarm, ...] = ()
    clear_alarms: tuple[str, ...] = ()
    forget: tuple[ErasePerson, ...] = ()
    absent: tuple[MustBeAbsent, ...] = ()

    @property
    def changes(self) -> tuple[Change[Any], ...]:
        """Every change, audited or not, in the order in which it was decided."""
        if not self.steps:
            return self.moves
        if len(self.steps) == 1:
            return self.steps[0].changes + self.moves
        audited: list[Change[Any]] = []
        for step in self.steps:
            audited.extend(step.changes)
        return (*audited, *self.moves)

    @property
    def is_empty(self) -> bool:
        """True if there is nothing to commit."""
        return not (
            self.steps or self.moves or self.messages or self.set_alarms or self.clear_alarms
        )


def create(record: R) -> Change[R]:
    """Add a record whose key must be free."""
    return Change(type(record), record.key, None, record, {}, {}, ())


def update(
    record: R,
    *guards: Guard,
    adds: Mapping[str, int] | None = None,
    **sets: Any,  # noqa: ANN401 - a field may hold any value; the record's own type checks it
) -> Change[R]:
    """Change a record that the rule has read, if the guards still hold."""
    added: dict[str, int] = {}
    counted: dict[str, int] = {}
    for name, more in (adds or {}).items():
        if more:
            added[name] = more
            counted[name] = getattr(record, name) + more
    after = record
    if sets or counted:
        after = msgspec.structs.replace(record, **sets, **counted)
    return Change(type(record), record.key, record, after, sets, added, guards)


def at_most(field: str, value: int) -> Guard:
    """Hold while the stored field is no greater than the value."""
    return Guard(field, "<=", value)


def at_least(field: str, value: int) -> Guard:
    """Hold while the stored field is no smaller than the value."""
    return Guard(field, ">=", value)


def if_unchanged(record: Record, *fields: str) -> tuple[Guard, ...]:
    """Hold while the stored fields are what the rule saw."""
    return tuple([Guard(name, "==", getattr(record, name)) for name in fields])
