"""Dates, times and reminder hours in the cells of the appointments' sheet."""

import re
from datetime import datetime, time, timedelta

from fullhouse.inbound.forms.timestamps import ENDS
from fullhouse.inbound.guest_import.columns import plain
from fullhouse.inbound.sync.typed_dates import Moment, month_first, read_moment
from fullhouse.kernel.patterns import regex
from fullhouse.products.frontdesk.appointments.model import MOST_REMINDERS
from fullhouse.products.frontdesk.appointments.reminder_chain import EARLIEST_OVERRULED
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

# 14:30, 14.30, 14h30, 14 Uhr, 2:30 pm; an end may follow after a dash.
CLOCK = regex(
    r"(?P<hour>\d{1,2})(?:\s?[:.h]\s?(?P<minute>\d\d)(?::\d\d)?)?"
    r"\s?(?P<half>[ap]\.?\s?m\.?)?\s?(?:h|hs|hrs|uhr)?"
    rf"(?:{ENDS})?",
    re.ASCII | re.IGNORECASE,
)
FOUR_DIGITS = regex(r"(?P<hour>\d\d)(?P<minute>\d\d)", re.ASCII)
# The number that a spreadsheet stores for a day or a time, if it was saved without its format.
SERIAL = regex(r"(?P<day>[3-7]\d{4})(?:[.,](?P<part>\d{1,12}))?", re.ASCII)
PART_OF_A_DAY = regex(r"0?[.,](?P<part>\d{1,17})", re.ASCII)
DAY_ZERO = datetime(1899, 12, 30)  # noqa: DTZ001 - as the clock on the wall shows it
A_DAY = timedelta(days=1)
NOON, MOST_DIGITS = 12, 3
POINTS, SLASHES = (
    regex(r"\d{1,2}\.\s?\d{1,2}\.\s?\d{4}", re.ASCII),
    regex(r"\d{1,2}/\d{1,2}/\d{4}", re.ASCII),
)
TOKEN = regex(r"\d+|[^\W\d_]+|[^\s\w]")
BESIDE_HOURS = frozenset(
    {
        *",;+&/.",
        "h",
        "std",
        "hour",
        "hours",
        "stunde",
        "stunden",
        "heure",
        "heures",
        "hora",
        "horas",
    }
    | {"before", "vorher", "avant", "antes", "and", "und", "et", "y"}
)
NONE = {"en": "none", "de": "keine", "fr": "aucun", "es": "ninguno"}
NO_REMINDERS = frozenset(
    {*NONE.values(), "no", "never", "off", "nein", "nie", "aus", "non", "jamais", "nunca", "0"}
)
BAD_HOURS = (
    f"Reminders are told in hours before, such as 24, 2: up to {MOST_REMINDERS}, "
    f"each from 1 to {EARLIEST_OVERRULED}; or none."
)


def read_date(text: str, book: Rulebook) -> Moment | None:
    """Read a date, perhaps with a time. None if it is no date."""
    stored = SERIAL.fullmatch(text)
    if stored is None:
        return read_moment(text, book)
    day = DAY_ZERO + int(stored["day"]) * A_DAY
    return Moment(day + _part(stored["part"]), is_day=not stored["part"])


def _part(digits: str | None) -> timedelta:
    """Turn a part of a day into a time, to the minute."""
    share = int(digits) / 10 ** len(digits) if digits else 0.0
    return timedelta(minutes=min(round(share * 24 * 60), 24 * 60 - 1))


def read_clock(text: str, book: Rulebook) -> time | None:
    """Read a time of day. None if it is none."""
    if part := PART_OF_A_DAY.fullmatch(text):
        return (DAY_ZERO + _part(part["part"])).time()
    found = FOUR_DIGITS.fullmatch(text) or CLOCK.fullmatch(text)
    if found is not None:
        return _clock(found.groupdict())
    moment = read_moment(text, book)
    if moment is None or moment.is_day:
        return None
    return moment.wall.time().replace(second=0)


def _clock(groups: dict[str, str | None]) -> time | None:
    hour, half = int(groups["hour"] or 0), (groups.get("half") or "").lower()
    if half and 1 <= hour <= NOON:
        hour %= NOON
        if half.startswith("p"):
            hour += NOON
    try:
        return time(hour, int(groups["minute"] or 0))
    except ValueError:
        return None


def date_text(wall: datetime, like: str, book: Rulebook) -> str:
    """Write a day in the format of the text that was there before."""
    if POINTS.match(like):
        return f"{wall:%d.%m.%Y}"
    if SLASHES.match(like):
        return f"{wall:%m/%d/%Y}" if month_first(book) else f"{wall:%d/%m/%Y}"
    return f"{wall:%Y-%m-%d}"


def read_hours(text: str) -> tuple[int, ...] | None:
    """Read how many hours before reminders are due: `24, 2`, or `none`.

    None if it cannot be read.
    """
    if plain(text) in NO_REMINDERS:
        return ()
    hours: set[int] = set()
    for token in TOKEN.findall(text.casefold()):
        if token.isascii() and token.isdecimal() and len(token) <= MOST_DIGITS:
            hours.add(int(token))
        elif token not in BESIDE_HOURS:
            return None
    if not 1 <= len(hours) <= MOST_REMINDERS:
        return None
    if min(hours) < 1 or max(hours) > EARLIEST_OVERRULED:
        return None
    return tuple(sorted(hours, reverse=True))


def hours_text(hours: tuple[int, ...] | None, language: str) -> str:
    """Write reminder hours; empty if the rules decide."""
    if hours is None:
        return ""
    return ", ".join(map(str, hours)) or NONE.get(language, NONE["en"])
