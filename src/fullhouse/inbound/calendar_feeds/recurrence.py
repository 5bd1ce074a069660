"""Repeating entries with limits: rules end with the span, and their work is estimated first."""

import re
from datetime import date, datetime, timedelta
from itertools import islice

from fullhouse.inbound.calendar_feeds.occurrence import FeedProblem
from fullhouse.kernel.patterns import regex

ORDINAL = regex(r"([+-]?\d{0,2})(?:MO|TU|WE|TH|FR|SA|SU)", re.ASCII)
NO_ORDINAL = 99  # larger than any ordinal that is sure to come
NUMBER = regex(r"[+-]?\d{1,3}", re.ASCII)
RARE = {"BYYEARDAY", "BYWEEKNO", "BYEASTER"}
ALWAYS, LEAP = 28, 29
LENGTHS = {2: LEAP, 4: 30, 6: 30, 9: 30, 11: 30}
LONGEST_MONTH = 31
# Every month has at least 4 of each weekday, every year at least 52.
MOST_IN_A_MONTH, MOST_IN_A_YEAR = 4, 52


def recurs_reliably(rule: dict[str, str], first_day: int) -> bool:
    """Return True if a rule is sure to find times; it starts on this day of the month."""
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
    ordinals: list[int] = []
    if "BYDAY" in rule:
        ordinals = [_ordinal(day) for day in rule["BYDAY"].split(",")]
    if "BYSETPOS" in rule:
        return _positions(rule, ordinals)
    if rule["FREQ"] == "WEEKLY":
        return not any(ordinals)
    if rule["FREQ"] == "DAILY":
        return not any(ordinals) and (not ordinals or every)
    return _ordinals(rule, ordinals)


def _ordinals(rule: dict[str, str], ordinals: list[int]) -> bool:
    """Return True if weekdays of a month or year, such as its second Monday, always exist."""
    if any(ordinals) and (not all(ordinals) or "BYMONTHDAY" in rule):
        return False
    most = MOST_IN_A_MONTH
    if rule["FREQ"] == "YEARLY" and "BYMONTH" not in rule:
        most = MOST_IN_A_YEAR
    return all(abs(ordinal) <= most for ordinal in ordinals)


def _positions(rule: dict[str, str], ordinals: list[int]) -> bool:
    """Return True for the first or last of some weekdays of a month, as Outlook writes it."""
    if rule["FREQ"] not in {"MONTHLY", "YEARLY"} or "BYMONTHDAY" in rule:
        return False
    if not ordinals or any(ordinals):
        return False
    return all(0 < abs(position) <= MOST_IN_A_MONTH for position in _numbers(rule["BYSETPOS"]))


def _days(rule: dict[str, str], first_day: int, *, every: bool) -> bool:
    """Return True if one of the named days of the month is sure to come."""
    if "BYMONTHDAY" in rule:
        days = _numbers(rule["BYMONTHDAY"])
        if not every and rule["FREQ"] in {"DAILY", "WEEKLY"}:
            return False
        if "BYDAY" in rule and (not every or rule["FREQ"] == "WEEKLY"):
            return False
    elif _keeps_first_day(rule):
        days = [first_day]
    else:
        return True
    longest = _longest_month(rule) if every else ALWAYS
    return any(0 < abs(day) <= longest for day in days)


def _keeps_first_day(rule: dict[str, str]) -> bool:
    """Return True if a rule names months but no day: it means the day that it starts on."""
    return "BYMONTH" in rule and "BYDAY" not in rule and rule["FREQ"] in {"MONTHLY", "YEARLY"}


def _longest_month(rule: dict[str, str]) -> int:
    """Return the length of the longest month that a rule names."""
    if "BYMONTH" not in rule:
        return LONGEST_MONTH
    months = _numbers(rule["BYMONTH"])
    return max((LENGTHS.get(month, LONGEST_MONTH) for month in months), default=0)


def _ordinal(day: str) -> int:
    found = ORDINAL.fullmatch(day)
    if found is None or found[1] in {"+", "-"}:
        return NO_ORDINAL
    return int(found[1] or 0)


def _numbers(text: str) -> list[int]:
    numbers = (part for part in text.split(",") if NUMBER.fullmatch(part))
    return [int(number) for number in numbers]


# Cost of counting one day by each kind of rule, relative to a daily one.
WEIGHTS = {"DAILY": 1.0, "WEEKLY": 0.4, "MONTHLY": 0.13, "YEARLY": 0.06}
MOST_WORK = 700_000
MOST_DATES = 20_000
MOST_COUNT = 100_000
MOST_NAMED = 62  # days, hours, minutes or places that one part of a rule names
NAME = regex(r"[A-Za-z-]+")
DAY = regex(r"(\d{4})(\d{2})(\d{2})", re.ASCII)
PARTS = regex(r"[A-Z]+=[A-Z0-9,+-]+", re.ASCII)
EVERY = regex(r"[1-9]\d{0,3}", re.ASCII)
LATER = timedelta(days=2)
A_FEW_DAYS = 10
DAYS_OF_THE_CALENDAR = 8_000 * 366
NOT_UNDERSTOOD = "A repeating entry in this calendar cannot be understood."


def name_of(line: str) -> str:
    """Return a property's name: DTSTART of `DTSTART;TZID=Europe/Berlin:20260601T090000`."""
    found = NAME.match(line)
    return found[0].upper() if found else ""


def value_of(line: str) -> str:
    """Return a property's value; its parameters may hold a colon in quotes."""
    bare = re.sub(r'"[^"]*"', "", line)
    return bare.partition(":")[2].strip()


