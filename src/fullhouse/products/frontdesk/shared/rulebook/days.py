"""Times of day, weekdays and closed days in the rules: parsed and written back."""

import re
from datetime import date

from fullhouse.products.frontdesk.shared.rulebook.model import Closed, Hours
from fullhouse.products.frontdesk.shared.rulebook.values import FLAGS, NotUnderstood

QUOTED = 80
HOURS_OF_A_CLOCK, HOURS_OF_A_DAY, MINUTES_OF_AN_HOUR = 12, 24, 60
FIRST_YEAR, LAST_YEAR, LEAP_YEAR = 2000, 2100, 2000

CLOCK = r"(?P<hour>\d{1,2})(?:[:.](?P<minute>\d{2}))? ?(?P<half>am|pm)?(?![a-z0-9:])"
ONE_CLOCK = re.compile(CLOCK, FLAGS)
TOKEN = re.compile(
    rf"(?P<clock>{CLOCK})|(?P<word>[a-z]+)|(?P<to>-)|(?P<skip>[ ,;:&/.()]+)|(?P<other>.)", FLAGS
)
TO = ("to", "until", "till", "through")
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
SEVERAL_DAYS = {"daily": (0, 6), "weekdays": (0, 4), "weekend": (5, 6), "weekends": (5, 6)}
MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
SHORTEST_WORD = 3

ORDINAL = r"(\d{1,2})(?:st|nd|rd|th|\.)?"
ISO_DATE = re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})", FLAGS)
DAY_AND_MONTH = re.compile(rf"{ORDINAL} (?:of )?([a-z]{{3,9}})\.?(?: (\d{{4}}))?", FLAGS)
MONTH_AND_DAY = re.compile(rf"([a-z]{{3,9}})\.? {ORDINAL}(?: (\d{{4}}))?", FLAGS)
HOLIDAYS = re.compile(r"(?:(?:public|bank) )?holidays (?:of|in) ([a-z]{2})(-[a-z0-9]{1,3})?", FLAGS)
COUNTRIES = """
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS
    BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE
    EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM
    HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC
    LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
    NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW
    SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO
    TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
"""


def clock_time(text: str) -> str:
    """Parse a time of day and return it as "09:00"."""
    found = ONE_CLOCK.fullmatch(text)
    if found is None:
        raise NotUnderstood(f"{text[:QUOTED]!r} is not a time of day.")
    return _clock(found)


def _clock(found: re.Match[str]) -> str:
    hour = int(found["hour"])
    minute = int(found["minute"] or "0")
    half = (found["half"] or "").lower()
    if half and not 1 <= hour <= HOURS_OF_A_CLOCK:
        raise NotUnderstood(f"{found[0].strip()!r} is not a time of day.")
    if half:
        hour = hour % HOURS_OF_A_CLOCK + HOURS_OF_A_CLOCK * (half == "pm")
    if hour >= HOURS_OF_A_DAY or minute >= MINUTES_OF_AN_HOUR:
        raise NotUnderstood(f"{found[0].strip()!r} is not a time of day.")
    return f"{hour:02}:{minute:02}"


def weekly_hours(text: str) -> tuple[Hours, ...]:
    """Parse days with their times, such as "Mon-Fri 09:00-12:00, Sat closed".

    A closed day opens and closes at the same moment, so that contradicting lines are noticed.
    """
    found: list[Hours] = []
    days: list[int] = []
    has_times = True
    for kind, first, last in _ranges(_tokens(text)):
        if kind != "day":
            if not days:
                raise NotUnderstood("The days come first, then their times.")
            opens, closes = _span(kind, first, last)
            found += [Hours(day, opens, closes) for day in days]
            has_times = True
            continue
        if has_times:
            days = []
        days = _with_days(days, int(first), int(last))
        has_times = False
    if not days:
        raise NotUnderstood("No day is named.")
    if not has_times:
        raise NotUnderstood("There are days without times.")
    return tuple(found)


