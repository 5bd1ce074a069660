"""Chores: work that comes round and reaches outside the store, such as looking at a sheet that staff edit.

A chore looks at what is and does what is missing; doing it twice, late or not at all this time costs nothing.
"""

import logging
from collections.abc import Awaitable, Callable, Container
from datetime import datetime, timedelta

import msgspec

log = logging.getLogger(__name__)


class Chore(msgspec.Struct, frozen=True):
    """What is done, how often, and which scope is watched: what changes there has it done at once."""

    name: str
    every: timedelta
    work: Callable[[], Awaitable[object]]
    watches: str = ""


class Rota:
    """Who does what next. Trouble with one chore holds up no other; it is tried again when its time comes round."""

    def __init__(self) -> None:
        """Begin with nothing to do."""
        self._chores: dict[str, Chore] = {}
        self._due: dict[str, datetime] = {}
        self.hurried: Callable[[], object] = lambda: None

    def add(self, chore: Chore, first_at: datetime) -> None:
        """Do a chore from this time on."""
        self._chores[chore.name] = chore
        self._due[chore.name] = first_at

    def changed(self, scopes: Container[str], now: datetime) -> None:
        """Have each chore done at once that watches one of these scopes."""
        watching = [chore.name for chore in self._chores.values() if chore.watches in scopes]
        for name in watching:
            self._due[name] = min(self._due[name], now)
        if watching:
            self.hurried()

    def next_at(self) -> datetime | None:
        """Say when there is something to do next."""
        return min(self._due.values(), default=None)

    async def do_due(self, now: datetime) -> bool:
        """Do all that is due; say whether anything was."""
        due = [name for name, at in self._due.items() if at <= now]
        for name in due:
            chore = self._chores[name]
            self._due[name] = now + chore.every
            try:
                await chore.work()
            except Exception:
                log.exception("the chore %s could not be done; it comes round again", name)
        return bool(due)
