"""The items that a commit writes, each once, and the meaning of a refused condition.

Audit lines and messages are numbered by a stamp that the scope's item stores in the same
transaction: within a scope, numbers are in the order of commits.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from fullhouse.engine.ports import Conflict, Written
from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import MustBeAbsent
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Record
from fullhouse.platforms.aws.dynamodb import expressions, tables
from fullhouse.platforms.aws.dynamodb.derived_items import helpers
from fullhouse.platforms.aws.dynamodb.erasure import task_item
from fullhouse.platforms.aws.dynamodb.expressions import Expression
from fullhouse.platforms.aws.dynamodb.item_codec import (
    STAMP,
    Item,
    alarm_item,
    audit_of,
    beside,
    line_item,
    made_of,
    number,
    shape,
    to_attribute,
    to_milliseconds,
)
from fullhouse.platforms.aws.dynamodb.merging import Merged, Place, merged
from fullhouse.platforms.aws.dynamodb.transaction import Refusals
from fullhouse.products.rsvp.model import Event


class ScopeNumbers(msgspec.Struct, frozen=True):
    """The first and last number of a commit."""

    first: int
    last: int


class ItemWrite(msgspec.Struct, frozen=True):
    """One item of a transaction. If it is refused, `drops` is left out next time, else a conflict.

    With `stamps`, only the scope's stamp may have been refused; `change` decides that.
    """

    action: dict[str, Any]
    drops: Message | Alarm | None = None
    stamps: bool = False
    change: Merged | None = None


class CommitPlan:
    """The items of one commit."""

    def __init__(self, written: Written) -> None:
        """Plan a decision; raise `Conflict` if it contradicts itself."""
        decision = written.decision
        self.changes = merged(decision.changes)
        self.absent = _not_changed(decision.absent, self.changes)
        self.lines = written.lines
        self.messages = tuple({one.id: one for one in reversed(decision.messages)}.values())[::-1]
        self.forget = decision.forget
        self.rung = written.rung
        self.alarms: dict[str, Alarm | None] = dict.fromkeys(decision.clear_alarms)
        self.alarms |= {alarm.key: alarm for alarm in decision.set_alarms}

    @property
    def scopes(self) -> tuple[str, ...]:
        """Every scope with new numbers, and every new event: its item may have a stamp already."""
        numbered = [line.scope for line in self.lines]
        numbered += [message.scope for message in self.messages]
        fresh = [
            key[0]
            for (kind, key), change in self.changes.items()
            if kind is Event and change.before is None
        ]
        return tuple(dict.fromkeys([*numbered, *fresh]))

    def pieces(self, first: int) -> list[ItemWrite]:
        """Return every item, numbered from this stamp on."""
        stamps = ScopeNumbers(first, first + max(len(self.lines), len(self.messages), 1) - 1)
        plain = [*helpers(self.changes.values())]
        for ts, line in enumerate(self.lines, first):
            plain.append(expressions.put(audit_of(line.scope).name, line_item(line, ts)))
        if self.forget:
            plain.append(expressions.put(tables.DESK.name, task_item(self.forget, first)))
        return [
            *self._records(stamps),
            *map(ItemWrite, plain),
            *self._messages(first),
            *self._alarms(),
        ]

    def _records(self, stamps: ScopeNumbers) -> Iterator[ItemWrite]:
        left = dict(self.changes)
        absent = dict.fromkeys(self.absent, True)
        for scope in self.scopes:
            place = (Event, (scope,))
            change, is_absent = left.pop(place, None), absent.pop(place, False)
            if change is None:
                action = _stamp(scope, stamps, is_absent=is_absent)
            else:
                action = _record(change, stamps)
            yield ItemWrite(action, stamps=True, change=change)
        for change in left.values():
            yield ItemWrite(_record(change))
        for kind, key in absent:
            yield ItemWrite(_absence(kind, key))

    def _messages(self, first: int) -> Iterator[ItemWrite]:
        for ts, message in enumerate(self.messages, first):
            item = shape(Message).item(msgspec.structs.replace(message, number=ts))
            yield ItemWrite(
                expressions.put(tables.MESSAGES.name, item, Expression().is_free("id")),
                drops=message,
            )

    def _alarms(self) -> Iterator[ItemWrite]:
        for key, alarm in self.alarms.items():
            if alarm is None:
                yield ItemWrite(expressions.delete(tables.ALARMS.name, made_of({"key": key})))
            else:
                yield ItemWrite(expressions.put(tables.ALARMS.name, alarm_item(alarm)))
        if self.rung is not None and self.rung.key not in self.alarms:
            yield ItemWrite(_delete_rung(self.rung), drops=self.rung)

    def after(self, pieces: Sequence[ItemWrite], refusals: Refusals, first: int) -> int:
        """Return the stamp for the next attempt; raise `Conflict` if a condition was refused.

        A known message stays as it is, and so does an alarm that is no longer the one that ran.
        """
        again = first
        for at, stored in refusals.items():
            piece = pieces[at]
            stamp = number(stored, STAMP)
            if piece.drops is not None:
                self._drop(piece.drops)
            elif piece.stamps and stamp >= first and _would_hold(piece.change, stored):
                again = max(again, stamp + 1)
            else:
                raise Conflict(next(iter(piece.action)))
        return again

    def _drop(self, what: Message | Alarm) -> None:
        self.messages = tuple(message for message in self.messages if message is not what)
        if self.rung is what:
            self.rung = None


def _not_changed(
    absent: Sequence[MustBeAbsent], changes: Mapping[Place, Merged]
) -> tuple[Place, ...]:
    """Return what must be absent, without records of this commit: adding one checks the same."""
    places = dict.fromkeys((missing.kind, missing.key) for missing in absent)
    if any(changes[place].before is not None for place in places if place in changes):
        raise Conflict("absent")
    return tuple(place for place in places if place not in changes)


def _absence(kind: type[Record], key: tuple[str, ...]) -> dict[str, Any]:
    form = shape(kind)
    return expressions.change(form.table.name, form.key(key), Expression().is_free(form.mark))


def _stamp(scope: str, stamps: ScopeNumbers, *, is_absent: bool) -> dict[str, Any]:
    form = shape(Event)
    words = Expression().is_free(form.mark) if is_absent else Expression()
    _stamped(words, stamps).set(STAMP, to_attribute(stamps.last))
    return expressions.change(form.table.name, form.key((scope,)), words)


def _stamped(words: Expression, stamps: ScopeNumbers) -> Expression:
    return words.is_free_or(STAMP, STAMP, "<", {"N": str(stamps.first)})


def _record(one: Merged, stamps: ScopeNumbers | None = None) -> dict[str, Any]:
    form, words = shape(one.kind), Expression()
    if stamps is not None:
        _stamped(words, stamps)
    if one.before is None:
        stamp = {} if stamps is None else made_of({STAMP: stamps.last})
        return expressions.put(
            form.table.name, {**form.item(one.after), **stamp}, words.is_free(form.mark)
        )
    words.is_there(form.mark)
    for guard in one.guards:
        words.guard(form, guard)
    _change(words, one)
    if stamps is not None:
        words.set(STAMP, to_attribute(stamps.last))
    return expressions.change(form.table.name, form.key(one.key), words)


def _change(words: Expression, one: Merged) -> None:
    form = shape(one.kind)
    for field, value in one.sets.items():
        words.set(form.names[field], form.attribute(field, value))
    for field, more in one.adds.items():
        words.add(form.names[field], more)
    was, will = ({}, {}) if one.before is None else (beside(one.before), beside(one.after))
    for name in {**was, **will}:
        if was.get(name) != will.get(name):
            words.set(name, will.get(name))


def _delete_rung(alarm: Alarm) -> dict[str, Any]:
    still = Expression().is_free_or("key", "due_at", "=", {"N": str(to_milliseconds(alarm.due_at))})
    return expressions.delete(tables.ALARMS.name, made_of({"key": alarm.key}), still)


def _would_hold(one: Merged | None, stored: Item) -> bool:
    if one is None:
        return True
    form = shape(one.kind)
    if one.before is None:
        return form.mark not in stored
    return form.mark in stored and one.would_hold(form.record(stored))
