"""Limits of the SMTP listener per client address; trusted relays share only the total.

A relay brings the mail of many senders, so it is not counted as one of them.
"""

from collections import Counter
from datetime import UTC, datetime, timedelta

from fullhouse.engine.rate_limit import InMemoryRateLimiter, RateLimiter
from fullhouse.platforms.local.client_address import client_key, is_in

CONNECTIONS = 5
MAILS = 60
MAIL_EVERY = timedelta(seconds=10)
# Small mails are bounded by their number, large ones by their bytes as well.
UNIT = 100 * 1024
UNITS = 1000
UNIT_EVERY = timedelta(seconds=30)


class SmtpLimits:
    """Counts connections, mails and bytes of each client address, on the machine's own clock."""

    def __init__(self, relays: str = "") -> None:
        """Trust the relays in these networks, which are separated by commas."""
        self.is_relay = is_in(relays)
        self._mails: RateLimiter = InMemoryRateLimiter(MAILS, MAIL_EVERY)
        self._units: RateLimiter = InMemoryRateLimiter(UNITS, UNIT_EVERY)
        self._open: Counter[str] = Counter()

    def connect(self, host: str) -> bool:
        """Count a connection; return False if its client has too many."""
        client = client_key(host)
        if not self.is_relay(host) and self._open[client] >= CONNECTIONS:
            return False
        self._open[client] += 1
        return True

    def disconnect(self, host: str) -> None:
        """Forget a connection that was counted."""
        client = client_key(host)
        self._open[client] -= 1
        if self._open[client] <= 0:
            del self._open[client]

    def take_mail(self, host: str) -> bool:
        """Count a mail before its data is sent; return False if there were too many."""
        return self.is_relay(host) or self._mails.take(client_key(host), datetime.now(UTC))

    def take_bytes(self, host: str, size: int) -> bool:
        """Count the bytes of a mail; return False if there were too many."""
        if self.is_relay(host):
            return True
        client, now = client_key(host), datetime.now(UTC)
        return all(self._units.take(client, now) for _ in range(size // UNIT))
