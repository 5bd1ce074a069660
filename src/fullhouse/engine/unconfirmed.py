"""Requests that wait for their confirmation by email: so many of one client, and of all.

A form and an email make the same requests, so they take from the same limits.
"""

import hashlib

from fullhouse.engine.rate_limit import (
    ALL_UNCONFIRMED,
    UNCONFIRMED,
    RateLimiter,
    larger_limits,
)

MARK_LENGTH = 5
EVERYONE = "everyone"


def client_mark(client: str) -> str:
    """Return a digest of a client that may be stored: thousands of them share it."""
    return hashlib.sha256(client.encode()).hexdigest()[:MARK_LENGTH]


def take_unconfirmed(limiter: RateLimiter, client: str) -> bool:
    """Take a token for a request that is to be confirmed by email; False if there are too many."""
    fits = all(limiter.take(limit, key) for limit, key in larger_limits(UNCONFIRMED, client))
    return (
        fits
        and limiter.take(UNCONFIRMED, client_mark(client))
        and limiter.take(ALL_UNCONFIRMED, EVERYONE)
    )


def give_back_unconfirmed(limiter: RateLimiter, mark: str) -> None:
    """Return the token of a request that was confirmed; one without a mark took none."""
    if mark:
        limiter.give_back(UNCONFIRMED, mark)
        limiter.give_back(ALL_UNCONFIRMED, EVERYONE)
