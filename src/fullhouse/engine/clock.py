"""The machine's own clock and source of ids."""

import os
import time
from datetime import UTC, datetime
from itertools import product

ALPHABET = "23456789abcdefghijkmnpqrstuvwxyz"
RANDOM_BITS = 45
STEP_BITS = 32
# Ten bits of an id are two letters; a table is faster than two divisions.
PAIRS = ["".join(pair) for pair in product(ALPHABET, repeat=2)]
SHIFTS = range(60, -10, -10)


class SystemClock:
    """The machine's clock, except that it never runs backwards in one process."""

    def __init__(self) -> None:
        """Start now."""
        self._last = datetime.min.replace(tzinfo=UTC)

    def now(self) -> datetime:
        """Return the instant, to the millisecond."""
        now = datetime.now(UTC)
        self._last = max(self._last, now.replace(microsecond=now.microsecond // 1000 * 1000))
        return self._last


class RandomIds:
    """Makes ids of letters and digits that are hard to mistake for each other.

    An id begins with the time, so that records of one time are stored together, and ends in
    random bits, which nobody can guess. Ids made later in this process sort after earlier ones, so
    people who come at the same instant stay in their order.
    """

    def __init__(self) -> None:
        """Start with none."""
        self._last = 0

    def new(self) -> str:
        """Return a new id: 25 bits of the seconds, then 45 random bits.

        If that would not sort after the last id, it is a random step after the last id instead.
        """
        chance = int.from_bytes(os.urandom(8))
        bits = int(time.time()) << RANDOM_BITS | chance >> (64 - RANDOM_BITS)
        if bits <= self._last:
            bits = self._last + 1 + chance % (1 << STEP_BITS)
        self._last = bits
        return "".join([PAIRS[bits >> shift & 1023] for shift in SHIFTS])
