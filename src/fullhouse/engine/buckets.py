"""How often one address may ask: a bucket of tokens each, which fills up again slowly."""

from collections import OrderedDict
from datetime import datetime, timedelta
from typing import Protocol

# Enough for a phone at the front desk that is handed round, and for many who share one address; not for a machine.
HOLDS = 20
FILLS_EVERY = timedelta(seconds=30)
MOST_BUCKETS = 10_000


class Buckets(Protocol):
    """Counts who asks how often."""

    def take(self, who: str, now: datetime) -> bool:
        """Take a token out of someone's bucket; say whether there was one."""
        ...


class MemoryBuckets:
    """Buckets of one process: a few thousand of those who came last, since whoever stays away has a full one anyway."""

    def __init__(self, holds: int = HOLDS, fills_every: timedelta = FILLS_EVERY, most: int = MOST_BUCKETS) -> None:
        """Start with every bucket full."""
        self._holds, self._fills_every, self._most = holds, fills_every, most
        self._full_at: OrderedDict[str, datetime] = OrderedDict()

    def take(self, who: str, now: datetime) -> bool:
        """Take a token out of someone's bucket; say whether there was one. All it knows is when it would be full."""
        full_at = max(self._full_at.pop(who, now), now) + self._fills_every
        taken = full_at - now <= self._holds * self._fills_every
        self._full_at[who] = full_at if taken else full_at - self._fills_every
        if len(self._full_at) > self._most:
            self._full_at.popitem(last=False)
        return taken
