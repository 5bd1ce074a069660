"""Who carries out the lists that hosts bring, beside the requests that ask for it; on one machine this process does."""

import asyncio
import logging
from collections.abc import Sequence

from fullhouse.engine.core import Engine
from fullhouse.engine.execute import TooManyConflicts
from fullhouse.engine.ports import StoreDown
from fullhouse.lanes.importing.place import AT_ONCE
from fullhouse.lanes.importing.rows import Row
from fullhouse.lanes.importing.runs import Run, carry_on

log = logging.getLogger(__name__)
MOST_KEPT = 30


class LocalImports:
    """Carries imports out in this process, and forgets them with it; what is done is on the list."""

    def __init__(self, engine: Engine, stopping: asyncio.Event) -> None:
        """Add guests through this engine, until the server stops."""
        self._engine = engine
        self._stopping = stopping
        self.runs: dict[str, Run] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    async def start(self, run: Run, rows: Sequence[Row]) -> None:
        """Begin beside the request that asks; the same one asked for twice begins once."""
        if run.id in self.runs:
            return
        self.runs[run.id] = run
        task = asyncio.create_task(self._carry_out(run, rows))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        for old in list(self.runs)[:-MOST_KEPT]:
            if self.runs[old].state != "running":
                del self.runs[old]

    async def find(self, run_id: str) -> Run | None:
        """Look among those that this process knows."""
        return self.runs.get(run_id)

    async def _carry_out(self, run: Run, rows: Sequence[Row]) -> None:
        try:
            for first in range(0, len(rows), AT_ONCE):
                if self._stopping.is_set():
                    break
                await carry_on(self._engine, run, rows[first : first + AT_ONCE])
        except (StoreDown, TooManyConflicts):
            log.warning("an import stopped after %s of %s rows: the store did not answer", run.done, run.total)
        except Exception:
            log.exception("an import stopped after %s of %s rows", run.done, run.total)
        run.state = "done" if run.done == run.total else "stopped"
