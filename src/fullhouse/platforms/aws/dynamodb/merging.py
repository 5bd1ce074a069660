"""Merging of a commit's changes by record: a transaction accepts each item only once."""

from collections.abc import Iterable
from typing import Any

import msgspec

from fullhouse.engine.ports import Conflict
from fullhouse.kernel.decisions import Change, Guard
from fullhouse.kernel.records import Record
from fullhouse.platforms.aws.dynamodb.item_codec import WORKED_OUT_FROM

Place = tuple[type[Record], tuple[str, ...]]


class Merged:
    """All changes of a commit to one record; guards are conditions on the stored record."""

    def __init__(self, first: Change[Any]) -> None:
        """Start with the first change."""
        self.kind: type[Record] = first.kind
        self.key: tuple[str, ...] = first.key
        self.before: Record | None = first.before
        self.after: Record = first.after if first.before is None else first.before
        self.sets: dict[str, Any] = {}
        self.adds: dict[str, int] = {}
        self.guards: list[Guard] = []
        if first.before is not None:
            for field in WORKED_OUT_FROM.get(first.kind, ()):
                self.guards.append(Guard(field, "==", getattr(first.before, field)))
            self.follow(first)

    def follow(self, change: Change[Any]) -> None:
        """Add a later change; guards on fields that were set before are checked at once."""
        if change.before is None:
            raise Conflict(change.kind.kind_name)
        for guard in change.guards:
            self._guard(guard)
        counted = {name: getattr(self.after, name) + more for name, more in change.adds.items()}
        self.after = msgspec.structs.replace(self.after, **change.sets, **counted)
        for name, value in change.sets.items():
            self.adds.pop(name, None)
            self.sets[name] = value
        for name, more in change.adds.items():
            if name in self.sets:
                self.sets[name] += more
            else:
                self.adds[name] = self.adds.get(name, 0) + more

    def _guard(self, guard: Guard) -> None:
        if self.before is None or guard.field in self.sets:
            if not guard.holds(self.after):
                raise Conflict(self.kind.kind_name)
            return
        added = self.adds.get(guard.field, 0)
        shifted = msgspec.structs.replace(guard, value=guard.value - added) if added else guard
        if shifted not in self.guards:
            self.guards.append(shifted)

    def would_hold(self, stored: Record) -> bool:
        """Return True if all guards hold for this record."""
        return all(guard.holds(stored) for guard in self.guards)


def merged(changes: Iterable[Change[Any]]) -> dict[Place, Merged]:
    """Merge changes by the record that they change, in their order."""
    found: dict[Place, Merged] = {}
    for change in changes:
        known = found.get((change.kind, change.key))
        if known is None:
            found[change.kind, change.key] = Merged(change)
        else:
            known.follow(change)
    return found
