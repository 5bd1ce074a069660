"""The machine's own clock and source of ids."""

import os
import time
from datetime import UTC, datetime

ALPHABET = "23456789abcdefghijkmnpqrstuvwxyz"
RANDOM_BITS = 45
STEP_BITS = 32
PAIRS = [first + second for first in ALPHABET for second in ALPHABET]
SHIFTS = range(60, -10, -10)


class SystemClock:
    """Tells the machine's time; never runs backwards while it is asked."""

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

    They begin with the time, so that what is stored together stands together, and end in what nobody can guess. Those
    made here later stand behind those made before: so people who came at the same instant stay in their order.
    """

    def __init__(self) -> None:
        """Start with none."""
        self._last = 0

    def new(self) -> str:
        """Return a new id: 25 bits of the seconds, 45 random bits; or a random step behind the one before."""
        chance = int.from_bytes(os.urandom(8))
        bits = int(time.time()) << RANDOM_BITS | chance >> (64 - RANDOM_BITS)
        if bits <= self._last:
            bits = self._last + 1 + chance % (1 << STEP_BITS)
        self._last = bits
        return "".join([PAIRS[bits >> shift & 1023] for shift in SHIFTS])
