"""Days and moments as people type them into cells and mails: plain ones only, in the languages of the house."""

import re
from datetime import date, datetime, time
from functools import cache

import msgspec

from fullhouse.inbound.forms.timestamps import ENDS, YEARS, read_zoned
from fullhouse.inbound.guest_import.columns import plain
from fullhouse.kernel.localized_dates import DATE_WORDS
from fullhouse.kernel.times import instant, wall_time
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

SHORTEST_MONTH, SHORTEST_WEEKDAY = 3, 2
CENTURY = 2000
CLOCK = r"(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:[.,]\d+)?)?"
YEAR_FIRST = re.compile(r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})", re.ASCII)
DAY_FIRST = re.compile(
    r"(?P<day>\d{1,2})[./-]\s?(?P<month>\d{1,2})[./-]\s?(?P<year>\d{4}|\d\d)", re.ASCII
)
IN_WORDS = re.compile(
    r"(?P<day>\d{1,2})(?:st|nd|rd|th|er|\.)?\s(?:of\s|de\s)?(?P<name>[^\W\d_]{3,12})\.?,?(?:\s(?:de\s)?(?P<year>\d{4}))?"
)
MONTH_FIRST = re.compile(
    r"(?P<name>[^\W\d_]{3,12})\.?\s(?P<day>\d{1,2})(?:st|nd|rd|th)?(?:,?\s(?P<year>\d{4}))?"
)
BEHIND = re.compile(
    rf"(?:(?P<before>[T ,])\s?{CLOCK}(?:\s?(?P<zone>Z|[+-]\d\d:?\d\d)|{ENDS})?)?",
    re.ASCII,
)
WEEKDAY = re.compile(r"(?P<name>[^\W\d_]{2,10})\.?,?\s(?=\w)")
OF_AMERICA = ("America/", "US/")


class Moment(msgspec.Struct, frozen=True):
    """A moment as the clock on the business's wall shows it; only a day if nothing more was said."""

    wall: datetime
    is_day: bool = False
    to_the_second: bool = False

    def covers(self, at: datetime, zone: str) -> bool:
        """Say whether an instant is the one that was meant, as far as was said."""
        seen = wall_time(at, zone).replace(microsecond=0, tzinfo=None)
        if self.is_day:
            return seen.date() == self.wall.date()
        return (seen if self.to_the_second else seen.replace(second=0)) == self.wall

    def instant(self, zone: str) -> datetime:
        """Return the instant; of a day its beginning."""
        return instant(self.wall, zone)


def read_day(text: str, book: Rulebook) -> date | None:
    """Read one day; whatever time stands behind it is passed over. None if it is no day."""
    found = _day_at(text.strip(), book)
    return found[0] if found is not None and BEHIND.fullmatch(found[1]) else None


def read_moment(text: str, book: Rulebook) -> Moment | None:
    """Read a moment, or a day. None if it is neither."""
    found = _day_at(text.strip(), book)
    behind = BEHIND.fullmatch(found[1]) if found is not None else None
    if found is None or behind is None:
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
    """Say whether -15:30 is when it ends. A zone to the west is written by scripts, with a T or with seconds."""
    return behind["zone"].startswith("-") and behind["before"] != "T" and behind["second"] is None


def _day_at(text: str, book: Rulebook) -> tuple[date, str] | None:
    """Read the day that a text begins with, and return what stands behind it. A weekday before it says nothing."""
    return _dated(text, book) or _dated(_without_weekday(text), book)


def _dated(text: str, book: Rulebook) -> tuple[date, str] | None:
    if found := YEAR_FIRST.match(text):
        return _made(
            int(found["year"]), int(found["month"]), int(found["day"]), text[found.end() :]
        )
    if found := DAY_FIRST.match(text):
        day, month = int(found["day"]), int(found["month"])
        if "/" in found[0] and month_first(book) and day <= 12:  # noqa: PLR2004 - the months there are
            day, month = month, day
        year = int(found["year"])
        return _made(year if year >= 100 else CENTURY + year, month, day, text[found.end() :])  # noqa: PLR2004
    if (found := IN_WORDS.match(text)) and found["year"] and (month := month_named(found["name"])):
        return _made(int(found["year"]), month, int(found["day"]), text[found.end() :])
    if (
        (found := MONTH_FIRST.match(text))
        and found["year"]
        and (month := month_named(found["name"]))
    ):
        return _made(int(found["year"]), month, int(found["day"]), text[found.end() :])
    return None


def _without_weekday(text: str) -> str:
    found = WEEKDAY.match(text)
    return (
        text[found.end() :] if found is not None and plain(found["name"]) in _weekdays() else text
    )


def month_first(book: Rulebook) -> bool:
    """Whether 6/1 means the first of June here."""
    return book.language == "en" and book.zone.startswith(OF_AMERICA)


def _made(year: int, month: int, day: int, rest: str) -> tuple[date, str] | None:
    try:
        return (date(year, month, day), rest) if year in YEARS else None
    except ValueError:
        return None


def month_named(word: str) -> int:
    """Return the number of a month by its name or the beginning of it; 0 if it is none."""
    wanted = plain(word)
    return _months().get(wanted, 0) if len(wanted) >= SHORTEST_MONTH else 0


@cache
def _weekdays() -> frozenset[str]:
    """Know every day of the week by its name, and by the beginning of it."""
    names = [plain(name) for words in DATE_WORDS.values() for name in words.weekdays.split()]
    return frozenset(
        name[:length] for name in names for length in range(SHORTEST_WEEKDAY, len(name) + 1)
    )


@cache
def _months() -> dict[str, int]:
    """Know every month by its name, and by the beginning of it where only one month begins so."""
    names = [
        (plain(name), at)
        for words in DATE_WORDS.values()
        for at, name in enumerate(words.months.split(), 1)
    ]
    begins: dict[str, set[int]] = {}
    for name, at in names:
        for length in range(SHORTEST_MONTH, len(name) + 1):
            begins.setdefault(name[:length], set()).add(at)
    return {begin: next(iter(months)) for begin, months in begins.items() if len(months) == 1}
