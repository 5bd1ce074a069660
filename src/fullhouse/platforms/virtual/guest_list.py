"""The orders of a long guest list, in memory."""

from collections import Counter
from collections.abc import Iterable

from fullhouse.products.rsvp.guest_list import GuestSearch, GuestTally, sort_key
from fullhouse.products.rsvp.model import Guest


def search(guests: Iterable[Guest], need: GuestSearch) -> tuple[Guest, ...]:
    """Answer with the guests who come behind the cursor."""
    found = [(_place(need, guest), guest) for guest in guests if need.takes(guest) and need.state in ("", guest.state)]
    last = (need.key, need.after)
    behind = [one for one in found if (one[0] < last if need.by_joined else one[0] > last)]
    ordered = sorted(behind, key=lambda one: one[0], reverse=need.by_joined)
    return tuple(guest for _, guest in ordered[: need.limit])


def _place(need: GuestSearch, guest: Guest) -> tuple[str | int, str]:
    return sort_key(need.sort, guest), guest.id


def tally(guests: Iterable[Guest], need: GuestTally) -> tuple[tuple[str, int], ...]:
    """Count those of each state."""
    return tuple(sorted(Counter(guest.state for guest in guests if need.takes(guest)).items()))