def day_of(line: str) -> date | None:
    """Read the day of a date or a time; None if there is none."""
    found = DAY.match(value_of(line))
    if found is None:
        return None
    try:
        return date(int(found[1]), int(found[2]), int(found[3]))
    except ValueError:
        return None


def bounded(lines: list[str], until: datetime, most: float) -> tuple[list[str], float]:
    """Let an entry's rules end with the span, and return their work as well.

    A rule that makes too much work is left unchanged.
    """
    start = next((line for line in lines if name_of(line) == "DTSTART"), "")
    first = day_of(start)
    made, work = [], 0.0
    for line in lines:
        if name_of(line) != "RRULE" or first is None:
            made.append(line)
            continue
        parts = _parts(value_of(line).upper())
        sure = recurs_reliably(parts, first.day)
        work += _work(parts, (until.date() - first).days, sure=sure)
        if sure and work <= most:
            parts = _ended(parts, start, until + LATER)
        made.append("RRULE:" + _rule_text(parts))
    return made, work


def _rule_text(parts: dict[str, str]) -> str:
    return ";".join(f"{name}={value}" for name, value in parts.items())


def dates_in(lines: list[str]) -> int:
    """Count the dates that are named one by one."""
    return sum(line.count(",") + 1 for line in lines if name_of(line) in {"RDATE", "EXDATE"})


def _work(parts: dict[str, str], days: int, *, sure: bool) -> float:
    """Estimate the cost of a rule: days that are searched, and times that are found."""
    days, cost = max(0, days) + A_FEW_DAYS, WEIGHTS[parts["FREQ"]]
    searched = days if sure else DAYS_OF_THE_CALENDAR
    work = cost * searched + max(0.0, _found(parts) - cost) * days
    for name in ("BYHOUR", "BYMINUTE", "BYSECOND", "BYSETPOS"):
        work *= max(1, _named(parts, name))
    if sure and "COUNT" in parts:
        # Such a rule is followed to its count beforehand.
        return 2 * work
    return work


def _found(parts: dict[str, str]) -> float:
    """Estimate the share of all days that a rule finds, rather more than less."""
    if parts["FREQ"] == "DAILY":
        found = 1.0
    elif parts["FREQ"] == "WEEKLY":
        found = _named(parts, "BYDAY") / 7
    elif {"BYYEARDAY", "BYWEEKNO"} & set(parts):
        found = 1.0
    else:
        found = _found_by_month(parts)
    return min(1.0, found / int(parts.get("INTERVAL", "1")))


def _found_by_month(parts: dict[str, str]) -> float:
    weekdays = 0
    for day in parts.get("BYDAY", "").split(","):
        if day:
            # A weekday without an ordinal comes up to five times in a month.
            weekdays += 1 if day[0] in "+-123456789" else 5
    share = (_named(parts, "BYMONTHDAY") or weekdays) / 28
    months = _named(parts, "BYMONTH") if parts["FREQ"] == "YEARLY" else 0
    return share * (months or 12) / 12


def _named(parts: dict[str, str], name: str) -> int:
    return parts[name].count(",") + 1 if name in parts else 0


def _ended(parts: dict[str, str], start: str, end: datetime) -> dict[str, str]:
    """Let a rule that is sure to find times end with the span, unless it ends before."""
    has_count = "COUNT" in parts
    others = {name: value for name, value in parts.items() if name != "COUNT"}
    ends_before = _ends_before(parts.get("UNTIL", ""), end)
    if not ends_before and not (has_count and _comes_to(parts, start, end)):
        return {**others, "UNTIL": _written(end, start)}
    if has_count and "UNTIL" not in parts:
        return parts
    return others


def _parts(rule: str) -> dict[str, str]:
    pieces = [piece for piece in rule.split(";") if piece]
    if not all(PARTS.fullmatch(piece) and piece.count(",") < MOST_NAMED for piece in pieces):
        raise FeedProblem(NOT_UNDERSTOOD)
    parts = dict(piece.split("=", 1) for piece in pieces)
    if not EVERY.fullmatch(parts.get("INTERVAL", "1")):
        raise FeedProblem(NOT_UNDERSTOOD)
    if parts.get("FREQ") not in WEIGHTS:
        raise FeedProblem(
            "An entry in this calendar repeats more often than daily, "
            "by a rule that we don't follow."
        )
    return parts


def _ends_before(until: str, end: datetime) -> bool:
    found = DAY.match(until)
    return found is not None and "".join(found.groups()) < f"{end:%Y%m%d}"


def _comes_to(parts: dict[str, str], start: str, end: datetime) -> bool:
    """Return True if a rule reaches its count before the end; it is followed no further."""
    from dateutil.rrule import rrulestr  # type: ignore[import-untyped]  # no types

    count, first = parts["COUNT"], day_of(start)
    if not count.isdecimal() or not 0 < int(count) <= MOST_COUNT or first is None:
        return False
    wanted = {**parts, "UNTIL": f"{end:%Y%m%dT%H%M%S}"}
    del wanted["COUNT"]
    begins = datetime(first.year, first.month, first.day, tzinfo=None)  # noqa: DTZ001 - wall time
    try:
        times = islice(rrulestr(_rule_text(wanted), dtstart=begins), int(count))
        return sum(1 for _ in times) == int(count)
    except (ValueError, TypeError, LookupError) as error:
        raise FeedProblem(NOT_UNDERSTOOD) from error


def _written(end: datetime, start: str) -> str:
    """Write the end as the start is written: a day, a time in some zone, or a time in none."""
    value = value_of(start).upper()
    if "T" not in value:
        return f"{end:%Y%m%d}"
    if value.endswith("Z") or "TZID" in start.upper():
        return f"{end:%Y%m%dT%H%M%SZ}"
    return f"{end:%Y%m%dT%H%M%S}"
