"""Times in a question: today, Friday, 12 June, the last 3 days, at 3. Each is a short text until it meets a calendar.

A period is one of `PERIODS`, a date (2026-06-12, or --06-12 without its year), or so long back or ahead (3d, +3d).
An hour is 15:00, or 03:00? where nobody said which half of the day is meant.
"""

import re
from datetime import date, datetime, time, timedelta
from functools import partial

import msgspec

from fullhouse.kernel.times import duration, instant, wall_time

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
PERIODS = (
    *("today", "tomorrow", "yesterday", "this_week", "next_week", "last_week", "this_month", "last_month"),
    *WEEKDAYS,
)
# How a grammar lets them be said.
SAID: dict[str, str] = {
    "today": "today, heute",
    "tomorrow": "tomorrow, morgen",
    "yesterday": "yesterday, gestern",
    "this_week": "this week, diese woche, dieser woche",
    "next_week": "next week, naechste woche, naechster woche, kommende woche",
    "last_week": "last week, letzte woche, letzter woche",
    "this_month": "this month, diesen monat, diesem monat",
    "last_month": "last month, letzten monat, letztem monat",
    "monday": "monday, mondays, montag, montags",
    "tuesday": "tuesday, tuesdays, dienstag, dienstags",
    "wednesday": "wednesday, wednesdays, mittwoch, mittwochs",
    "thursday": "thursday, thursdays, donnerstag, donnerstags",
    "friday": "friday, fridays, freitag, freitags",
    "saturday": "saturday, saturdays, samstag, samstags, sonnabend",
    "sunday": "sunday, sundays, sonntag, sonntags",
    "back": "last, past, letzte*, vergangene*",
}
UNITS = {"hour": "h", "stunde": "h", "day": "d", "tag": "d", "week": "w", "woche": "w"}
# Numbers as 0 to 9 write them; letters of every language.
UNIT = r"([0-9]{1,3})\s+(hour|day|week|stunde|tag|woche)\w*"
RECENT = re.compile(rf"(?:last|past|letzten|vergangenen)\s+{UNIT}", re.IGNORECASE)
AHEAD = re.compile(rf"(?:next|coming|nächsten|naechsten|kommenden)\s+{UNIT}", re.IGNORECASE)
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
GERMAN = {"mär": "mar", "mrz": "mar", "mae": "mar", "mai": "may", "okt": "oct", "dez": "dec"}
MONTH = (
    r"(jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|maerz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?"
    r"|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)"
)
YEAR = r"(?:,?\s+([0-9]{4}))?"
WRITTEN = re.compile(r"\b(\d{4})-(\d\d)-(\d\d)\b", re.ASCII)
DOTTED = re.compile(r"\b(\d{1,2})\.(\d{1,2})\.(\d{4})?(?!\d)", re.ASCII)
DAY_MONTH = re.compile(rf"\b([0-9]{{1,2}})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?{MONTH}\b{YEAR}", re.IGNORECASE)
MONTH_DAY = re.compile(rf"\b{MONTH}\s+([0-9]{{1,2}})(?:st|nd|rd|th)?\b{YEAR}", re.IGNORECASE)
CLOCK = re.compile(r"\b(?:(at|um)\s+)?(\d{1,2})(?:[:.](\d\d))?(?:\s*(am|pm|uhr))?\b", re.IGNORECASE | re.ASCII)
LENGTH = re.compile(r"(\+?)(\d{1,3}[hdw])", re.ASCII)
WITHOUT_YEAR = re.compile(r"--(\d\d)-(\d\d)", re.ASCII)
EARLIEST, LATEST = 1970, 2999
NOON = 12
A_LEAP_YEAR = 2028
YEARS_APART = 9  # between two leap days at most, and one
A_DAY = timedelta(days=1)
A_MOMENT = timedelta(milliseconds=1)


class Times(msgspec.Struct, frozen=True):
    """What times a text names, and the text without them."""

    periods: tuple[str, ...]
    at: str
    rest: str


def find_times(text: str, *, days: bool) -> Times:
    """Take times out of a text that no word of a grammar says; dates and hours only where they are understood."""
    periods: list[str] = []
    rest = RECENT.sub(lambda found: _keep(periods, f"{found[1]}{UNITS[found[2].lower()]}"), text)
    if not days:
        return Times(tuple(periods), "", rest)
    rest = AHEAD.sub(lambda found: _keep(periods, f"+{found[1]}{UNITS[found[2].lower()]}"), rest)
    for pattern, order in ((WRITTEN, (1, 2, 3)), (DOTTED, (3, 2, 1)), (DAY_MONTH, (3, 2, 1)), (MONTH_DAY, (3, 1, 2))):
        rest = pattern.sub(partial(_dated, periods, order), rest)
    hour = next((one for one in CLOCK.finditer(rest) if one[1] or one[3] or one[4]), None)
    at = _clock(hour) if hour else ""
    return Times(tuple(periods), at, f"{rest[: hour.start()]} {rest[hour.end() :]}" if hour and at else rest)


