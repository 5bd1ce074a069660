"""Times in a question: today, Friday, 12 June, the last 3 days, at 3.

A period is a short text: one of `PERIODS`, a date (2026-06-12, or --06-12 without a year), or a
length back or ahead (3d, +3d). An hour is 15:00, or 03:00? if it may be morning or afternoon.
"""

import re
from datetime import date, datetime, time, timedelta

import msgspec

from fullhouse.kernel.patterns import regex
from fullhouse.kernel.times import duration, instant, wall_time

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
# The periods that are named by words, with the words that name them; see `Grammar`.
PERIOD_WORDS: dict[str, str] = {
    "today": "today, heute",
    "tomorrow": "tomorrow, morgen",
    "yesterday": "yesterday, gestern",
    "this_week": "this week, diese woche, dieser woche",
    "next_week": "next week, naechste woche, naechster woche, kommende woche",
    "last_week": "last week, letzte woche, letzter woche",
    "this_month": "this month, diesen monat, diesem monat",
    "last_month": "last month, letzten monat, letztem monat",
    "monday": "monday*, montag*",
    "tuesday": "tuesday*, dienstag*",
    "wednesday": "wednesday*, mittwoch*",
    "thursday": "thursday*, donnerstag*",
    "friday": "friday*, freitag*",
    "saturday": "saturday*, samstag*, sonnabend",
    "sunday": "sunday*, sonntag*",
}
PERIODS = tuple(PERIOD_WORDS)
DAYS_AWAY = {"yesterday": -1, "today": 0, "tomorrow": 1}
WEEKS_AWAY = {"last_week": -1, "this_week": 0, "next_week": 1}

UNITS = {"hour": "h", "stunde": "h", "day": "d", "tag": "d", "week": "w", "woche": "w"}
# [0-9] and not \d: digits of other scripts are not understood.
UNIT = r"([0-9]{1,3})\s+(hour|day|week|stunde|tag|woche)\w*"
BACK = regex(rf"(?:last|past|letzten|vergangenen)\s+{UNIT}", re.IGNORECASE)
AHEAD = regex(rf"(?:next|coming|nächsten|naechsten|kommenden)\s+{UNIT}", re.IGNORECASE)
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
GERMAN_MONTHS = {"mär": "mar", "mae": "mar", "mai": "may", "okt": "oct", "dez": "dec"}
MONTH = (
    r"(?P<month>jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|maerz|apr(?:il)?|may|mai"
    r"|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?"
    r"|de[cz](?:ember)?)"
)
DAY = r"(?P<day>[0-9]{1,2})"
YEAR = r"(?:,?\s+(?P<year>[0-9]{4}))?"
DATES = (
    regex(r"\b(?P<year>[0-9]{4})-(?P<month>[0-9]{2})-(?P<day>[0-9]{2})\b"),
    regex(rf"\b{DAY}\.(?P<month>[0-9]{{1,2}})\.(?P<year>[0-9]{{4}})?(?!\d)"),
    regex(rf"\b{DAY}(?:st|nd|rd|th|\.)?\s+(?:of\s+)?{MONTH}\b{YEAR}", re.IGNORECASE),
    regex(rf"\b{MONTH}\s+{DAY}(?:st|nd|rd|th)?\b{YEAR}", re.IGNORECASE),
)
# An hour has one of: a word before it, minutes, a word after it.
CLOCK = regex(
    r"\b(?:(?P<before>at|um)\s+)?(?P<hour>\d{1,2})(?:[:.](?P<minutes>\d\d))?"
    r"(?:\s*(?P<half>am|pm|uhr))?\b",
    re.IGNORECASE | re.ASCII,
)
LENGTH = regex(r"(\+?)(\d{1,3}[hdw])", re.ASCII)
WITHOUT_YEAR = regex(r"--(\d\d)-(\d\d)", re.ASCII)
EARLIEST, LATEST = 1970, 2999
NOON = 12
A_LEAP_YEAR = 2028
YEARS_BETWEEN_LEAP_DAYS = 8
A_DAY = timedelta(days=1)
A_MOMENT = timedelta(milliseconds=1)


class Times(msgspec.Struct, frozen=True):
    """The times that a text names, and the text without them."""

    periods: tuple[str, ...]
    at: str
    rest: str


def find_times(text: str) -> Times:
    """Find lengths, dates and an hour in a text."""
    periods: list[str] = []

    def take_length(found: re.Match[str], sign: str) -> str:
        periods.append(f"{sign}{found[1]}{UNITS[found[2].lower()]}")
        return " "

    def take_date(found: re.Match[str]) -> str:
        period = _date_period(found)
        if not period:
            return found[0]
        periods.append(period)
        return " "

    rest = BACK.sub(lambda found: take_length(found, ""), text)
    rest = AHEAD.sub(lambda found: take_length(found, "+"), rest)
    for pattern in DATES:
        rest = pattern.sub(take_date, rest)
    for found in CLOCK.finditer(rest):
        if found["before"] or found["minutes"] or found["half"]:
            at = _clock(found)
            if at:
                rest = f"{rest[: found.start()]} {rest[found.end() :]}"
            return Times(tuple(periods), at, rest)
    return Times(tuple(periods), "", rest)


