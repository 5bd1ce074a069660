"""What can be found in words that people wrote: a number, a service, a name of the staff; how sure it is, and where."""

import re
from collections.abc import Callable, Iterator

from fullhouse.kernel.proposals import Proposed
from fullhouse.kernel.rulebook import Rulebook, known_as
from fullhouse.lanes.form import Unfit
from fullhouse.lanes.phone import clean_phone, region_of_zone

LONGEST_WORDS = 160
MOST_NUMBERS = 50  # that look like a phone number and are none
WITH = r"(?:with|by|mit|bei|avec|chez|con)"


def phone_in(text: str, book: Rulebook) -> Proposed | None:
    """Find a number that takes calls, as people write them where the business is."""
    from phonenumbers import PhoneNumberMatcher

    region = region_of_zone(book.zone)
    for match in PhoneNumberMatcher(text, region or None, max_tries=MOST_NUMBERS):
        if number := cleaned(lambda raw: clean_phone(raw, region), match.raw_string):
            return Proposed("phone", number, "likely", line_at(text, match.start))
    return None


def service_in(text: str, book: Rulebook) -> Proposed | None:
    """Find the service that is named; of several the longest name, as a guess, unless it holds the others."""
    found = [(name, match) for name, match in _named(text, [one.name for one in book.services])]
    if not found:
        return None
    name, match = max(found, key=lambda one: len(one[0]))
    others = {other for other, _ in found if known_as(other) not in known_as(name)}
    return Proposed("service", name, "guess" if others else "sure", line_at(text, match.start()))


def staff_in(text: str, book: Rulebook) -> Proposed | None:
    """Find who of the staff is named; more likely meant if it is said that it is with them."""
    for name, match in _named(text, book.staff):
        asked = re.search(rf"\b{WITH}\s+$", text[: match.start()], re.IGNORECASE)
        return Proposed("staff", name, "likely" if asked else "guess", line_at(text, match.start()))
    return None


def _named(text: str, names: list[str] | tuple[str, ...]) -> Iterator[tuple[str, re.Match[str]]]:
    for name in names:
        words = r"\s+".join(map(re.escape, name.split()))
        if found := re.search(rf"(?<!\w){words}(?!\w)", text, re.IGNORECASE):
            yield name, found


def cleaned(clean: Callable[[str], str], text: str) -> str:
    """Clean a text; nothing if it is not fit."""
    try:
        return clean(text) if text else ""
    except Unfit:
        return ""


def line_at(text: str, at: int) -> str:
    """Return the line in which something stands, or the part of it around there."""
    start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
    line = text[start : end if end >= 0 else len(text)]
    behind = max(0, at - start - LONGEST_WORDS // 2)
    return short_words(line[behind:])


def short_words(text: str) -> str:
    """Put words on one line, as many as are shown."""
    plain = " ".join(text.split())
    return plain if len(plain) <= LONGEST_WORDS else f"{plain[: LONGEST_WORDS - 1]}…"
