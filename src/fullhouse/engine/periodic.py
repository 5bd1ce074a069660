"""Periodic tasks: repeated work that reaches outside the store, such as syncing a sheet.

A task compares what is there and does what is missing, so running it twice, late or not at all
this time does no harm.
"""

import logging
from collections.abc import Awaitable, Callable, Container, Iterable
from datetime import datetime, timedelta

import msgspec

log = logging.getLogger(__name__)


class PeriodicTask(msgspec.Struct, frozen=True):
    """A task, how often it runs, and the scope whose changes make it due at once."""

    name: str
    every: timedelta
    work: Callable[[], Awaitable[object]]
    watches: str = ""


def _ignore() -> None:
    """Wake nobody."""


class PeriodicTasks:
    """Run periodic tasks. A failing task is logged and retried at its next interval."""

    def __init__(self, on_earlier_due: Callable[[], object] = _ignore) -> None:
        """Start without tasks. `on_earlier_due` is called when a task becomes due earlier."""
        self._tasks: dict[str, PeriodicTask] = {}
        self._due: dict[str, datetime] = {}
        self._watched: set[str] = set()
        self._on_earlier_due = on_earlier_due

    def add(self, task: PeriodicTask, first_at: datetime) -> None:
        """Run a task from this time on."""
        self._tasks[task.name] = task
        self._due[task.name] = first_at
        self._watched.add(task.watches)

    def are_watched(self, scopes: Iterable[str]) -> bool:
        """Return True if a task watches one of these scopes."""
        return not self._watched.isdisjoint(scopes)

    def changed(self, scopes: Container[str], now: datetime) -> None:
        """Make each task due now that watches one of these scopes."""
        watching = [task.name for task in self._tasks.values() if task.watches in scopes]
        for name in watching:
            self._due[name] = min(self._due[name], now)
        if watching:
            self._on_earlier_due()

    def next_at(self) -> datetime | None:
        """Return when the next task is due."""
        return min(self._due.values(), default=None)

    async def run_due(self, now: datetime) -> bool:
        """Run all tasks that are due; return True if there were any."""
        due = [name for name, at in self._due.items() if at <= now]
        for name in due:
            task = self._tasks[name]
            self._due[name] = now + task.every
            try:
                await task.work()
            except Exception:
                log.exception("the chore %s could not be done; it comes round again", name)
        return bool(due)
