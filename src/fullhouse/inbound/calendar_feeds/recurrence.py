"""Repeating entries, made harmless: no rule counts past the span that is asked for, and all are weighed beforehand."""

import re
from datetime import date, datetime, timedelta
from itertools import islice

from fullhouse.inbound.calendar_feeds.occurrence import FeedProblem

ORDINAL = re.compile(r"([+-]?\d{0,2})(?:MO|TU|WE|TH|FR|SA|SU)", re.ASCII)
RARE = {"BYYEARDAY", "BYWEEKNO", "BYEASTER"}
ALWAYS, LEAP = 28, 29
LENGTHS = {2: LEAP, 4: 30, 6: 30, 9: 30, 11: 30}
LONGEST_MONTH = 31
MOST_IN_A_MONTH, MOST_IN_A_YEAR = 4, 52  # of one weekday, each time


def recurs_reliably(rule: dict[str, str], first_day: int) -> bool:
    """Say whether a rule is sure to find times; `first_day` is the day of the month that it starts on."""
    every = int(rule.get("INTERVAL", "1")) == 1
    if RARE & set(rule):
        return False
    return (
        _months(rule, every=every)
        and _weekdays(rule, every=every)
        and _days(rule, first_day, every=every)
    )


def _months(rule: dict[str, str], *, every: bool) -> bool:
    return every or "BYMONTH" not in rule or rule["FREQ"] in {"WEEKLY", "YEARLY"}


def _weekdays(rule: dict[str, str], *, every: bool) -> bool:
    ordinals = [_ordinal(day) for day in rule["BYDAY"].split(",")] if "BYDAY" in rule else []
    if "BYSETPOS" in rule:
        return _positions(rule, ordinals)
    if rule["FREQ"] in {"DAILY", "WEEKLY"}:
        return not any(ordinals) and (not ordinals or every or rule["FREQ"] == "WEEKLY")
    if any(ordinals) and (not all(ordinals) or "BYMONTHDAY" in rule):
        return False
    of_a_year = rule["FREQ"] == "YEARLY" and "BYMONTH" not in rule
    return all(abs(each) <= (MOST_IN_A_YEAR if of_a_year else MOST_IN_A_MONTH) for each in ordinals)


def _positions(rule: dict[str, str], ordinals: list[int]) -> bool:
    """The first or last of some weekdays of a month, as Outlook writes it."""
    simple = (
        rule["FREQ"] in {"MONTHLY", "YEARLY"}
        and ordinals
        and not any(ordinals)
        and "BYMONTHDAY" not in rule
    )
    return bool(simple) and all(
        0 < abs(each) <= MOST_IN_A_MONTH for each in _numbers(rule["BYSETPOS"])
    )


def _days(rule: dict[str, str], first_day: int, *, every: bool) -> bool:
    if "BYMONTHDAY" in rule:
        days = _numbers(rule["BYMONTHDAY"])
        if not every and rule["FREQ"] in {"DAILY", "WEEKLY"}:
            return False
        if "BYDAY" in rule and (not every or rule["FREQ"] == "WEEKLY"):
            return False
    elif "BYMONTH" in rule and "BYDAY" not in rule and rule["FREQ"] in {"MONTHLY", "YEARLY"}:
        days = [first_day]
    else:
        return True
    months = _numbers(rule["BYMONTH"]) if "BYMONTH" in rule else [1]
    longest = (
        max((LENGTHS.get(month, LONGEST_MONTH) for month in months), default=0) if every else ALWAYS
    )
    return any(0 < abs(day) <= longest for day in days)


def _ordinal(day: str) -> int:
    found = ORDINAL.fullmatch(day)
    return int(found[1] or 0) if found and found[1] not in {"+", "-"} else 99


def _numbers(said: str) -> list[int]:
    return [int(each) for each in said.split(",") if re.fullmatch(r"[+-]?\d{1,3}", each, re.ASCII)]


# What a day costs to count by each kind of rule, in parts of a daily one's.
WEIGHTS = {"DAILY": 1.0, "WEEKLY": 0.4, "MONTHLY": 0.13, "YEARLY": 0.06}
MOST_WORK = 700_000
MOST_DATES = 20_000
MOST_COUNT = 100_000
MOST_NAMED = 62  # days, hours, minutes or places that one part of a rule names
NAME = re.compile(r"[A-Za-z-]+")
DAY = re.compile(r"(\d{4})(\d{2})(\d{2})", re.ASCII)
PARTS = re.compile(r"[A-Z]+=[A-Z0-9,+-]+", re.ASCII)
EVERY = re.compile(r"[1-9]\d{0,3}", re.ASCII)
LATER = timedelta(days=2)
A_FEW_DAYS = 10
DAYS_OF_THE_CALENDAR = 8_000 * 366
NOT_UNDERSTOOD = "A repeating entry in this calendar cannot be understood."


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


