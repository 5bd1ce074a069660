"""Words of a text that say a value. Days and times count only as the rules read them."""

import re
from collections.abc import Callable, Iterator
from datetime import date
from itertools import islice

import msgspec

from fullhouse.inbound.extraction.dates import days_in
from fullhouse.inbound.extraction.request_text import Passage
from fullhouse.inbound.extraction.service_names import service_in, staff_in
from fullhouse.inbound.extraction.text import cleaned, folded
from fullhouse.inbound.extraction.times import find_times
from fullhouse.inbound.extraction.vocabulary import MONTH, NUMBER_OF
from fullhouse.inbound.forms.guest_form import clean_address
from fullhouse.inbound.forms.phone import clean_phone, region_of_zone
from fullhouse.inbound.guest_import.csv_reader import ADDRESS
from fullhouse.kernel.patterns import regex
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

NOON = 12
MOST_PLACES = 50
NUMBER = regex(r"(?<![\w.,:/+#-])(\d{1,2})(?![\w:/%]|[.,]\d)", re.ASCII)
WORD = regex(r"[^\W\d_]+")
PHONE = regex(r"[+(]{0,2}\d[\d ()./\u00a0\u2011\u2013-]{5,28}\d", re.ASCII)
# Words that count one and are mostly articles.
ARTICLES = {name for name, value in NUMBER_OF.items() if value == 1} - {"one"}
UNITS = regex(
    r" ?(?:\$|\u20ac|\u00a3|(?:eur|euros?|usd|chf|gbp|min|minutes?|minuten|minutos|h|hours?"
    r"|stunden?|heures?|horas?|days?|tagen?|tage|jours?|dias?|weeks?|wochen?|semaines?|semanas?"
    r"|months?|monate?n?|mois|mes(?:es)?)(?!\w))"
)
OF_A_MONTH = regex(rf"\.? ?(?:of |de |d')?(?:{MONTH})(?!\w)")
BEHIND_A_MONTH = regex(rf"(?<!\w)(?:{MONTH})\.? ?$")
LONGEST_MONTH = 14

Place = tuple[int, int]


def is_in(value: str, field: str, passage: Passage, book: Rulebook) -> str | None:
    """Return the words of a passage that say a clean value; None if none do."""
    if field in NAMED:
        return NAMED[field](value, passage, book)
    if field not in FINDING:
        return None
    at = next(FINDING[field](value, passage, book), None)
    return passage.source.words_at(at) if at is not None else None


def _days(value: str, passage: Passage, book: Rulebook) -> Iterator[int]:
    """Find a day, or the first or last of a range, by the grammar of the rules."""
    wanted = date.fromisoformat(value)
    days = days_in(passage.source.small, passage.base)
    return (day.at for day in days if wanted in (day.first, day.last))


def _times(value: str, passage: Passage, book: Rulebook) -> Iterator[int]:
    """Find a time; one that may be in the morning or in the afternoon counts for both."""
    hour, minute = int(value[:2]), int(value[3:])
    for time in find_times(passage.source.small):
        hours = {time.hour}
        if time.plain and time.hour < NOON:
            hours.add(time.hour + NOON)
        if minute == time.minute and hour in hours:
            yield time.at


def _party(value: str, passage: Passage, book: Rulebook) -> Iterator[int]:
    """Find a number that is no part of a day, a time, a price or a phone number."""
    small = passage.source.small
    taken: list[Place] = [
        *((day.at, day.end) for day in days_in(small, passage.base)),
        *((time.at, time.end) for time in find_times(small)),
        *((found.start(), found.end()) for found in PHONE.finditer(small)),
    ]
    for at, end, number in _numbers(small):
        free = not any(start < end and at < stop for start, stop in taken)
        if number == int(value) and free and not _is_measured(small, at, end):
            yield at


def _is_measured(small: str, at: int, end: int) -> bool:
    """Return True if a number counts money, time or the days of a month."""
    before = small[max(0, at - LONGEST_MONTH) : at]
    return any(
        (UNITS.match(small, end), OF_A_MONTH.match(small, end), BEHIND_A_MONTH.search(before))
    )


def _numbers(small: str) -> Iterator[tuple[int, int, int]]:
    for found in NUMBER.finditer(small):
        yield found.start(), found.end(), int(found[1])
    for found in WORD.finditer(small):
        if found[0] in NUMBER_OF and found[0] not in ARTICLES:
            yield found.start(), found.end(), NUMBER_OF[found[0]]


def _phone(value: str, passage: Passage, book: Rulebook) -> Iterator[int]:
    region = region_of_zone(book.zone)
    for found in islice(PHONE.finditer(passage.source.text), MOST_PLACES):
        if cleaned(lambda raw: clean_phone(raw, region), found[0]) == value:
            yield found.start()


def _email(value: str, passage: Passage, book: Rulebook) -> Iterator[int]:
    for found in islice(ADDRESS.finditer(passage.source.text), MOST_PLACES):
        written = found[0].removeprefix("mailto:").strip(".,;:!?()[]*'<>")
        if cleaned(clean_address, written) == value:
            yield found.start()


def _name(value: str, passage: Passage, book: Rulebook) -> Iterator[int]:
    """Find a name as it is written, on one line."""
    words = r"[ \t]{1,3}".join(re.escape(folded(word)) for word in value.split())
    pattern = rf"(?<!\w){words}(?!\w)"
    return (found.start() for found in re.finditer(pattern, passage.source.small))


def _service(value: str, passage: Passage, book: Rulebook) -> str | None:
    """Find a service as the rules do: by its name, inflected or misspelt, or by other words."""
    only = tuple(service for service in book.services if service.name == value)
    found = service_in(passage.source, msgspec.structs.replace(book, services=only))
    return found.words if found is not None else None


def _staff(value: str, passage: Passage, book: Rulebook) -> str | None:
    """Find a staff member as the rules do."""
    found = staff_in(passage.source, msgspec.structs.replace(book, staff=(value,)))
    return found.words if found is not None else None


NAMED: dict[str, Callable[[str, Passage, Rulebook], str | None]] = {
    "service": _service,
    "staff": _staff,
}
FINDING: dict[str, Callable[[str, Passage, Rulebook], Iterator[int]]] = {
    "name": _name,
    "phone": _phone,
    "email": _email,
    "party": _party,
    "earliest": _days,
    "latest": _days,
    "date": _days,
    "time": _times,
}
