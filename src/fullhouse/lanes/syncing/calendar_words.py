"""What an entry in the calendar means: a booking or an opening, of which service, with whom, for how many."""

import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import lru_cache

from fullhouse.kernel.rulebook import Rulebook, normalized_name
from fullhouse.lanes.calendars.occurrence import Occurrence
from fullhouse.products.waitlist.bookings import SeenBooking
from fullhouse.products.waitlist.model import LARGEST_PARTY

OPEN = frozenset({"open", "opening", "free", "frei", "offen", "libre", "disponible"})
FIRST_WORD = re.compile(r"\W*(\w+)")
WITH = re.compile(r"(?:\b(?:with|mit|bei|avec|chez|con)|[-\u2013\u2014|@/])\s+([^\W\d_][\w'.-]*)", re.IGNORECASE)
FOR_SO_MANY = re.compile(r"\b(?:for|für|pour|para)\s+(\d{1,2})\b", re.IGNORECASE)
# Longer ones are days off, holidays and trainings, not bookings.
LONGEST = timedelta(hours=16)


def meant(occurrence: Occurrence, book: Rulebook) -> SeenBooking | None:
    """Read one time; None if it was cancelled, names no service of the rules, or lasts all day."""
    summary = normalized_name(occurrence.summary)
    service = _named(summary, tuple(one.name for one in book.services))
    lasts = occurrence.ends_at - occurrence.starts_at
    if occurrence.cancelled or not service or lasts > LONGEST:
        return None
    rest = summary.replace(normalized_name(service), " ", 1)
    return SeenBooking(
        uid=occurrence.uid,
        starts_at=to_the_minute(occurrence.starts_at),
        service=service,
        staff=_staff(rest, occurrence.summary, book),
        party=_party(rest),
        kind="opening" if _is_open(occurrence) else "booking",
    )


def to_the_minute(moment: datetime) -> datetime:
    """Slots begin at full minutes."""
    return moment.replace(second=0, microsecond=0)


def _is_open(occurrence: Occurrence) -> bool:
    first = FIRST_WORD.match(occurrence.summary)
    return bool(OPEN & set(occurrence.tags)) or (first is not None and first[1].casefold() in OPEN)


def _named(text: str, names: Iterable[str]) -> str:
    """Find the longest of some names in a text, as words of their own."""
    found = [name for name in names if _pattern(normalized_name(name)).search(text)]
    return max(found, key=len, default="")


@lru_cache(512)
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")


def _staff(rest: str, summary: str, book: Rulebook) -> str:
    """Take whom the rules know; where they name nobody, whoever stands behind "with" or a dash."""
    if book.staff:
        return _named(rest, book.staff)
    found = WITH.search(summary)
    return found[1] if found is not None and normalized_name(found[1]) in rest else ""


def _party(rest: str) -> int:
    found = FOR_SO_MANY.search(rest)
    return min(max(int(found[1]), 1), LARGEST_PARTY) if found is not None else 1
