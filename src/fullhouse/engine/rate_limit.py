"""Rate limits per client address, as token buckets that refill slowly."""

from collections import OrderedDict
from datetime import datetime, timedelta
from typing import Protocol

# Enough for a phone that is handed round at the front desk, or a shared address; not for a machine.
HOLDS = 20
FILLS_EVERY = timedelta(seconds=30)
MAX_BUCKETS = 10_000


class RateLimiter(Protocol):
    """Limits how often one client may ask."""

    def take(self, who: str, now: datetime) -> bool:
        """Take a token for a client; return False if there was none left."""
        ...


class InMemoryRateLimiter:
    """Buckets of one process. Only the latest clients are kept: the others are full again."""

    def __init__(
        self, holds: int = HOLDS, fills_every: timedelta = FILLS_EVERY, most: int = MAX_BUCKETS
    ) -> None:
        """Start with every bucket full."""
        self._holds, self._fills_every, self._most = holds, fills_every, most
        self._full_at: OrderedDict[str, datetime] = OrderedDict()

    def take(self, who: str, now: datetime) -> bool:
        """Take a token for a client; return False if there was none left."""
        # The time at which a bucket will be full again is all that has to be kept of it.
        full_at = max(self._full_at.pop(who, now), now)
        full_after = full_at + self._fills_every
        taken = full_after - now <= self._holds * self._fills_every
        self._full_at[who] = full_after if taken else full_at
        if len(self._full_at) > self._most:
            self._full_at.popitem(last=False)
        return taken
