"""Which clock a folder runs on: the real one, or one that stands still and remembers where."""

from datetime import UTC, datetime
from pathlib import Path

import click

from fullhouse.engine.clock import SystemClock
from fullhouse.engine.ports import Clock
from fullhouse.engine.worker import ManualClock
from fullhouse.platforms.memory.clock import clock_in, stood_at

FILE = "clock"


def virtual_clock(folder: Path, start: str | None) -> Clock:
    """Stand at `start` or where this folder's clock stood, whichever is later; now, if neither is known."""
    file = folder / FILE
    return clock_in(file, read_start(start) if start else stood_at(file) or datetime.now(UTC))


def keep_clock(folder: Path, clock: Clock) -> None:
    """Note in the folder, once it is ours, on which kind of clock it runs."""
    if isinstance(clock, ManualClock):
        clock.move_to(clock.now())
    else:
        (folder / FILE).unlink(missing_ok=True)


def clock_of(folder: Path) -> tuple[Clock, bool]:
    """Use the clock that this folder was last served on, and say whether it stands still."""
    stands = (folder / FILE).exists()
    return (virtual_clock(folder, None), True) if stands else (SystemClock(), False)


def read_start(start: str) -> datetime:
    """Read a start time with its zone."""
    try:
        moment = datetime.fromisoformat(start)
    except ValueError as error:
        raise click.BadParameter(
            f"{start!r} is not a time such as 2026-06-01T09:00Z", param_hint="--start"
        ) from error
    if moment.tzinfo is None:
        raise click.BadParameter(
            "give the time with its zone, such as 2026-06-01T09:00Z", param_hint="--start"
        )
    return moment
