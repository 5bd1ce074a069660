"""Limits of the SMTP listener per client address; trusted relays share only the total.

A relay brings the mail of many senders, so it is not counted as one of them.
"""

from collections import Counter

from fullhouse.engine.client_address import client_key, counted_as, is_in
from fullhouse.engine.rate_limit import (
    MAIL,
    MAIL_ROOM,
    MAIL_UNIT,
    UNIT_BYTES,
    InMemoryRateLimiter,
    take_as_client,
)

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
        counted = counted_as(host)
        if not self.is_relay(host) and any(
            self._open[client] >= CONNECTIONS * times for client, times in counted
        ):
            return False
        self._open.update(client for client, _ in counted)
        return True

    def disconnect(self, host: str) -> None:
        """Forget a connection that was counted."""
        for client, _ in counted_as(host):
            self._open[client] -= 1
            if self._open[client] <= 0:
                del self._open[client]

    def may_push_in(self, host: str) -> bool:
        """Count a connection that takes another's place; return False if there were too many."""
        return take_as_client(self._limiter, MAIL_ROOM, client_key(host))

    def take_mail(self, host: str) -> bool:
        """Count a mail before its data is sent; return False if there were too many."""
        return self.is_relay(host) or take_as_client(self._limiter, MAIL, client_key(host))

    def take_bytes(self, host: str, size: int) -> bool:
        """Count the bytes of a mail; return False if there were too many."""
        if self.is_relay(host):
            return True
        client = client_key(host)
        return all(
            take_as_client(self._limiter, MAIL_UNIT, client) for _ in range(size // UNIT_BYTES)
        )
