"""A clock that moves only by hand and keeps its time across restarts."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path


class VirtualClock:
    """Shows the time that it was last set to."""

    def __init__(
        self, start: datetime, remember: Callable[[datetime], None] = lambda _moment: None
    ) -> None:
        """Start at a time; `remember` is called with each new time."""
        self._now = _to_the_millisecond(start)
        self._remember = remember

    def now(self) -> datetime:
        """Return the current time of this clock."""
        return self._now

    def move_to(self, moment: datetime) -> None:
        """Move to a later time."""
        moment = _to_the_millisecond(moment)
        if moment < self._now:
            message = (
                f"the clock stands at {self._now.isoformat()} "
                f"and does not go back to {moment.isoformat()}"
            )
            raise ValueError(message)
        self._now = moment
        self._remember(moment)


def clock_in(file: Path, start: datetime) -> VirtualClock:
    """Return a clock that continues from this file, or from `start` if that is later.

    Each move is written to the file.
    """

    def remember(moment: datetime) -> None:
        fresh = file.with_name(f"{file.name}.new")
        fresh.write_text(f"{moment.isoformat()}\n")
        fresh.replace(file)

    return VirtualClock(max(start, stood_at(file) or start), remember)


def stood_at(file: Path) -> datetime | None:
    """Return the time stored in the file, or None if there is none."""
    try:
        return datetime.fromisoformat(file.read_text().strip()).astimezone(UTC)
    except (OSError, ValueError):
        return None


def _to_the_millisecond(moment: datetime) -> datetime:
    in_utc = moment.astimezone(UTC)
    return in_utc.replace(microsecond=in_utc.microsecond // 1000 * 1000)