def _date_period(found: re.Match[str]) -> str:
    """Return the period of a date, or an empty text if there is no such day."""
    year, month, day = found["year"], found["month"].lower()[:3], int(found["day"])
    if not month.isdecimal():
        month = str(MONTHS.index(GERMAN_MONTHS.get(month, month)) + 1)
    number = int(month)
    if not _is_day(int(year or A_LEAP_YEAR), number, day):
        return ""
    return f"{year or '-'}-{number:02}-{day:02}"


def _clock(found: re.Match[str]) -> str:
    """Return an hour as HH:MM, or an empty text if no clock shows it."""
    hour = int(found["hour"])
    minutes = int(found["minutes"] or 0)
    half = (found["half"] or "").lower()
    if half in ("am", "pm"):
        if not 1 <= hour <= NOON:
            return ""
        hour %= NOON
        if half == "pm":
            hour += NOON
    if hour > 23 or minutes > 59:  # noqa: PLR2004 - a clock
        return ""
    is_unsure = not half and 1 <= hour <= NOON
    mark = "?" if is_unsure else ""
    return f"{hour:02}:{minutes:02}{mark}"


def matches_time(at: str, moment: datetime, zone: str) -> bool:
    """Return True if the clocks in this zone show the hour that was named; no hour matches all."""
    if not at:
        return True
    there = wall_time(moment, zone)
    meant = time.fromisoformat(at.rstrip("?"))
    hours = NOON if at.endswith("?") else 2 * NOON
    return (there.hour % hours, there.minute) == (meant.hour % hours, meant.minute)


def is_over(period: str, *, back: bool = False) -> bool:
    """Return True if something can have been done in a period; on a weekday or date with `back`."""
    if LENGTH.fullmatch(period):
        return not period.startswith("+")
    if period in DAYS_AWAY or period in WEEKS_AWAY:
        return period not in ("tomorrow", "next_week")
    if period in ("", "this_month", "last_month"):
        return period != ""
    return back


def to_range(
    period: str, now: datetime, zone: str, *, back: bool = False
) -> tuple[datetime, datetime]:
    """Return where a period begins and ends, in whole days of this zone; a week begins on Monday.

    A weekday, or a date without a year, is the next one, today included; with `back` the last one.
    A length back ends just behind `now`. Raises `ValueError` for what is not a period.
    """
    if length := LENGTH.fullmatch(period):
        long = duration(length[2])
        if length[1]:
            return now, now + long
        return now - long, now + A_MOMENT
    first, last = _days(period, wall_time(now, zone).date(), back=back)
    return _midnight(first, zone), _midnight(last + A_DAY, zone)


def _midnight(day: date, zone: str) -> datetime:
    return instant(datetime.combine(day, time(), tzinfo=None), zone)


def _days(period: str, today: date, *, back: bool) -> tuple[date, date]:
    """Return the first and the last day of a period."""
    first_of_month = today.replace(day=1)
    if period in DAYS_AWAY:
        day = today + DAYS_AWAY[period] * A_DAY
        return day, day
    if period in WEEKS_AWAY:
        monday = today + (7 * WEEKS_AWAY[period] - today.weekday()) * A_DAY
        return monday, monday + 6 * A_DAY
    if period == "this_month":
        in_next_month = first_of_month + 31 * A_DAY
        return first_of_month, in_next_month.replace(day=1) - A_DAY
    if period == "last_month":
        last_day = first_of_month - A_DAY
        return last_day.replace(day=1), last_day
    day = _day(period, today, back=back)
    return day, day


def _day(period: str, today: date, *, back: bool) -> date:
    if period in WEEKDAYS:
        ahead = (WEEKDAYS.index(period) - today.weekday()) % 7
        if back and ahead:
            ahead -= 7
        return today + ahead * A_DAY
    if found := WITHOUT_YEAR.fullmatch(period):
        return _day_of_some_year(int(found[1]), int(found[2]), today, back=back)
    day = date.fromisoformat(period)
    if not EARLIEST <= day.year <= LATEST:
        raise ValueError(f"{period!r} is not a period")
    return day


def _day_of_some_year(month: int, day: int, today: date, *, back: bool) -> date:
    step = -1 if back else 1
    for years in range(YEARS_BETWEEN_LEAP_DAYS + 1):
        year = today.year + step * years
        if not _is_day(year, month, day):
            continue
        found = date(year, month, day)
        if found == today or (found < today) == back:
            return found
    raise ValueError(f"--{month:02}-{day:02} is not a period")


def _is_day(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return EARLIEST <= year <= LATEST
