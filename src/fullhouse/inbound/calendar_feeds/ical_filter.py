"""The text of a calendar file, cut down to what is needed before any library sees it. One pass over its lines."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import islice

import msgspec

from fullhouse.inbound.calendar_feeds.occurrence import MOST_GUESTS, FeedProblem, tidy
from fullhouse.inbound.calendar_feeds.recurrence import (
    MOST_DATES,
    bounded,
    dates_in,
    day_of,
    name_of,
    value_of,
)

LARGEST_FEED = 5 * 1024 * 1024
MOST_ENTRIES, MOST_KEPT, MOST_ZONES = 50_000, 5_000, 200
LONGEST_LINE = 16 * 1024
LONGEST_NAMED = 60
DEEPEST = 20
FOLD = re.compile(r"\n[ \t]")
REPEATING = {"RRULE", "RDATE", "RECURRENCE-ID"}
SAID = {"SUMMARY", "DESCRIPTION", "ATTENDEE"}
ONCE = {
    "UID",
    "DTSTART",
    "DTEND",
    "DURATION",
    "STATUS",
    "SEQUENCE",
    "RECURRENCE-ID",
}  # in an entry that is clear
KEPT = {"EXDATE", *ONCE, *SAID, *REPEATING}
BORDER = re.compile(r"(BEGIN|END):([A-Z0-9-]+)", re.IGNORECASE | re.ASCII)
ASKED_FOR = {"VEVENT", "VTIMEZONE"}
IN_ZONES = re.compile(
    r"RRULE(?:;[^:]*)?:(?:[A-Z]+=[A-Z0-9,+-]+;)*FREQ=YEARLY(?:;[A-Z]+=[A-Z0-9,+-]+)*\s*",
    re.IGNORECASE,
)
DAILY_TIMES = re.compile(r"BY(?:HOUR|MINUTE|SECOND)", re.IGNORECASE)
A_DAY = timedelta(days=1)
DAMAGED = "This calendar is damaged: it cannot be read."
CUT_SHORT = "This calendar was cut short on its way: its end is missing."


class FilteredCalendar(msgspec.Struct, frozen=True):
    """A small calendar with the entries that can matter, and the names of those that mean several times.

    Of the `unread` nobody knows when they are.
    """

    text: str
    repeating: frozenset[str]
    unread: frozenset[str] = frozenset()


def needed(content: bytes, from_: datetime, until: datetime, most_work: float) -> FilteredCalendar:
    """Leave out what is over, what is too far ahead and what nobody asks for, or raise `FeedProblem`."""
    told = _unfolded(content)
    blocks = list(_blocks(told))
    _check_order(told)
    zones = [lines for kind, lines in blocks if kind == "VTIMEZONE"]
    every = [lines for kind, lines in blocks if kind == "VEVENT"]
    entries = [lines for lines in every if _is_clear(lines) and _matters(lines, from_, until)]
    if len(entries) > MOST_KEPT or len(zones) > MOST_ZONES:
        raise FeedProblem(f"This calendar holds more than {MOST_KEPT:,} entries to come.")
    _check_zones(zones)
    repeating = frozenset(
        _value(lines, "UID") for lines in entries if REPEATING & set(map(name_of, lines))
    )
    weighed = _weighed(entries, until, most_work)
    parts = [*(("VTIMEZONE", lines) for lines in zones), *(("VEVENT", lines) for lines in weighed)]
    body = "".join("\n".join((f"BEGIN:{kind}", *lines, f"END:{kind}", "")) for kind, lines in parts)
    unread = frozenset(
        name for lines in every if not _is_clear(lines) for name in _values(lines, "UID")
    )
    return FilteredCalendar(
        f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//feed//EN\n{body}END:VCALENDAR\n",
        repeating,
        unread,
    )


def _unfolded(content: bytes) -> list[str]:
    if len(content) > LARGEST_FEED:
        raise FeedProblem(f"This calendar is larger than {LARGEST_FEED // 2**20} MB.")
    text = content.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n").lstrip()
    if not text[:15].upper().startswith("BEGIN:VCALENDAR"):
        raise FeedProblem("This is no calendar. Is the address the one of the .ics feed?")
    return [line[:LONGEST_LINE].rstrip() for line in FOLD.sub("", text).split("\n")]


def _check_order(lines: list[str]) -> None:
    """Refuse a calendar in which not all that begins also ends, in order: what is missing must not seem gone."""
    inside: list[str] = []
    for begins, ends in map(_border, lines):
        if begins:
            if len(inside) == DEEPEST or (begins in ASKED_FOR and not ASKED_FOR.isdisjoint(inside)):
                raise FeedProblem(DAMAGED)
            inside.append(begins)
        elif ends and (not inside or inside.pop() != ends):
            raise FeedProblem(DAMAGED)
    if inside:
        raise FeedProblem(CUT_SHORT)


def _border(line: str) -> tuple[str, str]:
    """Name what begins with a line, or what ends with it."""
    found = BORDER.fullmatch(line)
    if found is None:
        return "", ""
    name = found[2].upper()
    return (name, "") if found[1].upper() == "BEGIN" else ("", name)


def _blocks(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Find the entries and time zones; what is nested in an entry (an alarm) is left out, in a zone it is needed."""
    kind, inside, body, count = "", 0, list[str](), 0
    for line in lines:
        begins, ends = _border(line)
        if not kind:
            kind = begins if begins in ASKED_FOR else ""
            inside, body = 0, []
        elif ends and not inside:
            yield kind, body if kind == "VTIMEZONE" else _shown(body)
            kind, count = "", count + 1
        else:
            inside += bool(begins) - bool(ends)
            if kind == "VTIMEZONE" or (not inside and name_of(line) in KEPT):
                body.append(line)
        if count > MOST_ENTRIES:
            raise FeedProblem(f"This calendar holds more than {MOST_ENTRIES:,} entries.")


