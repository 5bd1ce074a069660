"""The machine's own clock and source of ids."""

import os
from datetime import UTC, datetime

ALPHABET = "23456789abcdefghijkmnpqrstuvwxyz"
SHIFTS = range(0, 60, 5)


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
    """Makes ids of letters and digits that are hard to mistake for each other."""

    def new(self) -> str:
        """Return a new id of 60 random bits."""
        bits = int.from_bytes(os.urandom(8))
        return "".join([ALPHABET[bits >> shift & 31] for shift in SHIFTS])
