"""The room of an event: how many seats each row has, and which of them are taken, held or open.

Only the number of seats decides where they are, so a picture changes only where something changed.
"""

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from itertools import accumulate, chain, repeat
from math import ceil, sqrt
from typing import Literal

import msgspec

from fullhouse.products.rsvp.model import Event

SeatState = Literal["taken", "mine", "held", "open"]


class Headcount(msgspec.Struct, frozen=True):
    """An event's seats by status, and the number of guests waiting."""

    cap: int
    confirmed: int = 0
    held: int = 0
    waiting: int = 0

    @classmethod
    def of(cls, event: Event) -> "Headcount":
        """Read an event's counters."""
        return cls(event.cap, event.confirmed, event.held, event.waiting)

    @property
    def seats(self) -> int:
        """Seats to draw; after the cap was lowered, more may be taken than there are."""
        return max(self.cap, self.confirmed + self.held)

    @property
    def open(self) -> int:
        """Seats that anyone may take."""
        return max(0, self.cap - self.confirmed - self.held)

    def in_proportion(self, most: int) -> "Headcount":
        """Return the seats to draw where there is room for so many: of a large room fewer."""
        if self.seats <= most:
            return Headcount(self.seats, self.confirmed, self.held)
        confirmed = most * self.confirmed // self.seats
        held = most * (self.confirmed + self.held) // self.seats - confirmed
        return Headcount(most, confirmed, held)


def spot_of(guest_id: str) -> int:
    """Return a number that is always the same for a guest, and spreads guests over a room."""
    return int.from_bytes(sha256(guest_id.encode()).digest()[:4], "big")


def row_lengths(seats: int) -> Iterator[int]:
    """Yield how many seats each row has, from the stage; each a little more than the one before."""
    rows = max(1, round(sqrt(seats / 1.7)))
    first = ceil((seats - rows * (rows - 1) / 2) / rows)
    missing = rows * first + rows * (rows - 1) // 2 - seats
    for row in range(rows):
        yield first + row - (row < missing)


def from_the_middle(length: int) -> list[int]:
    """Return the places of a row, from left to right, in the order in which they fill."""
    middle = (length - 1) / 2
    return sorted(range(length), key=lambda place: (abs(place - middle), place))


@lru_cache(maxsize=256)
def seats_in_rows(seats: int) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each row from left to right.

    They are counted row by row from the stage, each row from the middle outwards, as a real room
    fills.
    """
    rows, begin = [], 0
    for length in row_lengths(seats):
        filled = from_the_middle(length)
        rows.append(tuple(begin + filled.index(place) for place in range(length)))
        begin += length
    return tuple(rows)


def own_spots(seats: int, wanted: int, spot: int) -> tuple[int, ...]:
    """Return which seats are the reader's: neighbours, and the same at each visit.

    Others who come and go move nobody, and a party that grows or shrinks keeps its first seat.
    """
    rows = seats_in_rows(seats)
    in_order = [seat for row in rows for seat in row]
    ends = list(accumulate(map(len, rows)))
    wanted = min(wanted, seats)
    chair = spot % seats
    row = bisect_right(ends, chair)
    first = max(ends[row] - len(rows[row]), min(chair, ends[row] - wanted))
    first = min(first, seats - wanted)
    return tuple(in_order[first : first + wanted])


def seat_states(count: Headcount, mine: int = 0, spot: int = 0) -> tuple[SeatState, ...]:
    """Return the state of each seat; `mine` of the taken ones are the reader's."""
    mine = min(mine, count.confirmed)
    own = own_spots(count.seats, mine, spot)
    others: Iterator[SeatState] = chain(
        repeat("taken", count.confirmed - mine), repeat("held", count.held), repeat("open")
    )
    return tuple("mine" if seat in own else next(others) for seat in range(count.seats))
