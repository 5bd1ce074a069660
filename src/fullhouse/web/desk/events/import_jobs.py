"""Imports of guest lists that run in this process, beside the requests that start them."""

import asyncio
import logging
from collections.abc import Sequence

from fullhouse.engine.core import Engine
from fullhouse.engine.execute import TooManyConflicts
from fullhouse.engine.ports import StoreDown
from fullhouse.inbound.guest_import.job import ImportJob, carry_on
from fullhouse.inbound.guest_import.placement import AT_ONCE
from fullhouse.inbound.guest_import.row import GuestRow

log = logging.getLogger(__name__)
MOST_KEPT = 30


class LocalImports:
    """Runs imports in this process. They end with it, but added guests stay on the list."""

    def __init__(self, engine: Engine, stopping: asyncio.Event) -> None:
        """Add guests through this engine, until the server stops."""
        self._engine = engine
        self._stopping = stopping
        self.runs: dict[str, ImportJob] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    async def start(self, run: ImportJob, rows: Sequence[GuestRow]) -> None:
        """Start an import in the background; a second start of the same import does nothing."""
        if run.id in self.runs:
            return
        self.runs[run.id] = run
        task = asyncio.create_task(self._carry_out(run, rows))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        for old in list(self.runs)[:-MOST_KEPT]:
            if self.runs[old].state != "running":
                del self.runs[old]

    async def find(self, run_id: str) -> ImportJob | None:
        """Return an import of this process, or None."""
        return self.runs.get(run_id)

    async def _carry_out(self, run: ImportJob, rows: Sequence[GuestRow]) -> None:
        try:
            for first in range(0, len(rows), AT_ONCE):
                if self._stopping.is_set():
                    break
                await carry_on(self._engine, run, rows[first : first + AT_ONCE])
        except (StoreDown, TooManyConflicts):
            log.warning(
                "an import stopped after %s of %s rows: the store did not answer",
                run.done,
                run.total,
            )
        except Exception:
            log.exception("an import stopped after %s of %s rows", run.done, run.total)
        run.state = "done" if run.done == run.total else "stopped"
