"""Wall times with a zone, UTC instants, durations such as "6h", and quiet hours.

Nothing here reads a clock: `now` is always passed in.
"""

import re
from datetime import UTC, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}
DURATION = re.compile(r"(?:\d{1,6}[smhdw])+", re.ASCII)
PART = re.compile(r"(\d{1,6})([smhdw])", re.ASCII)
DAY = timedelta(days=1)
TIME_OF_DAY = re.compile(r"([01]\d|2[0-3]):[0-5]\d", re.ASCII)


@lru_cache(maxsize=256)
def duration(text: str) -> timedelta:
    """Parse a duration such as "6h", "90m", "1h30m" or "7d"."""
    if not DURATION.fullmatch(text):
        message = f"{text!r} is not a duration such as 6h, 90m or 7d"
        raise ValueError(message)
    return timedelta(seconds=sum(int(number) * UNITS[unit] for number, unit in PART.findall(text)))


@lru_cache(maxsize=256)
def time_of_day(text: str) -> time:
    """Parse a time of day such as "09:00"."""
    if not TIME_OF_DAY.fullmatch(text):
        message = f"{text!r} is not a time of day such as 09:00"
        raise ValueError(message)
    return time.fromisoformat(text)


@lru_cache(maxsize=256)
def zone(name: str) -> ZoneInfo:
    """Return an IANA zone by its name. Raise `ValueError` if there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        message = f"{name!r} is not a time zone such as Europe/Berlin"
        raise ValueError(message) from error


@lru_cache(maxsize=1024)
def instant(wall: datetime, zone_name: str) -> datetime:
    """Return the instant of a wall time.

    A time that the clocks skip is moved by as much as they are. Of a time that comes twice it is
    the first.
    """
    local = wall.replace(tzinfo=zone(zone_name), fold=0)
    return local.astimezone(UTC)


def is_skipped(wall: datetime, zone_name: str) -> bool:
    """Return True if the clocks of this zone never show this wall time."""
    return wall_time(instant(wall, zone_name), zone_name) != wall


def to_compact(moment: datetime) -> str:
    """Return a moment to the microsecond without marks, such as 20260601T090000000000."""
    # Faster than strftime.
    written = moment.isoformat(timespec="microseconds")[:26]
    return written.replace("-", "").replace(":", "").replace(".", "")


def wall_time(moment: datetime, zone_name: str) -> datetime:
    """Return what clocks in this zone show, as a naive datetime."""
    if moment.tzinfo is not UTC:
        moment = moment.astimezone(UTC)
    return _wall_time(moment, zone_name)


@lru_cache(maxsize=1024)
def _wall_time(moment: datetime, zone_name: str) -> datetime:
    return moment.astimezone(zone(zone_name)).replace(tzinfo=None, fold=0)


def _since_midnight(text: str) -> timedelta:
    at = time_of_day(text)
    return timedelta(hours=at.hour, minutes=at.minute)


class QuietHours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The part of the night in which nobody is written to. The same time twice means none."""

    from_: str = msgspec.field(default="21:00", name="from")
    to: str = "08:00"

    def __post_init__(self) -> None:
        """Refuse what is not a time of day."""
        time_of_day(self.from_)
        time_of_day(self.to)

    @property
    def open_a_day(self) -> timedelta:
        """The part of a usual day outside the quiet hours."""
        start, end = _since_midnight(self.from_), _since_midnight(self.to)
        if start == end:
            return DAY
        return (start - end) % DAY

    def cover(self, moment: datetime, zone_name: str) -> bool:
        """Return True if the moment is in the quiet hours of this zone."""
        at = wall_time(moment, zone_name).time()
        start, end = time_of_day(self.from_), time_of_day(self.to)
        if start <= end:
            return start <= at < end
        return at >= start or at < end

    def next_open(self, moment: datetime, zone_name: str) -> datetime:
        """Return the moment itself, or the end of the quiet hours that it is in."""
        if not self.cover(moment, zone_name):
            return moment
        local = wall_time(moment, zone_name)
        end = datetime.combine(local.date(), time_of_day(self.to), tzinfo=None)
        if end <= local:
            end += timedelta(days=1)
        opens = instant(end, zone_name)
        # Where clocks skip the end, the hours end with that jump. Step back to before it.
        opens -= wall_time(opens, zone_name) - end
        # Where they are set back, the end may come twice.
        while opens <= moment or self.cover(opens, zone_name):
            opens += timedelta(minutes=1)
        return opens

    def open_time(
        self, start: datetime, end: datetime, zone_name: str, enough: timedelta
    ) -> timedelta:
        """Return how much of the time from start to end is outside quiet hours.

        Counting stops at `enough`.
        """
        if self.from_ == self.to:
            return end - start
        total = timedelta(0)
        at = start
        while at < end and total < enough:
            opens = self.next_open(at, zone_name)
            at = self._next_close(opens, zone_name)
            total += max(min(at, end) - opens, timedelta(0))
        return total

    def _next_close(self, moment: datetime, zone_name: str) -> datetime:
        """Return when the next quiet hours begin after a moment outside them."""
        local = wall_time(moment, zone_name)
        begin = datetime.combine(local.date(), time_of_day(self.from_), tzinfo=None)
        if begin <= local:
            begin += timedelta(days=1)
        closes = instant(begin, zone_name)
        # Where clocks skip the beginning, the hours begin with that jump. Step back to before it.
        closes -= wall_time(closes, zone_name) - begin
        while closes <= moment or not self.cover(closes, zone_name):
            closes += timedelta(minutes=1)
        return closes
