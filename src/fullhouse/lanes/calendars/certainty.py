"""Whether a repeating rule is sure to come true again and again, or may never (the 30th of February).

The library follows a rule until it finds a time, if need be to the year 9999. What is not known to be sure here may
still be fine; it is only dearer.
"""

import re

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
    return _months(rule, every=every) and _weekdays(rule, every=every) and _days(rule, first_day, every=every)


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
    simple = rule["FREQ"] in {"MONTHLY", "YEARLY"} and ordinals and not any(ordinals) and "BYMONTHDAY" not in rule
    return bool(simple) and all(0 < abs(each) <= MOST_IN_A_MONTH for each in _numbers(rule["BYSETPOS"]))


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
    longest = max((LENGTHS.get(month, LONGEST_MONTH) for month in months), default=0) if every else ALWAYS
    return any(0 < abs(day) <= longest for day in days)


def _ordinal(day: str) -> int:
    found = ORDINAL.fullmatch(day)
    return int(found[1] or 0) if found and found[1] not in {"+", "-"} else 99


def _numbers(said: str) -> list[int]:
    return [int(each) for each in said.split(",") if re.fullmatch(r"[+-]?\d{1,3}", each, re.ASCII)]
