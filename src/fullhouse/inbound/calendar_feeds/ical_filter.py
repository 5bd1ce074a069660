"""Filter for the text of a calendar file, before any library reads it.

One pass over its lines keeps only the entries that can matter.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from itertools import chain, islice
from math import inf

import msgspec

from fullhouse.inbound.calendar_feeds.occurrence import MOST_GUESTS, FeedProblem
from fullhouse.inbound.calendar_feeds.recurrence import (
    MOST_DATES,
    bounded,
    dates_in,
    day_of,
    name_of,
    value_of,
)
from fullhouse.kernel.patterns import regex

LARGEST_FEED = 5 * 1024 * 1024
MOST_ENTRIES, MOST_KEPT, MOST_ZONES = 50_000, 5_000, 200
LONGEST_LINE = 16 * 1024
DEEPEST = 20
FOLD = regex(r"\n[ \t]")
REPEATING = {"RRULE", "RDATE", "RECURRENCE-ID"}
SHOWN = {"SUMMARY", "DESCRIPTION", "ATTENDEE"}
# An entry that names one of these twice contradicts itself.
ONCE = {"UID", "DTSTART", "DTEND", "DURATION", "STATUS", "SEQUENCE", "RECURRENCE-ID"}
SORTED = ONCE | SHOWN
KEPT = {"EXDATE", *SORTED, *REPEATING}
BORDER = regex(r"(BEGIN|END):([A-Z0-9-]+)", re.IGNORECASE | re.ASCII)
ASKED_FOR = {"VEVENT", "VTIMEZONE"}
IN_ZONES = regex(
    r"RRULE(?:;[^:]*)?:(?:[A-Z]+=[A-Z0-9,+-]+;)*FREQ=YEARLY(?:;[A-Z]+=[A-Z0-9,+-]+)*\s*",
    re.IGNORECASE,
)
DAILY_TIMES = regex(r"BY(?:HOUR|MINUTE|SECOND)", re.IGNORECASE)
A_DAY = timedelta(days=1)
DAMAGED = "This calendar is damaged: it cannot be read."
CUT_SHORT = "This calendar was cut short on its way: its end is missing."


class FilteredCalendar(msgspec.Struct, frozen=True):
    """A small calendar with the entries that can matter.

    `repeating` names the entries that mean several times, `unread` those whose time is unknown.
    `left_out` are the unread ones with a rule that we don't follow; `titles` has those of all.
    """

    text: str
    repeating: frozenset[str]
    unread: frozenset[str]
    left_out: frozenset[str]
    titles: dict[str, str]


def needed(content: bytes, from_: datetime, until: datetime, most_work: float) -> FilteredCalendar:
    """Keep the entries that can touch the span, or raise `FeedProblem`."""
    text_lines = _unfolded(content)
    blocks = list(_blocks(text_lines))
    _check_order(text_lines)
    zones = _of_kind(blocks, "VTIMEZONE")
    events = _of_kind(blocks, "VEVENT")
    clear = [lines for lines in events if _is_clear(lines)]
    entries = [lines for lines in clear if _matters(lines, from_, until)]
    if len(entries) > MOST_KEPT or len(zones) > MOST_ZONES:
        raise FeedProblem(f"This calendar holds more than {MOST_KEPT:,} entries to come.")
    _check_zones(zones)
    weighed, left_out = _weighed(entries, until, most_work)
    text = _calendar_text(zones, weighed)
    titles = {_value(lines, "UID"): _value(lines, "SUMMARY") for lines in entries}
    names = _names(left_out)
    unread = _unread(events) | names
    return FilteredCalendar(text, _repeating(entries), unread, names, titles)


def _of_kind(blocks: list[tuple[str, list[str]]], wanted: str) -> list[list[str]]:
    return [lines for kind, lines in blocks if kind == wanted]


def _repeating(entries: list[list[str]]) -> frozenset[str]:
    """Return the names of the entries that mean several times."""
    found: set[str] = set()
    for lines in entries:
        if not REPEATING.isdisjoint(map(name_of, lines)):
            found.add(_value(lines, "UID"))
    return frozenset(found)


def _unread(events: list[list[str]]) -> frozenset[str]:
    """Return all names of the events that are not clear."""
    return _names(lines for lines in events if not _is_clear(lines))


def _names(events: Iterable[list[str]]) -> frozenset[str]:
    return frozenset(chain.from_iterable(_values(lines, "UID") for lines in events))


def _calendar_text(zones: list[list[str]], entries: list[list[str]]) -> str:
    """Write a calendar of these time zones and entries."""
    blocks = [_block_text("VTIMEZONE", lines) for lines in zones]
    blocks += [_block_text("VEVENT", lines) for lines in entries]
    body = "".join(blocks)
    return f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//feed//EN\n{body}END:VCALENDAR\n"


def _block_text(kind: str, lines: list[str]) -> str:
    return "\n".join((f"BEGIN:{kind}", *lines, f"END:{kind}", ""))


def _unfolded(content: bytes) -> list[str]:
    if len(content) > LARGEST_FEED:
        raise FeedProblem(f"This calendar is larger than {LARGEST_FEED // 2**20} MB.")
    text = content.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n").lstrip()
    if not text[:15].upper().startswith("BEGIN:VCALENDAR"):
        raise FeedProblem("This is no calendar. Is the address the one of the .ics feed?")
    return [line[:LONGEST_LINE].rstrip() for line in FOLD.sub("", text).split("\n")]


def _check_order(lines: list[str]) -> None:
    """Refuse a calendar in which not every block ends, in order.

    Otherwise entries that are missing would seem to be deleted.
    """
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
    """Return the name of the block that begins with a line, and of the one that ends with it."""
    found = BORDER.fullmatch(line)
    if found is None:
        return "", ""
    name = found[2].upper()
    return (name, "") if found[1].upper() == "BEGIN" else ("", name)


def _blocks(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Find the entries and time zones.

    Blocks nested in an entry (alarms) are left out; those nested in a time zone are needed.
    """
    kind, depth, body, count = "", 0, list[str](), 0
    for line in lines:
        begins, ends = _border(line)
        if not kind:
            if begins in ASKED_FOR:
                kind = begins
            depth, body = 0, []
        elif ends and not depth:
            yield kind, _shown(kind, body)
            kind = ""
            count += 1
        else:
            depth += bool(begins) - bool(ends)
            if kind == "VTIMEZONE" or _is_kept(line, depth):
                body.append(line)
        if count > MOST_ENTRIES:
            raise FeedProblem(f"This calendar holds more than {MOST_ENTRIES:,} entries.")


