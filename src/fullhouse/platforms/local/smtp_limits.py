"""Limits of the SMTP listener per client address; trusted relays share only the total.

A relay brings the mail of many senders, so it is not counted as one of them.
"""

from collections import Counter

from fullhouse.engine.client_address import client_key, is_in
from fullhouse.engine.rate_limit import MAIL, MAIL_UNIT, UNIT_BYTES, InMemoryRateLimiter

CONNECTIONS = 5


class SmtpLimits:
    """Counts connections, mails and bytes of each client address, on the machine's own clock."""

    def __init__(self, relays: str = "") -> None:
        """Trust the relays in these networks, which are separated by commas."""
        self.is_relay = is_in(relays)
        self._limiter = InMemoryRateLimiter()
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
        return self.is_relay(host) or self._limiter.take(MAIL, client_key(host))

    def take_bytes(self, host: str, size: int) -> bool:
        """Count the bytes of a mail; return False if there were too many."""
        if self.is_relay(host):
            return True
        client = client_key(host)
        return all(self._limiter.take(MAIL_UNIT, client) for _ in range(size // UNIT_BYTES))
