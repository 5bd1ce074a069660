"""The machine's own clock and source of ids."""

import os
import time
from datetime import UTC, datetime
from itertools import product

ALPHABET = "23456789abcdefghijkmnpqrstuvwxyz"
NANOSECONDS = 1_000_000  # in a millisecond
RANDOM_BITS = 45
STEP_BITS = 32
CHANCES_AT_ONCE = 256
# Ten bits of an id are two letters; a table is faster than two divisions.
PAIRS = ["".join(pair) for pair in product(ALPHABET, repeat=2)]


class SystemClock:
    """The machine's clock, except that it never runs backwards in one process."""

    def __init__(self) -> None:
        """Start now."""
        self._milliseconds = 0
        self._last = datetime.min.replace(tzinfo=UTC)

    def now(self) -> datetime:
        """Return the instant, to the millisecond."""
        milliseconds = time.time_ns() // NANOSECONDS
        if milliseconds > self._milliseconds:
            self._milliseconds = milliseconds
            self._last = datetime.fromtimestamp(milliseconds / 1000, UTC)
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
        self._chances: list[int] = []

    def new(self) -> str:
        """Return a new id: 25 bits of the seconds, then 45 random bits.

        If that would not sort after the last id, it is a random step after the last id instead.
        """
        chance = self._chance()
        bits = int(time.time()) << RANDOM_BITS | chance >> (64 - RANDOM_BITS)
        if bits <= self._last:
            bits = self._last + 1 + chance % (1 << STEP_BITS)
        self._last = bits
        first = PAIRS[bits >> 60 & 1023] + PAIRS[bits >> 50 & 1023] + PAIRS[bits >> 40 & 1023]
        last = PAIRS[bits >> 20 & 1023] + PAIRS[bits >> 10 & 1023] + PAIRS[bits & 1023]
        return first + PAIRS[bits >> 30 & 1023] + last

    def _chance(self) -> int:
        """Return 64 random bits. The system is asked for many at once: each call costs time."""
        if not self._chances:
            self._chances = memoryview(os.urandom(8 * CHANCES_AT_ONCE)).cast("Q").tolist()
        return self._chances.pop()
