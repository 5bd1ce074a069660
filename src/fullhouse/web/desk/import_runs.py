"""Imports under way: how far each has come. Kept in this process only; what is done is on the list, whatever happens.

An import that is cut short is given again: whoever is on the list already stays as they are.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec
from starlette.applications import Starlette

from fullhouse.engine.execute import Busy
from fullhouse.engine.house import House
from fullhouse.engine.ports import StoreDown
from fullhouse.lanes.importing.place import AT_ONCE, became, place
from fullhouse.lanes.importing.rows import Row
from fullhouse.products.rsvp.answers import PROBLEMS
from fullhouse.products.rsvp.commands import SignUp
from fullhouse.products.rsvp.model import PlaceAs

log = logging.getLogger(__name__)
MOST_KEPT = 30
MOST_REFUSED = 100


class Refused(msgspec.Struct, frozen=True):
    """A row that the rules did not take, and why."""

    row: Row
    why: str


class Run(msgspec.Struct, kw_only=True):
    """One import: whose, of how many rows, and what became of those that are done."""

    event_id: str
    total: int
    done: int = 0
    state: Literal["running", "done", "stopped"] = "running"
    counts: Counter[str] = msgspec.field(default_factory=Counter)
    refused: list[Refused] = []
    task: "asyncio.Task[None] | None" = None


def runs(app: Starlette) -> dict[str, Run]:
    """Return the imports that this process knows, the oldest first."""
    known: dict[str, Run] | None = getattr(app.state, "imports", None)
    if known is None:
        known = app.state.imports = {}
    return known


def start(app: Starlette, run_id: str, by: str, rows: Sequence[Row], event_id: str, place_as: PlaceAs) -> None:
    """Begin an import beside the request that asked for it; the same one asked for twice begins once."""
    known = runs(app)
    if run_id in known:
        return
    run = known[run_id] = Run(event_id=event_id, total=len(rows))
    run.task = asyncio.create_task(_carry_out(app, run, by, rows, place_as))
    for old in list(known)[:-MOST_KEPT]:
        if known[old].state != "running":
            del known[old]


async def _carry_out(app: Starlette, run: Run, by: str, rows: Sequence[Row], place_as: PlaceAs) -> None:
    house: House = app.state.house
    try:
        for first in range(0, len(rows), AT_ONCE):
            if app.state.stopping.is_set():
                break
            await _part(house, run, by, rows[first : first + AT_ONCE], place_as)
    except (StoreDown, Busy):
        log.warning("an import stopped after %s of %s rows: the store did not answer", run.done, run.total)
    except Exception:
        log.exception("an import stopped after %s of %s rows", run.done, run.total)
    run.state = "done" if run.done == run.total else "stopped"


async def _part(house: House, run: Run, by: str, rows: Sequence[Row], place_as: PlaceAs) -> None:
    left = iter(rows)
    async for _, answer in place(house, by, _commands(house, run.event_id, rows, place_as)):
        row = next(left)
        run.done += 1
        run.counts[became(answer)] += 1
        if answer.code in PROBLEMS and len(run.refused) < MOST_REFUSED:
            run.refused.append(Refused(row, PROBLEMS[answer.code]))


def _commands(house: House, event_id: str, rows: Sequence[Row], place_as: PlaceAs) -> Iterator[SignUp]:
    return (row.command(event_id, house.ids.new(), place_as) for row in rows)