def _keep(periods: list[str], period: str) -> str:
    periods.append(period)
    return " "


def _dated(periods: list[str], order: tuple[int, int, int], found: "re.Match[str]") -> str:
    """Take a date out, if there is such a day."""
    year, month, day = (found[at] for at in order)
    number = int(month) if month.isdecimal() else _month(month)
    if not _is_day(int(year or A_LEAP_YEAR), number, int(day)):
        return found[0]
    return _keep(periods, f"{year or '-'}-{number:02}-{int(day):02}")


def _month(word: str) -> int:
    short = word[:3].lower()
    return MONTHS.index(GERMAN.get(short, short)) + 1


def _clock(found: "re.Match[str]") -> str:
    """Write an hour down; nothing if no clock shows it."""
    number, minutes, said = int(found[2]), int(found[3] or 0), (found[4] or "").lower()
    if number > 23 or minutes > 59 or (said in ("am", "pm") and not 1 <= number <= NOON):  # noqa: PLR2004 - a clock
        return ""
    if said in ("am", "pm"):
        number = number % NOON + (NOON if said == "pm" else 0)
    unsure = not said and 1 <= number <= NOON
    return f"{number:02}:{minutes:02}{'?' if unsure else ''}"


def is_at(at: str, moment: datetime, zone: str) -> bool:
    """Whether an hour that was named is the one that the clock on the wall shows."""
    if not at:
        return True
    there, meant = wall_time(moment, zone).time(), time.fromisoformat(at.rstrip("?"))
    if at.endswith("?"):
        return (there.hour % NOON, there.minute) == (meant.hour % NOON, meant.minute)
    return (there.hour, there.minute) == (meant.hour, meant.minute)


def stretch(period: str, now: datetime, zone: str, *, back: bool = False) -> tuple[datetime, datetime]:
    """Say from when to when a period goes, in whole days by the clocks there; a week begins on Monday.

    A weekday, or a date without its year, is the next to come, today included; with `back` the last one. What happens
    just now is still lately. Raises `ValueError` for what is no period.
    """
    if length := LENGTH.fullmatch(period):
        long = duration(length[2])
        return (now, now + long) if length[1] else (now - long, now + A_MOMENT)
    first, last = _days(period, wall_time(now, zone).date(), back=back)
    return _midnight(first, zone), _midnight(last + A_DAY, zone)


def _midnight(day: date, zone: str) -> datetime:
    return instant(datetime.combine(day, time(), tzinfo=None), zone)


def _days(period: str, today: date, *, back: bool) -> tuple[date, date]:
    monday, first = today - today.weekday() * A_DAY, today.replace(day=1)
    next_first = (first + 31 * A_DAY).replace(day=1)
    weeks = {"last_week": -7, "this_week": 0, "next_week": 7}
    near = {"yesterday": -1, "today": 0, "tomorrow": 1}
    if period in near:
        return (today + near[period] * A_DAY,) * 2
    if period in weeks:
        return monday + weeks[period] * A_DAY, monday + (weeks[period] + 6) * A_DAY
    if period == "this_month":
        return first, next_first - A_DAY
    if period == "last_month":
        return (first - A_DAY).replace(day=1), first - A_DAY
    return (_day(period, today, back=back),) * 2


def _day(period: str, today: date, *, back: bool) -> date:
    if period in WEEKDAYS:
        ahead = (WEEKDAYS.index(period) - today.weekday()) % 7
        return today + (ahead - 7 if back and ahead else ahead) * A_DAY
    if not (found := WITHOUT_YEAR.fullmatch(period)):
        day = date.fromisoformat(period)
        return _known(day if _is_day(day.year, day.month, day.day) else None, period)
    years = range(today.year, today.year + (-YEARS_APART if back else YEARS_APART), -1 if back else 1)
    every = (date(year, int(found[1]), int(found[2])) for year in years if _is_day(year, int(found[1]), int(found[2])))
    return _known(next((one for one in every if (one <= today if back else one >= today)), None), period)


def _known(day: date | None, period: str) -> date:
    if day is None:
        message = f"{period!r} is no period"
        raise ValueError(message)
    return day


def _is_day(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return EARLIEST <= year <= LATEST
