"""Clock of a data folder: the real one, or a manual one that keeps its time."""

from datetime import UTC, datetime
from pathlib import Path

import click

from fullhouse.engine.clock import SystemClock
from fullhouse.engine.ports import Clock
from fullhouse.engine.worker import ManualClock
from fullhouse.platforms.memory.clock import clock_in, stood_at

FILE = "clock"


def virtual_clock(folder: Path, start: str | None) -> Clock:
    """Return a clock at `start` or where this folder's clock stood, whichever is later.

    It stands at the current time if neither is known.
    """
    file = folder / FILE
    if start:
        return clock_in(file, read_start(start))
    return clock_in(file, stood_at(file) or datetime.now(UTC))


def keep_clock(folder: Path, clock: Clock) -> None:
    """Save in the folder, once it is ours, on which kind of clock it runs."""
    if isinstance(clock, ManualClock):
        clock.move_to(clock.now())
    else:
        (folder / FILE).unlink(missing_ok=True)


def clock_of(folder: Path) -> tuple[Clock, bool]:
    """Return the clock of this folder's last server, and whether it stands still."""
    if (folder / FILE).exists():
        return virtual_clock(folder, None), True
    return SystemClock(), False


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
