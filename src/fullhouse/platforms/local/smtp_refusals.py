"""Mails that were refused: the first of its kind is shown on the desk, more of them are counted."""

import logging
from datetime import datetime, timedelta

log = logging.getLogger(__name__)
HOUR = timedelta(hours=1)


class Refusals:
    """Combines what one client is refused within an hour, so that refusing costs nothing."""

    def __init__(self) -> None:
        """Start with nothing refused."""
        self._hour = 0
        self._shown: set[tuple[str, str, str]] = set()
        self._combined = 0

    def is_shown(self, client: str, address: str, reason: str, now: datetime) -> bool:
        """Return True if a mail like this one is on the desk for this hour already; count it."""
        self._renew(now)
        if (client, address, reason) not in self._shown:
            return False
        self._combined += 1
        return True

    def show(self, client: str, address: str, reason: str) -> None:
        """Remember that a mail of this kind is on the desk now."""
        self._shown.add((client, address, reason))

    def _renew(self, now: datetime) -> None:
        """Log how many were combined, and start again, in a new hour."""
        hour = int(now.timestamp() // HOUR.total_seconds())
        if hour == self._hour:
            return
        if self._combined:
            log.info("refused mails were combined", extra={"facts": {"number": self._combined}})
        self._hour, self._combined = hour, 0
        self._shown.clear()
