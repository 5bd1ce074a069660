"""Rate limits per client, as token buckets that refill slowly.

They run on the machine's own clock, also where the engine's clock is moved by hand.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from typing import Protocol

import msgspec

from fullhouse.engine.client_address import networks_around
from fullhouse.engine.latest_entries import LatestEntries

MAX_BUCKETS = 10_000
ROUNDING = 1e-6  # seconds


class Limit(msgspec.Struct, frozen=True):
    """A named limit: the size of each bucket, and how often one token is added to it."""

    name: str
    holds: int
    fills_every: timedelta

    @property
    def retry_after(self) -> str:
        """The seconds until the next token, for a Retry-After header."""
        return str(max(1, self.fills_every // timedelta(seconds=1)))


# Enough for a phone that is handed round, or a shared address; not for a machine. Beyond these,
# sign-ups and joins have to be confirmed by email.
SIGN_UP = Limit("sign_up", 20, timedelta(seconds=30))
JOIN = Limit("join", 20, timedelta(seconds=30))
# Bookings at the public page, whether they succeed or not.
BOOK = Limit("book", 20, timedelta(seconds=30))
# Requests that wait for their confirmation: each ends after a day, or when it is confirmed.
UNCONFIRMED = Limit("unconfirmed", 200, timedelta(days=1) / 200)
ALL_UNCONFIRMED = Limit("all_unconfirmed", 20_000, timedelta(days=1) / 20_000)
# Emails that anyone can trigger for someone else.
LINK_REQUEST = Limit("link_request", 20, timedelta(seconds=30))
ADDRESS_CHANGE = Limit("address_change", 5, timedelta(hours=1))
OWN_CHANGE = Limit("own_change", 20, timedelta(minutes=10))
# On the page that a sign-up leads to, which proves nothing about the address.
VISITOR_CHANGE = Limit("visitor_change", 10, timedelta(hours=1))
# Each time that a customer moves an appointment, the old time is offered to people who wait.
OWN_MOVE = Limit("own_move", 5, timedelta(hours=1))
SIGN_IN = Limit("sign_in", 20, timedelta(seconds=30))
# Failed guesses. Whoever has the right link, token or signature is not limited.
BAD_LINK = Limit("bad_link", 60, timedelta(seconds=5))
BAD_TOKEN = Limit("bad_token", 60, timedelta(seconds=5))
BAD_SIGNATURE = Limit("bad_signature", 60, timedelta(seconds=5))
# What one person does at the door, on all their devices. They may have been offline while a
# thousand guests came, and then send it all at once.
DOOR_ACTION = Limit("door_action", 3000, timedelta(seconds=1))
DOOR_LIST = Limit("door_list", 10, timedelta(seconds=5))
# Mails of one SMTP client. Small ones are bounded by their number, large ones also by their bytes.
MAIL = Limit("mail", 60, timedelta(seconds=10))
# Connections of one SMTP client that took the place of others in a crowd.
MAIL_ROOM = Limit("mail_room", 10, timedelta(seconds=6))
# Answers of one event to mails whose senders may be forged, and a fifth of them for one client.
UNPROVEN_MAIL = Limit("unproven_mail", 50, timedelta(minutes=5))
UNPROVEN_MAIL_OF_CLIENT = Limit("unproven_mail_of_client", 10, timedelta(minutes=25))
MAIL_UNIT = Limit("mail_unit", 1000, timedelta(seconds=30))
UNIT_BYTES = 100 * 1024


class RateLimiter(Protocol):
    """Limits how often one client may do something."""

    def take(self, limit: Limit, client: str) -> bool:
        """Take a token of a client; return False if there was none left."""
        ...

    def give_back(self, limit: Limit, client: str) -> None:
        """Return a token that a client has taken."""
        ...


def take_as_client(limiter: RateLimiter, limit: Limit, client: str) -> bool:
    """Take a token of a client, and one of each larger network that it is counted in."""
    return take_all(limiter, ((limit, client), *larger_limits(limit, client)))


def take_all(limiter: RateLimiter, tokens: Iterable[tuple[Limit, str]]) -> bool:
    """Take a token of each limit; if one of them has none left, take none."""
    taken: list[tuple[Limit, str]] = []
    for limit, client in tokens:
        if not limiter.take(limit, client):
            for before, of in taken:
                limiter.give_back(before, of)
            return False
        taken.append((limit, client))
    return True


def larger_limits(limit: Limit, client: str) -> Iterator[tuple[Limit, str]]:
    """Yield the limits of the larger networks that a client is counted in."""
    for network, times in networks_around(client):
        yield Limit(limit.name, limit.holds * times, limit.fills_every / times), network


class InMemoryRateLimiter:
    """Buckets of one process. Only the latest clients are kept: the others are full again."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, max_buckets: int = MAX_BUCKETS
    ) -> None:
        """Start with every bucket full; `clock` counts seconds."""
        self._clock = clock
        # The time at which a bucket will be full again is all that has to be kept of it.
        self._full_at = defaultdict[str, LatestEntries[float]](lambda: LatestEntries(max_buckets))

    def take(self, limit: Limit, client: str) -> bool:
        """Take a token of a client; return False if there was none left."""
        buckets, now = self._full_at[limit.name], self._clock()
        full_at = max(buckets.get(client) or now, now)
        fills_every = limit.fills_every.total_seconds()
        full_after = full_at + fills_every
        taken = full_after - now <= limit.holds * fills_every + ROUNDING
        buckets.put(client, full_after if taken else full_at)
        return taken

    def give_back(self, limit: Limit, client: str) -> None:
        """Return a token that a client has taken."""
        buckets = self._full_at[limit.name]
        full_at = buckets.get(client)
        if full_at is not None:
            buckets.put(client, full_at - limit.fills_every.total_seconds())
