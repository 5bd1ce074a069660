"""Days and moments as people type them into cells and mails, in our languages."""

import re
from datetime import date, datetime, time
from functools import cache

import msgspec

from fullhouse.inbound.forms.timestamps import ENDS, YEARS, read_zoned
from fullhouse.inbound.guest_import.columns import plain
from fullhouse.kernel.localized_dates import month_names, weekday_names
from fullhouse.kernel.patterns import regex
from fullhouse.kernel.times import instant, wall_time
from fullhouse.locale import DESK_LANGUAGES
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

SHORTEST_MONTH, SHORTEST_WEEKDAY = 3, 2
CENTURY = 2000
CLOCK = r"(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:[.,]\d+)?)?"
YEAR_FIRST = regex(r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})", re.ASCII)
DAY_FIRST = regex(
    r"(?P<day>\d{1,2})[./-]\s?(?P<month>\d{1,2})[./-]\s?(?P<year>\d{4}|\d\d)", re.ASCII
)
IN_WORDS = regex(
    r"(?P<day>\d{1,2})(?:st|nd|rd|th|er|\.)?\s(?:of\s|de\s)?"
    r"(?P<name>[^\W\d_]{3,12})\.?,?(?:\s(?:de\s)?(?P<year>\d{4}))?"
)
MONTH_FIRST = regex(
    r"(?P<name>[^\W\d_]{3,12})\.?\s(?P<day>\d{1,2})(?:st|nd|rd|th)?(?:,?\s(?P<year>\d{4}))?"
)
BEHIND = regex(
    rf"(?:(?P<before>[T ,])\s?{CLOCK}(?:\s?(?P<zone>Z|[+-]\d\d:?\d\d)|{ENDS})?)?",
    re.ASCII,
)
WEEKDAY = regex(r"(?P<name>[^\W\d_]{2,10})\.?,?\s(?=\w)")
OF_AMERICA = ("America/", "US/")


class Moment(msgspec.Struct, frozen=True):
    """A moment in the business's wall time; only a day if no time was given."""

    wall: datetime
    is_day: bool = False
    to_the_second: bool = False

    def covers(self, at: datetime, zone: str) -> bool:
        """Return True if an instant is the one that was typed, as precisely as it was typed."""
        wall = wall_time(at, zone).replace(microsecond=0, tzinfo=None)
        if self.is_day:
            return wall.date() == self.wall.date()
        if not self.to_the_second:
            wall = wall.replace(second=0)
        return wall == self.wall

    def instant(self, zone: str) -> datetime:
        """Return the instant; of a day its beginning."""
        return instant(self.wall, zone)


def read_day(text: str, book: Rulebook) -> date | None:
    """Read one day; a time after it is ignored. None if it is no day."""
    found = _day_at(text.strip(), book)
    if found is None or not BEHIND.fullmatch(found[1]):
        return None
    return found[0]


def read_moment(text: str, book: Rulebook) -> Moment | None:
    """Read a moment, or a day. None if it is neither."""
    found = _day_at(text.strip(), book)
    if found is None:
        return None
    behind = BEHIND.fullmatch(found[1])
    if behind is None:
        return None
    if behind["hour"] is None:
        return Moment(datetime.combine(found[0], time()), is_day=True)
    try:
        clock = time(int(behind["hour"]), int(behind["minute"]), int(behind["second"] or 0))
    except ValueError:
        return None
    wall = datetime.combine(found[0], clock)
    if behind["zone"] and not _is_end(behind):
        zoned = read_zoned(f"{wall.isoformat()}{behind['zone']}")
        if zoned is None:
            return None
        wall = wall_time(zoned, book.zone).replace(tzinfo=None)
    return Moment(wall, to_the_second=behind["second"] is not None)


def _is_end(behind: re.Match[str]) -> bool:
    """Return True if -15:30 is an end rather than a zone, which only scripts write."""
    return behind["zone"].startswith("-") and behind["before"] != "T" and behind["second"] is None


def _day_at(text: str, book: Rulebook) -> tuple[date, str] | None:
    """Read the day at the beginning, after an optional weekday, and return the rest as well."""
    return _dated(text, book) or _dated(_without_weekday(text), book)


def _dated(text: str, book: Rulebook) -> tuple[date, str] | None:
    if found := YEAR_FIRST.match(text):
        year, month, day = int(found["year"]), int(found["month"]), int(found["day"])
        return _made(year, month, day, text[found.end() :])
    if found := DAY_FIRST.match(text):
        return _day_first(found, book)
    for pattern in (IN_WORDS, MONTH_FIRST):
        found = pattern.match(text)
        if found is None or not found["year"]:
            continue
        named = month_named(found["name"])
        if named:
            return _made(int(found["year"]), named, int(found["day"]), text[found.end() :])
    return None


def _day_first(found: re.Match[str], book: Rulebook) -> tuple[date, str] | None:
    day, month, year = int(found["day"]), int(found["month"]), int(found["year"])
    if "/" in found[0] and month_first(book) and day <= 12:  # noqa: PLR2004 - the number of months
        day, month = month, day
    if year < 100:  # noqa: PLR2004 - two digits
        year += CENTURY
    return _made(year, month, day, found.string[found.end() :])


def _without_weekday(text: str) -> str:
    found = WEEKDAY.match(text)
    if found is None or plain(found["name"]) not in _weekdays():
        return text
    return text[found.end() :]


def month_first(book: Rulebook) -> bool:
    """Return True if 6/1 means the first of June here."""
    return book.language == "en" and book.zone.startswith(OF_AMERICA)


def _made(year: int, month: int, day: int, rest: str) -> tuple[date, str] | None:
    if year not in YEARS:
        return None
    try:
        return date(year, month, day), rest
    except ValueError:
        return None


def month_named(word: str) -> int:
    """Return the number of a month by its name or the beginning of it; 0 if it is none."""
    wanted = plain(word)
    if len(wanted) < SHORTEST_MONTH:
        return 0
    return _months().get(wanted, 0)


@cache
def _weekdays() -> frozenset[str]:
    """Return the names of all weekdays, and every beginning of them."""
    begins: set[str] = set()
    for language in DESK_LANGUAGES:
        for name in map(plain, weekday_names(language)):
            begins.update(name[:length] for length in range(SHORTEST_WEEKDAY, len(name) + 1))
    return frozenset(begins)


@cache
def _months() -> dict[str, int]:
    """Return months by name, and by each beginning that fits only one month."""
    begins: dict[str, set[int]] = {}
    for language in DESK_LANGUAGES:
        for at, name in enumerate(map(plain, month_names(language)), 1):
            for length in range(SHORTEST_MONTH, len(name) + 1):
                begins.setdefault(name[:length], set()).add(at)
    return {begin: next(iter(months)) for begin, months in begins.items() if len(months) == 1}
