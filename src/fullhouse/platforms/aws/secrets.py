"""A cached secret, fetched again after a while because it may have changed."""

from collections.abc import Callable
from datetime import datetime, timedelta

LOOK_AGAIN_AFTER = timedelta(minutes=5)


class KeptSecret:
    """Caches a secret for a few minutes."""

    def __init__(self, fetch: Callable[[], str], now: Callable[[], datetime]) -> None:
        """Fetch the secret with this function."""
        self._fetch, self._now = fetch, now
        self._known = ""
        self._fetched_at: datetime | None = None

    def __call__(self) -> str:
        """Return the secret."""
        now = self._now()
        if self._fetched_at is None or now - self._fetched_at >= LOOK_AGAIN_AFTER:
            self._known, self._fetched_at = self._fetch().strip(), now
        return self._known