def bounded(lines: list[str], until: datetime, most: float) -> tuple[list[str], float]:
    """Let an entry's rules end with the span, and say how much work they make; one of too much is left as it is."""
    starts = next((line for line in lines if name_of(line) == "DTSTART"), "")
    first = day_of(starts)
    made, work = [], 0.0
    for line in lines:
        if name_of(line) != "RRULE" or first is None:
            made.append(line)
            continue
        parts = _parts(value_of(line).upper())
        sure = recurs_reliably(parts, first.day)
        work += _work(parts, (until.date() - first).days, sure=sure)
        kept = _ended(parts, starts, until + LATER) if sure and work <= most else parts
        made.append("RRULE:" + ";".join(f"{name}={value}" for name, value in kept.items()))
    return made, work


def dates_in(lines: list[str]) -> int:
    """Count the dates that are named one by one."""
    return sum(line.count(",") + 1 for line in lines if name_of(line) in {"RDATE", "EXDATE"})


def _work(parts: dict[str, str], days: int, *, sure: bool) -> float:
    """Say what a rule costs: each day that is counted, in search of times, and each that is found, at each hour."""
    days, cost = max(0, days) + A_FEW_DAYS, WEIGHTS[parts["FREQ"]]
    work = cost * (days if sure else DAYS_OF_THE_CALENDAR) + max(0.0, _found(parts) - cost) * days
    for name in ("BYHOUR", "BYMINUTE", "BYSECOND", "BYSETPOS"):
        work *= max(1, _named(parts, name))
    return 2 * work if sure and "COUNT" in parts else work  # it is followed to its count beforehand


def _found(parts: dict[str, str]) -> float:
    """Say which part of all days a rule finds, rather more than less."""
    if parts["FREQ"] == "DAILY":
        found = 1.0
    elif parts["FREQ"] == "WEEKLY":
        found = _named(parts, "BYDAY") / 7
    elif {"BYYEARDAY", "BYWEEKNO"} & set(parts):
        found = 1.0
    else:
        weekdays = sum(
            1 if day[0] in "+-123456789" else 5 for day in parts.get("BYDAY", "").split(",") if day
        )
        of_a_month = (_named(parts, "BYMONTHDAY") or weekdays) / 28
        months = _named(parts, "BYMONTH") if parts["FREQ"] == "YEARLY" else 0
        found = of_a_month * (months or 12) / 12
    return min(1.0, found / int(parts.get("INTERVAL", "1")))


def _named(parts: dict[str, str], name: str) -> int:
    return parts[name].count(",") + 1 if name in parts else 0


def _ended(parts: dict[str, str], starts: str, end: datetime) -> dict[str, str]:
    """Let a rule that is sure to find times end with the span, unless it ends before."""
    others = {name: value for name, value in parts.items() if name != "COUNT"}
    if _ends_before(parts.get("UNTIL", ""), end) or (
        "COUNT" in parts and _comes_to(parts, starts, end)
    ):
        return parts if "COUNT" in parts and "UNTIL" not in parts else others
    return {**others, "UNTIL": _written(end, starts)}


def _parts(rule: str) -> dict[str, str]:
    pieces = [piece for piece in rule.split(";") if piece]
    if not all(PARTS.fullmatch(piece) and piece.count(",") < MOST_NAMED for piece in pieces):
        raise FeedProblem(NOT_UNDERSTOOD)
    parts = dict(piece.split("=", 1) for piece in pieces)
    if not EVERY.fullmatch(parts.get("INTERVAL", "1")):
        raise FeedProblem(NOT_UNDERSTOOD)
    if parts.get("FREQ") not in WEIGHTS:
        raise FeedProblem(
            "An entry in this calendar repeats more often than daily, by a rule that we don't follow."
        )
    return parts


def _ends_before(said: str, end: datetime) -> bool:
    found = DAY.match(said)
    return found is not None and "".join(found.groups()) < f"{end:%Y%m%d}"


def _comes_to(parts: dict[str, str], starts: str, end: datetime) -> bool:
    """Say whether a rule comes to its count before the end, by following it no further than that."""
    from dateutil.rrule import rrulestr  # type: ignore[import-untyped]

    count, first = parts["COUNT"], day_of(starts)
    if not count.isdecimal() or not 0 < int(count) <= MOST_COUNT or first is None:
        return False
    wanted = {**parts, "UNTIL": f"{end:%Y%m%dT%H%M%S}"}
    rule = ";".join(f"{name}={value}" for name, value in wanted.items() if name != "COUNT")
    begins = datetime(first.year, first.month, first.day, tzinfo=None)  # noqa: DTZ001 - wall time is meant
    try:
        return sum(1 for _ in islice(rrulestr(rule, dtstart=begins), int(count))) == int(count)
    except (ValueError, TypeError, LookupError) as error:
        raise FeedProblem(NOT_UNDERSTOOD) from error


def _written(end: datetime, starts: str) -> str:
    """Write the end as the entry's start is written: a day, a time in some zone, or a time in none."""
    value = value_of(starts)
    if "T" not in value.upper():
        return f"{end:%Y%m%d}"
    zoned = value.upper().endswith("Z") or "TZID" in starts.upper()
    return f"{end:%Y%m%dT%H%M%S}{'Z' if zoned else ''}"