def _tokens(text: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for token in TOKEN.finditer(text):
        if token["clock"]:
            found.append(("clock", _clock(token)))
        elif token["to"]:
            found.append(("to", ""))
        elif token["word"]:
            found += _word(token["word"].lower())
        elif token["other"]:
            raise NotUnderstood(f"{token['other']!r} is neither a day nor a time.")
    return found


def _word(word: str) -> list[tuple[str, str]]:
    if word in ("and", "from"):
        return []
    if word in TO:
        return [("to", "")]
    if word == "closed":
        return [("closed", "")]
    if word in SEVERAL_DAYS:
        first, last = SEVERAL_DAYS[word]
        return [("day", str(first)), ("to", ""), ("day", str(last))]
    day = _named(word, DAYS)
    if day < 0:
        raise NotUnderstood(f"{word[:QUOTED]!r} is not a day of the week.")
    return [("day", str(day))]


def _named(word: str, names: tuple[str, ...]) -> int:
    """Return the index of the name that begins with the word, three letters or more; else -1."""
    for short in (word, word.removesuffix("s")):
        for number, name in enumerate(names):
            if len(short) >= SHORTEST_WORD and name.lower().startswith(short):
                return number
    return -1


def _ranges(tokens: list[tuple[str, str]]) -> list[tuple[str, str, str]]:
    found: list[tuple[str, str, str]] = []
    waiting = iter(tokens)
    for kind, value in waiting:
        if kind != "to":
            found.append((kind, value, value))
            continue
        next_kind, next_value = next(waiting, ("", ""))
        first_kind, first, last = found[-1] if found else ("", "", "")
        is_range = next_kind in ("day", "clock") and next_kind == first_kind and first == last
        if not is_range:
            raise NotUnderstood("I cannot see from when to when.")
        found[-1] = (first_kind, first, next_value)
    return found


def _with_days(days: list[int], first: int, last: int) -> list[int]:
    added = [(first + step) % len(DAYS) for step in range((last - first) % len(DAYS) + 1)]
    twice = next((day for day in added if day in days), None)
    if twice is not None:
        raise NotUnderstood(f"{DAYS[twice]} is named twice.")
    return [*days, *added]


def _span(kind: str, opens: str, closes: str) -> tuple[str, str]:
    if kind == "closed":
        return "00:00", "00:00"
    if opens >= closes:
        raise NotUnderstood(
            f"Opening comes before closing, so {opens}-{closes} cannot be; a night ends at 23:59."
        )
    return opens, closes


def weekly_words(hours: tuple[Hours, ...]) -> str:
    """Write opening hours as they are parsed; consecutive days with equal times share a range."""
    spans = [_day_words(hours, day) for day in range(len(DAYS))]
    runs: list[tuple[int, int]] = []
    for day, span in enumerate(spans):
        if runs and spans[runs[-1][1]] == span:
            runs[-1] = (runs[-1][0], day)
        else:
            runs.append((day, day))
    return ", ".join(f"{_run(first, last)} {spans[first]}" for first, last in runs if spans[first])


def _day_words(hours: tuple[Hours, ...], day: int) -> str:
    return " and ".join(f"{span.opens}-{span.closes}" for span in hours if span.day == day)


def _run(first: int, last: int) -> str:
    if first == last:
        return DAYS[first][:3]
    return f"{DAYS[first][:3]}-{DAYS[last][:3]}"


def closed_day(text: str) -> Closed:
    """Parse a day such as "24 Dec", "1 May 2027" or "2026-12-27"."""
    if found := ISO_DATE.fullmatch(text):
        return _day(found["day"], int(found["month"]), found["year"], text)
    if found := DAY_AND_MONTH.fullmatch(text):
        return _day(found[1], _named(found[2].lower(), MONTHS) + 1, found[3], text)
    if found := MONTH_AND_DAY.fullmatch(text):
        return _day(found[2], _named(found[1].lower(), MONTHS) + 1, found[3], text)
    raise NotUnderstood(f"{text[:QUOTED]!r} is not a day of the year.")


def _day(day: str, month: int, year: str | None, text: str) -> Closed:
    closed = Closed(month, int(day), int(year or 0))
    try:
        date(closed.year or LEAP_YEAR, month, closed.day)
    except ValueError as error:
        raise NotUnderstood(f"There is no {text}.") from error
    if year and not FIRST_YEAR <= closed.year <= LAST_YEAR:
        raise NotUnderstood(f"{year} is too far away.")
    return closed


def closed_words(closed: Closed) -> str:
    """Write a day of the year as it is parsed."""
    named = f"{closed.day} {MONTHS[closed.month - 1][:3]}"
    if not closed.year:
        return named
    return f"{named} {closed.year}"


def holidays_of(text: str) -> str:
    """Parse "public holidays of DE-BE" and return the place; empty for any other text."""
    found = HOLIDAYS.fullmatch(text)
    if found is None:
        return ""
    country = found[1].upper()
    if country not in COUNTRIES.split():
        raise NotUnderstood(f"There is no country {country}.")
    return country + (found[2] or "").upper()
