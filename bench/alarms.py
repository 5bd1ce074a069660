"""Alarms: rung in time from among a million, and no work at all while none is due."""

import sqlite3
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from time import perf_counter, sleep

from bench.figures import Figure, Figures, Sizes, middle_and_most
from bench.processes import serving
from bench.stock import EVENT, clock, folder, set_headcounts, store_alarms
from fullhouse.platforms.local.sqlite.database import FILE

WANTED_SECONDS = 1.0
WANTED_IDLE_SHARE = 0.005
PATIENCE_SECONDS = 30.0
APART = timedelta(milliseconds=150)


def alarms(sizes: Sizes) -> Figures:
    """Let some alarms fall due, then none."""
    with folder() as place:
        store_alarms(place, sizes.alarms)
        start = clock.now() + timedelta(seconds=sizes.first_ring_seconds)
        due = [start + at * APART for at in range(sizes.rings)]
        set_headcounts(place, due)
        with serving(place) as server:
            late = _late(_rung(place, sizes.rings), due)
            before = server.cpu_seconds()
            sleep(sizes.idle_seconds)
            idle = server.cpu_seconds() - before
    name = f"alarm rings after its time, among {sizes.alarms:,}"
    yield Figure(
        name, middle_and_most(late), f"under {WANTED_SECONDS:.0f} s", max(late) < WANTED_SECONDS
    )
    wanted = f"under {WANTED_IDLE_SHARE:.1%} of a core"
    name = f"server CPU in {sizes.idle_seconds:.0f} s with nothing due"
    yield Figure(
        name,
        f"{1000 * idle:.0f} ms",
        wanted,
        idle < max(0.02, WANTED_IDLE_SHARE * sizes.idle_seconds),
    )


def _rung(place: Path, number: int) -> dict[str, int]:
    """Wait until so many headcounts have been decided; say when each was, by its event."""
    patience = perf_counter() + PATIENCE_SECONDS
    with closing(sqlite3.connect(f"file:{place / FILE}?mode=ro", uri=True)) as connection:
        while True:
            rung = dict(
                connection.execute("SELECT scope, queued_at FROM message WHERE kind = 'headcount'")
            )
            if len(rung) == number:
                return rung
            assert perf_counter() < patience, "an alarm did not ring"
            sleep(0.2)


def _late(rung: dict[str, int], due: list[datetime]) -> list[float]:
    return [rung[f"{EVENT}{at}"] / 1000 - moment.timestamp() for at, moment in enumerate(due)]
