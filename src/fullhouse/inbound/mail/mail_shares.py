"""The mails of an hour, shared among those who bring them.

A client may have a tenth of what is left, so that the first many never use up everything: whoever
comes later finds room, too. A part is reserved for people who answer our messages and for mail that
a mail server of ours brings; there the client is the domain of the sender.
"""

import hashlib
from collections import Counter
from datetime import datetime, timedelta
from typing import Protocol

from fullhouse.engine.client_address import counted_as
from fullhouse.inbound.mail.mail_client import client_of
from fullhouse.inbound.mail.sender_check import Envelope

MOST_AN_HOUR = 3000
RESERVED = 1000
PART = 10
MOST_OF_A_PERSON = 20
HOUR = timedelta(hours=1)
ALL, STRANGERS, REFUSED = "all", "strangers", "refused"


class HourlyCounts(Protocol):
    """Counts by key that begin anew in each hour."""

    def add(self, key: str, number: int, now: datetime) -> int:
        """Add to the count of the current hour, and return it."""
        ...


class CountsInMemory:
    """Counts of one process."""

    def __init__(self) -> None:
        """Start with a full hour."""
        self._hour = 0
        self._counts: Counter[str] = Counter()

    def add(self, key: str, number: int, now: datetime) -> int:
        """Add to the count of the current hour, and return it."""
        if self._hour != hour_of(now):
            self._hour = hour_of(now)
            self._counts.clear()
        self._counts[key] += number
        return self._counts[key]


class MailShares:
    """Counts the mails of the current hour: of each client, of each person, and of all."""

    def __init__(self, counts: HourlyCounts) -> None:
        """Count with these."""
        self._counts = counts

    def take(self, brought: Envelope, now: datetime) -> bool:
        """Count a mail of a client; return False if it has had its share, or nothing is left."""
        if brought.is_trusted:
            return self._take(((f"domain {client_of(brought)}", 1),), (ALL,), now)
        return self._take(counted_as(brought.peer), (ALL, STRANGERS), now)

    def take_for_person(self, address: str, now: datetime) -> bool:
        """Count a mail that answers our message to this address; False if there were too many."""
        person = hashlib.sha256(address.encode()).hexdigest()[:16]
        return self._take(((f"person {person}", 1),), (ALL,), now, MOST_OF_A_PERSON)

    def is_first_refusal(self, now: datetime) -> bool:
        """Count a mail that had no share; return True for the first one of the hour."""
        return self._counts.add(REFUSED, 1, now) == 1

    def _take(
        self,
        clients: tuple[tuple[str, int], ...],
        totals: tuple[str, ...],
        now: datetime,
        most: int = MOST_AN_HOUR,
    ) -> bool:
        """Count a mail, unless a client has its part of what was left before this mail."""
        left = min(_limit(total) - self._counts.add(total, 1, now) + 1 for total in totals)
        had = [self._counts.add(client, 1, now) - 1 for client, _ in clients]
        shares = [times * min(most, _part(left)) for _, times in clients]
        if all(taken < share for taken, share in zip(had, shares, strict=True)):
            return True
        for key in (*totals, *(client for client, _ in clients)):
            self._counts.add(key, -1, now)
        return False


def hour_of(now: datetime) -> int:
    """Return the number of an hour."""
    return int(now.timestamp() // HOUR.total_seconds())


def _limit(total: str) -> int:
    return MOST_AN_HOUR - RESERVED if total == STRANGERS else MOST_AN_HOUR


def _part(left: int) -> int:
    """Return a tenth of what is left, rounded up."""
    return max(0, -(-left // PART))
