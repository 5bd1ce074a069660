"""Search in a long guest list: filtered, in some order, and counted by state.

As in SQLite, only ASCII letters are compared without case. A search therefore looks for a few
spellings.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from string import ascii_lowercase, ascii_uppercase
from typing import Any, ClassVar

import msgspec

from fullhouse.kernel.records import Need
from fullhouse.products.rsvp.model import Guest

LONGEST_TEXT = 100
# Each order, with a key that sorts before everyone's.
SORTS: dict[str, str | int] = {"name": "", "joined": 1 << 60, "place": 0, "state": ""}
STATES = ("confirmed", "pending", "waitlisted", "cancelled")
NO_PLACE = 1 << 40  # sorts after everyone in the queue
EPOCH, MILLISECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(milliseconds=1)
SMALL = str.maketrans(ascii_uppercase, ascii_lowercase)
FIRST_INITIAL, LAST_INITIAL = 0x00C0, 0x017E


UNDIVIDED = dict(zip("ÆÐØÞßæðøþĐđĦħıĸŁłŒœŦŧ", "adotsadotddhhiklloott", strict=True))


def _plain(letter: str) -> str:
    first = UNDIVIDED.get(letter) or unicodedata.normalize("NFKD", letter)[0].lower()
    if first in ascii_lowercase:
        return first
    return letter


# The plain letter for each accented one that a name may begin with: Émile sorts with E.
INITIALS = "".join(_plain(chr(code)) for code in range(FIRST_INITIAL, LAST_INITIAL + 1))


def casefold_ascii(text: str) -> str:
    """Return a text with its ASCII letters in lower case."""
    return text.translate(SMALL)


def name_key(name: str) -> str:
    """Return the key by which names are sorted."""
    first = ord(name[0]) if name else 0
    if FIRST_INITIAL <= first <= LAST_INITIAL:
        return INITIALS[first - FIRST_INITIAL] + casefold_ascii(name[1:])
    return casefold_ascii(name)


def sort_key(sort: str, guest: Guest) -> str | int:
    """Return a guest's key in an order; guests with the same key are sorted by id."""
    if sort == "joined":
        return (guest.joined_at - EPOCH) // MILLISECOND
    if sort == "place":
        return guest.place or NO_PLACE
    if sort == "state":
        return f"{STATES.index(guest.state)}{name_key(guest.name)}"
    return name_key(guest.name)


class Filter(msgspec.Struct, frozen=True, kw_only=True):
    """A filter for guests of one event; empty fields match all. `case_variants` fills the text."""

    event_id: str
    text: str = ""
    titled: str = ""
    loud: str = ""
    source: str = ""
    reach: str = ""
    has_email: bool = False

    def takes(self, guest: Guest) -> bool:
        """Return True if the filter matches a guest."""
        if guest.event_id != self.event_id or self.source not in ("", guest.source):
            return False
        if self.reach not in ("", guest.reach) or (self.has_email and not guest.email):
            return False
        name, email = casefold_ascii(guest.name), casefold_ascii(guest.email)
        spellings = (self.text, self.titled, self.loud)
        return self.text in email or any(spelling in name for spelling in spellings)


class GuestTally(Filter, Need[tuple[tuple[str, int], ...]], frozen=True, kw_only=True):
    """The number of guests by state, sorted by its name; states without guests are left out."""

    query_name: ClassVar[str] = "GuestTally"


class GuestSearch(Filter, Need[tuple[Guest, ...]], frozen=True, kw_only=True):
    """Guests in an order after a cursor, which is the key and id of the last one seen."""

    query_name: ClassVar[str] = "GuestSearch"
    state: str = ""
    sort: str = "name"
    key: str | int = ""
    after: str = ""
    limit: int = 100

    @property
    def by_name(self) -> bool:
        """True if guests are sorted from A to Z."""
        return self.sort == "name"

    @property
    def by_joined(self) -> bool:
        """True if the latest guests come first."""
        return self.sort == "joined"

    @property
    def by_place(self) -> bool:
        """True if waiting guests come first, in the order of the queue."""
        return self.sort == "place"

    @property
    def by_state(self) -> bool:
        """True if guests are sorted by state, and from A to Z in each."""
        return self.sort == "state"


def case_variants(typed: str) -> dict[str, Any]:
    """Return the spellings to search for: lower case, title case and upper case."""
    text = unicodedata.normalize("NFC", " ".join(typed.split()))[:LONGEST_TEXT].lower()
    return {
        "text": text,
        "titled": casefold_ascii(text.title()),
        "loud": casefold_ascii(text.upper()),
    }


def after_cursor(search: GuestSearch, last: Guest) -> GuestSearch:
    """Return the search for the guests after this one."""
    return msgspec.structs.replace(search, key=sort_key(search.sort, last), after=last.id)


def search(guests: Iterable[Guest], need: GuestSearch) -> tuple[Guest, ...]:
    """Return the guests after the cursor."""
    last = (need.key, need.after)
    found = []
    for guest in guests:
        if not need.takes(guest) or need.state not in ("", guest.state):
            continue
        key = (sort_key(need.sort, guest), guest.id)
        is_after = key < last if need.by_joined else key > last
        if is_after:
            found.append((key, guest))
    found.sort(key=lambda pair: pair[0], reverse=need.by_joined)
    return tuple(guest for _, guest in found[: need.limit])


def tally(guests: Iterable[Guest], need: GuestTally) -> tuple[tuple[str, int], ...]:
    """Return the number of guests by state."""
    return tuple(sorted(Counter(guest.state for guest in guests if need.takes(guest)).items()))
