"""Repeating entries, made harmless: no rule counts past the span that is asked for, and all of them are weighed first.

A rule that never comes true (the 30th of February) would otherwise be followed to the year 9999.
"""

import re
from datetime import date, datetime, timedelta
from itertools import islice

from fullhouse.lanes.calendars.occurrence import FeedProblem

# What a day costs to count by each kind of rule, in parts of a daily one's.
WEIGHTS = {"DAILY": 1.0, "WEEKLY": 0.4, "MONTHLY": 0.13, "YEARLY": 0.13}
MOST_WORK = 700_000
MOST_DATES = 20_000
MOST_COUNT = 100_000
NAME = re.compile(r"[A-Za-z-]+")
DAY = re.compile(r"(\d{4})(\d{2})(\d{2})", re.ASCII)
PARTS = re.compile(r"[A-Z]+=[A-Z0-9,+-]+", re.ASCII)
LATER = timedelta(days=2)


def name_of(line: str) -> str:
    """Name a property: DTSTART of `DTSTART;TZID=Europe/Berlin:20260601T090000`."""
    found = NAME.match(line)
    return found[0].upper() if found else ""


def value_of(line: str) -> str:
    """Return what stands behind a property's name and parameters; quoted parameters may hold a colon."""
    bare = re.sub(r'"[^"]*"', "", line)
    return bare.partition(":")[2].strip()


def day_of(line: str) -> date | None:
    """Read the day of a date or a time."""
    found = DAY.match(value_of(line))
    try:
        return date(int(found[1]), int(found[2]), int(found[3])) if found else None
    except ValueError:
        return None


def bounded(lines: list[str], until: datetime) -> tuple[list[str], float]:
    """Let an entry's rules end with the span, and say how much work they make."""
    starts = next((line for line in lines if name_of(line) == "DTSTART"), "")
    first = day_of(starts)
    made = [_bounded_rule(line, starts, until) if name_of(line) == "RRULE" else line for line in lines]
    rules = [value_of(line).upper() for line in made if name_of(line) == "RRULE"]
    days = max(0, (until.date() - first).days) if first else 0
    return made, sum(_work(rule, days) for rule in rules)


def dates_in(lines: list[str]) -> int:
    """Count the dates that are named one by one."""
    return sum(line.count(",") + 1 for line in lines if name_of(line) in {"RDATE", "EXDATE"})


def _work(rule: str, days: int) -> float:
    parts = dict(each.split("=", 1) for each in rule.split(";"))
    work = WEIGHTS[parts["FREQ"]] * (days + 366)
    for name in ("BYHOUR", "BYMINUTE", "BYSECOND"):
        work *= parts.get(name, "").count(",") + 1
    return work


def _bounded_rule(line: str, starts: str, until: datetime) -> str:
    parts = _parts(value_of(line).upper())
    end = until + LATER
    count = parts.pop("COUNT", "")
    if count and _comes_to(parts, count, starts, end):
        parts["COUNT"] = count
    elif not _ends_before(parts.get("UNTIL", ""), end):
        parts["UNTIL"] = _written(end, starts)
    return "RRULE:" + ";".join(f"{name}={value}" for name, value in parts.items())


def _parts(rule: str) -> dict[str, str]:
    pieces = [piece for piece in rule.split(";") if piece]
    if not all(PARTS.fullmatch(piece) for piece in pieces):
        raise FeedProblem("A repeating entry in this calendar cannot be understood.")
    parts = dict(piece.split("=", 1) for piece in pieces)
    if parts.get("FREQ") not in WEIGHTS:
        raise FeedProblem("An entry in this calendar repeats more often than daily, by a rule that we don't follow.")
    return parts


def _ends_before(said: str, end: datetime) -> bool:
    found = DAY.match(said)
    return found is not None and "".join(found.groups()) < f"{end:%Y%m%d}"


def _comes_to(parts: dict[str, str], count: str, starts: str, end: datetime) -> bool:
    """Say whether a rule comes to its count before the end, by following it no further than that."""
    from dateutil.rrule import rrulestr  # type: ignore[import-untyped]

    first = day_of(starts)
    if not count.isdecimal() or not 0 < int(count) <= MOST_COUNT or first is None:
        return False
    rule = ";".join(f"{name}={value}" for name, value in {**parts, "UNTIL": f"{end:%Y%m%dT%H%M%S}"}.items())
    try:
        found = rrulestr(rule, dtstart=datetime(first.year, first.month, first.day, tzinfo=None))  # noqa: DTZ001 - wall time
    except (ValueError, TypeError) as error:
        raise FeedProblem("A repeating entry in this calendar cannot be understood.") from error
    return sum(1 for _ in islice(found, int(count))) == int(count)


def _written(end: datetime, starts: str) -> str:
    """Write the end as the entry's start is written: a day, a time in some zone, or a time in none."""
    value = value_of(starts)
    if "T" not in value.upper():
        return f"{end:%Y%m%d}"
    zoned = value.upper().endswith("Z") or "TZID" in starts.upper()
    return f"{end:%Y%m%dT%H%M%S}{'Z' if zoned else ''}"
