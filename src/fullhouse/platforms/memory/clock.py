"""A clock that stands still until it is moved, and remembers across a restart where it stood."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path


class VirtualClock:
    """Shows the time that it was last set to."""

    def __init__(
        self, start: datetime, remember: Callable[[datetime], None] = lambda _moment: None
    ) -> None:
        """Stand at a time; `remember` is told of every move."""
        self._now = _to_the_millisecond(start)
        self._remember = remember

    def now(self) -> datetime:
        """Return the time at which it stands."""
        return self._now

    def move_to(self, moment: datetime) -> None:
        """Stand at a later time."""
        moment = _to_the_millisecond(moment)
        if moment < self._now:
            message = f"the clock stands at {self._now.isoformat()} and does not go back to {moment.isoformat()}"
            raise ValueError(message)
        self._now = moment
        self._remember(moment)


def clock_in(file: Path, start: datetime) -> VirtualClock:
    """Stand where the clock in this file stood, but not before `start`; keep the file up to date."""

    def remember(moment: datetime) -> None:
        fresh = file.with_name(f"{file.name}.new")
        fresh.write_text(f"{moment.isoformat()}\n")
        fresh.replace(file)

    return VirtualClock(max(start, stood_at(file) or start), remember)


def stood_at(file: Path) -> datetime | None:
    """Read where the clock in this file stood, if it says so."""
    try:
        return datetime.fromisoformat(file.read_text().strip()).astimezone(UTC)
    except (OSError, ValueError):
        return None


def _to_the_millisecond(moment: datetime) -> datetime:
    there = moment.astimezone(UTC)
    return there.replace(microsecond=there.microsecond // 1000 * 1000)
