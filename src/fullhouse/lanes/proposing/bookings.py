"""Bookings in mails that staff forward or customers write: who, what, with whom and when, where it is plainly written.

What is not found stays empty; nothing is made up. A human decides.
"""

import re
from collections.abc import Iterator
from datetime import date, datetime

from fullhouse.kernel.proposals import Confidence, Proposed
from fullhouse.kernel.rulebook import Rulebook
from fullhouse.kernel.times import wall_time
from fullhouse.lanes.mail.reading import Reading
from fullhouse.lanes.proposing.found import line_at, phone_in, service_in, staff_in
from fullhouse.lanes.proposing.requests import days_in, email_of, made_day, name_of, request_in

NOON = 12
DOTTED = re.compile(r"(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)", re.ASCII)
# 14:30, 2:30 pm, 14h30; 2 pm; 14 Uhr, 14.30 Uhr; 14 h.
CLOCKS = (
    re.compile(r"(?<![\d:.,])(\d{1,2})[:h](\d\d)(?![\d:])\s?([ap]\.?m\b)?", re.ASCII | re.IGNORECASE),
    re.compile(r"(?<![\d:.,])(\d{1,2})()\s?([ap]\.?m\b)", re.ASCII | re.IGNORECASE),
    re.compile(r"(?<![\d:.,])(\d{1,2})(?:\.(\d\d))?()\s?Uhr\b", re.ASCII | re.IGNORECASE),
    re.compile(r"(?<![\d:.,])(\d{1,2})()()\s?h\b", re.ASCII),
)


def read_booking(reading: Reading, book: Rulebook, now: datetime, staff: frozenset[str]) -> tuple[Proposed, ...]:
    """Read what was booked, field by field; only what was found."""
    request = request_in(reading, staff)
    whole = f"{request.text}\n{reading.mail.subject}"
    today = wall_time(now, book.zone).date()
    found = [
        name_of(request),
        phone_in(request.text, book),
        email_of(request, reading.sender, staff),
        service_in(whole, book),
        staff_in(whole, book),
        _one("date", whole, [(at, day.isoformat()) for at, day in _days(whole, today)]),
        _one("time", whole, list(_clocks(whole))),
    ]
    return tuple(one for one in found if one is not None)


def _one(field: str, text: str, found: list[tuple[int, str]]) -> Proposed | None:
    """Take the only one that is written, however often it is; of several the first, as a guess."""
    several = sorted(found)
    if not several:
        return None
    sure: Confidence = "likely" if len({value for _, value in several}) == 1 else "guess"
    at, value = several[0]
    return Proposed(field, value, sure, line_at(text, at))


def _days(text: str, today: date) -> Iterator[tuple[int, date]]:
    yield from days_in(text, today)
    for found in DOTTED.finditer(text):
        day = made_day(int(found[3]), int(found[2]), int(found[1]))
        if day is not None and day >= today:
            yield found.start(), day


def _clocks(text: str) -> Iterator[tuple[int, str]]:
    for pattern in CLOCKS:
        for found in pattern.finditer(text):
            hour, minute = int(found[1]), int(found[2] or 0)
            half = (found[3] or "").replace(".", "").lower()
            if half and not 1 <= hour <= NOON:
                continue
            hour = hour % NOON + (NOON if half == "pm" else 0) if half else hour
            if hour < 24 and minute < 60:  # noqa: PLR2004 - as clocks have it
                yield found.start(), f"{hour:02d}:{minute:02d}"