def _shown(body: list[str]) -> list[str]:
    """Leave out what stands there again in the same words, and words and guests beyond those that are shown."""
    once = dict.fromkeys(line for line in body if name_of(line) in ONCE)
    said = [
        line
        for name in SAID
        for line in islice((one for one in body if name_of(one) == name), MOST_GUESTS)
    ]
    return [*once, *said, *(line for line in body if name_of(line) not in {*ONCE, *SAID})]


def _is_clear(lines: list[str]) -> bool:
    """Whether an entry says when it is, and does not contradict itself."""
    once = [name for name in map(name_of, lines) if name in ONCE]
    return len(once) == len(set(once)) and any(
        name_of(line) == "DTSTART" and day_of(line) for line in lines
    )


def _matters(lines: list[str], from_: datetime, until: datetime) -> bool:
    """Say whether an entry can touch the span; with days to spare, as zones and lengths are not known yet."""
    days = [
        day for line in lines if name_of(line) in {"DTSTART", "DTEND"} and (day := day_of(line))
    ]
    if {*REPEATING, "DURATION"} & set(map(name_of, lines)):
        return True
    return min(days) <= (until + A_DAY).date() and max(days) >= (from_ - 2 * A_DAY).date()


def _weighed(entries: list[list[str]], until: datetime, most: float) -> list[list[str]]:
    if sum(map(dates_in, entries)) > MOST_DATES:
        raise FeedProblem(
            f"The repeating entries of this calendar name more than {MOST_DATES:,} dates."
        )
    made, work = [], 0.0
    for lines in entries:
        kept, more = bounded(lines, until, most - work)
        made.append(kept)
        work += more
        if more > most:
            which = tidy(_value(lines, "SUMMARY"), LONGEST_NAMED) or "without a title"
            raise FeedProblem(
                f"The times of the repeating entry “{which}” would take too long to work out."
            )
        if work > most:
            raise FeedProblem(
                "The repeating entries of this calendar would take too long to work out."
            )
    return made


def _check_zones(zones: list[list[str]]) -> None:
    for line in (line for lines in zones for line in lines if name_of(line) in {"RRULE", "EXRULE"}):
        if not IN_ZONES.fullmatch(line) or DAILY_TIMES.search(line):
            raise FeedProblem(DAMAGED)


def _value(lines: list[str], name: str) -> str:
    return next(iter(_values(lines, name)), "")


def _values(lines: list[str], name: str) -> list[str]:
    return [value_of(line) for line in lines if name_of(line) == name]
