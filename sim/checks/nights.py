"""Wall times and quiet hours for the checkers, worked out a second time, minute by minute."""

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

MINUTE = timedelta(minutes=1)


@lru_cache(maxsize=4096)
def to_utc(wall: datetime, zone: str) -> datetime:
    """Turn a wall time into an instant; of two, the first."""
    return wall.replace(tzinfo=ZoneInfo(zone), fold=0).astimezone(UTC)


def minutes(text: str) -> int:
    """Count the minutes since midnight."""
    return int(text[:2]) * 60 + int(text[3:])


@lru_cache(maxsize=65536)
def quiet(moment: datetime, zone: str, begins: str, ends: str) -> bool:
    """Return True if nobody may be disturbed at this moment."""
    there = moment.astimezone(ZoneInfo(zone))
    at, first, last = there.hour * 60 + there.minute, minutes(begins), minutes(ends)
    return first <= at < last if first <= last else not last <= at < first


@lru_cache(maxsize=65536)
def opens(moment: datetime, zone: str, begins: str, ends: str) -> datetime:
    """Return the end of the quiet hours around a moment."""
    if not quiet(moment, zone, begins, ends):
        return moment
    minute = moment.replace(second=0, microsecond=0)
    while quiet(minute, zone, begins, ends):
        minute += MINUTE
    return minute


def opens_by(moment: datetime, zone: str, begins: str, ends: str) -> datetime:
    """Return the latest end of the quiet hours.

    An end that is skipped when clocks change comes as much later as they move.
    """
    first = opens(moment, zone, begins, ends)
    there = first.astimezone(ZoneInfo(zone)).replace(tzinfo=None, fold=0, second=0, microsecond=0)
    named = there.replace(hour=int(ends[:2]), minute=int(ends[3:]))
    return first if first == moment or named == there else max(first, to_utc(named, zone))
