"""What a host may ask of a long guest list: a part of it in some order, and how many there are of each state.

Letters are small or large as SQLite has it, for plain ones only; a search therefore looks for a few spellings.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from string import ascii_lowercase, ascii_uppercase
from typing import ClassVar

import msgspec

from fullhouse.kernel.records import Need
from fullhouse.products.rsvp.model import Guest

LONGEST_TEXT = 100
# Each order, with a key that stands ahead of everyone's.
SORTS: dict[str, str | int] = {"name": "", "joined": 1 << 60, "place": 0, "state": ""}
STATES = ("confirmed", "pending", "waitlisted", "cancelled")
NO_PLACE = 1 << 40  # behind everyone who stands in line
EPOCH, MILLISECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(milliseconds=1)
SMALL = str.maketrans(ascii_uppercase, ascii_lowercase)
FIRST_INITIAL, LAST_INITIAL = 0x00C0, 0x017E


UNDIVIDED = dict(zip("ÆÐØÞßæðøþĐđĦħıĸŁłŒœŦŧ", "adotsadotddhhiklloott", strict=True))


def _plain(letter: str) -> str:
    first = UNDIVIDED.get(letter) or unicodedata.normalize("NFKD", letter)[0].lower()
    return first if first in ascii_lowercase else letter


# The plain letter for each accented one that a name may begin with: Émile stands among the E's, not after Z.
INITIALS = "".join(_plain(chr(code)) for code in range(FIRST_INITIAL, LAST_INITIAL + 1))


def casefold_ascii(text: str) -> str:
    """Make the plain letters small."""
    return text.translate(SMALL)


def name_key(name: str) -> str:
    """Say where a name stands from A to Z."""
    first = ord(name[0]) if name else 0
    if FIRST_INITIAL <= first <= LAST_INITIAL:
        return INITIALS[first - FIRST_INITIAL] + casefold_ascii(name[1:])
    return casefold_ascii(name)


def sort_key(sort: str, guest: Guest) -> str | int:
    """Say where a guest stands in an order; guests who stand at the same place come by id."""
    if sort == "joined":
        return (guest.joined_at - EPOCH) // MILLISECOND
    if sort == "place":
        return guest.place or NO_PLACE
    if sort == "state":
        return f"{STATES.index(guest.state)}{name_key(guest.name)}"
    return name_key(guest.name)


class Filter(msgspec.Struct, frozen=True, kw_only=True):
    """Which guests of an event are meant; what is empty asks for nothing. A search is given in three spellings."""

    event_id: str
    text: str = ""
    titled: str = ""
    loud: str = ""
    source: str = ""
    reach: str = ""

    def takes(self, guest: Guest) -> bool:
        """Whether a guest is meant."""
        if guest.event_id != self.event_id or self.source not in ("", guest.source):
            return False
        if self.reach not in ("", guest.reach):
            return False
        name, email = casefold_ascii(guest.name), casefold_ascii(guest.email)
        return self.text in email or any(one in name for one in (self.text, self.titled, self.loud))


class GuestTally(Filter, Need[tuple[tuple[str, int], ...]], frozen=True, kw_only=True):
    """How many guests there are of each state, by the state's name; a state that nobody is in is left out."""

    query_name: ClassVar[str] = "GuestTally"


class GuestSearch(Filter, Need[tuple[Guest, ...]], frozen=True, kw_only=True):
    """Guests in an order, those behind a cursor: the key and id of the last one seen, or where the order starts."""

    query_name: ClassVar[str] = "GuestSearch"
    state: str = ""
    sort: str = "name"
    key: str | int = ""
    after: str = ""
    limit: int = 100

    @property
    def by_name(self) -> bool:
        """Whether they come from A to Z."""
        return self.sort == "name"

    @property
    def by_joined(self) -> bool:
        """Whether the latest come first."""
        return self.sort == "joined"

    @property
    def by_place(self) -> bool:
        """Whether those in line come first, in their order."""
        return self.sort == "place"

    @property
    def by_state(self) -> bool:
        """Whether they come by state, and from A to Z in each."""
        return self.sort == "state"


def case_variants(typed: str) -> dict[str, str]:
    """Spell what was searched for as names are written: small, with capitals, and all in capitals."""
    text = unicodedata.normalize("NFC", " ".join(typed.split()))[:LONGEST_TEXT].lower()
    return {
        "text": text,
        "titled": casefold_ascii(text.title()),
        "loud": casefold_ascii(text.upper()),
    }


def after_cursor(search: GuestSearch, last: Guest) -> GuestSearch:
    """Ask for those who come after this guest."""
    return msgspec.structs.replace(search, key=sort_key(search.sort, last), after=last.id)


def search(guests: Iterable[Guest], need: GuestSearch) -> tuple[Guest, ...]:
    """Answer with the guests who come behind the cursor."""
    meant = (guest for guest in guests if need.takes(guest) and need.state in ("", guest.state))
    found = [((sort_key(need.sort, guest), guest.id), guest) for guest in meant]
    last = (need.key, need.after)
    rest = [one for one in found if (one[0] < last if need.by_joined else one[0] > last)]
    ordered = sorted(rest, key=lambda one: one[0], reverse=need.by_joined)
    return tuple(guest for _, guest in ordered[: need.limit])


def tally(guests: Iterable[Guest], need: GuestTally) -> tuple[tuple[str, int], ...]:
    """Count those of each state."""
    return tuple(sorted(Counter(guest.state for guest in guests if need.takes(guest)).items()))
