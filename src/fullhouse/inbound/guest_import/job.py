"""An import in progress: its state, and its next rows. A platform keeps the state.

An import that was cut short is repeated: guests on the list already stay unchanged.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.inbound.guest_import.placement import add_rows, became
from fullhouse.inbound.guest_import.row import GuestRow
from fullhouse.products.rsvp.model import PlaceAs
from fullhouse.products.rsvp.result_codes import PROBLEMS

MOST_REFUSED = 100


class ImportRefused(msgspec.Struct, frozen=True):
    """A row that the rules refused, and the reason."""

    row: GuestRow
    why: str


class ImportJob(msgspec.Struct, kw_only=True):
    """One import: its member, event and rows, and the results so far."""

    id: str
    event_id: str
    by: str
    place_as: PlaceAs
    total: int
    done: int = 0
    state: Literal["running", "done", "stopped"] = "running"
    counts: dict[str, int] = {}
    refused: list[ImportRefused] = []


async def carry_on(engine: Engine, run: ImportJob, rows: Sequence[GuestRow]) -> None:
    """Put the next rows on the list, and note the result of each."""
    left = iter(rows)
    commands = (row.command(run.event_id, engine.ids.new(), run.place_as) for row in rows)
    async for _, answer in add_rows(engine, run.by, commands):
        row, fate = next(left), became(answer)
        run.done += 1
        run.counts[fate] = run.counts.get(fate, 0) + 1
        if answer.code in PROBLEMS and len(run.refused) < MOST_REFUSED:
            run.refused.append(ImportRefused(row, PROBLEMS[answer.code]))
