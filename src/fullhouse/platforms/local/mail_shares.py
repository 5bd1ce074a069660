"""The mails of an hour, shared among those who bring them.

A client may have a tenth of what is left, so that the first many never use up everything: whoever
comes later finds room, too. A part is reserved for relays and for people who answer our messages.
"""

from collections import Counter
from datetime import datetime, timedelta

from fullhouse.engine.client_address import counted_as

MOST_AN_HOUR = 3000
RESERVED = 1000
PART = 10
MOST_OF_A_PERSON = 20
HOUR = timedelta(hours=1)


class MailShares:
    """Counts the mails of the current hour: of each client, of each person, and of all."""

    def __init__(self) -> None:
        """Start with a full hour."""
        self._hour = 0
        self._left = 0
        self._left_for_strangers = 0
        self._taken: Counter[str] = Counter()

    def take(self, host: str, now: datetime, *, is_relay: bool) -> bool:
        """Count a mail of a client; return False if it has had its share, or nothing is left."""
        self._renew(now)
        if is_relay:
            return self._take()
        left = min(self._left, self._left_for_strangers)
        clients = counted_as(host)
        if any(self._taken[client] >= times * _part(left) for client, times in clients):
            return False
        self._taken.update(client for client, _ in clients)
        self._left_for_strangers -= 1
        return self._take()

    def take_for_person(self, address: str, now: datetime) -> bool:
        """Count a mail that answers our message to this address; False if there were too many."""
        self._renew(now)
        if self._taken[address] >= min(MOST_OF_A_PERSON, _part(self._left)):
            return False
        self._taken[address] += 1
        return self._take()

    def _take(self) -> bool:
        if self._left <= 0:
            return False
        self._left -= 1
        return True

    def _renew(self, now: datetime) -> None:
        """Start again in a new hour."""
        hour = int(now.timestamp() // HOUR.total_seconds())
        if hour == self._hour:
            return
        self._hour = hour
        self._left = MOST_AN_HOUR
        self._left_for_strangers = MOST_AN_HOUR - RESERVED
        self._taken.clear()


def _part(left: int) -> int:
    """Return a tenth of what is left, rounded up."""
    return max(0, -(-left // PART))