def _is_kept(line: str, depth: int) -> bool:
    return not depth and name_of(line) in KEPT


def _shown(kind: str, body: list[str]) -> list[str]:
    """Leave out repeated lines of an entry, and texts and guests beyond those that are shown."""
    if kind == "VTIMEZONE":
        return body
    named = [(name_of(line), line) for line in body]
    once = dict.fromkeys(line for name, line in named if name in ONCE)
    shown: list[str] = []
    for wanted in SHOWN:
        shown += islice((line for name, line in named if name == wanted), MOST_GUESTS)
    others = [line for name, line in named if name not in SORTED]
    return [*once, *shown, *others]


def _is_clear(lines: list[str]) -> bool:
    """Return True if an entry has a start and does not contradict itself."""
    once = [name for name in map(name_of, lines) if name in ONCE]
    if len(once) != len(set(once)):
        return False
    return any(name_of(line) == "DTSTART" and day_of(line) for line in lines)


def _matters(lines: list[str], from_: datetime, until: datetime) -> bool:
    """Return True if an entry can touch the span.

    There are days to spare, because zones and lengths are not known yet.
    """
    if {*REPEATING, "DURATION"} & set(map(name_of, lines)):
        return True
    limits = [day_of(line) for line in lines if name_of(line) in {"DTSTART", "DTEND"}]
    days = [day for day in limits if day is not None]
    return min(days) <= (until + A_DAY).date() and max(days) >= (from_ - 2 * A_DAY).date()


def _weighed(
    entries: list[list[str]], until: datetime, most: float
) -> tuple[list[list[str]], list[list[str]]]:
    """Return the entries with bounded rules, and those whose rule we don't follow.

    Anyone who can send an invitation can add an entry, so one that is bad spoils no other.
    """
    if sum(map(dates_in, entries)) > MOST_DATES:
        raise FeedProblem(
            f"The repeating entries of this calendar name more than {MOST_DATES:,} dates."
        )
    made, left_out, work = list[list[str]](), list[list[str]](), 0.0
    for lines in entries:
        kept, more = _bounded(lines, until, most - work)
        if more > most:
            left_out.append(lines)
            continue
        made.append(kept)
        work += more
        if work > most:
            raise FeedProblem(
                "The repeating entries of this calendar would take too long to work out."
            )
    return made, left_out


def _bounded(lines: list[str], until: datetime, most: float) -> tuple[list[str], float]:
    """Return an entry with bounded rules and their work; endless if we don't follow one."""
    try:
        return bounded(lines, until, most)
    except FeedProblem:
        return lines, inf


def _check_zones(zones: list[list[str]]) -> None:
    for line in chain.from_iterable(zones):
        if name_of(line) not in {"RRULE", "EXRULE"}:
            continue
        if not IN_ZONES.fullmatch(line) or DAILY_TIMES.search(line):
            raise FeedProblem(DAMAGED)


def _value(lines: list[str], name: str) -> str:
    return next(iter(_values(lines, name)), "")


def _values(lines: list[str], name: str) -> list[str]:
    return [value_of(line) for line in lines if name_of(line) == name]
