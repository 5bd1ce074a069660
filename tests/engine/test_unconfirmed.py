"""Requests that wait for their confirmation by email: limits per client, and for all together."""

import pytest

from fullhouse.engine import unconfirmed
from fullhouse.engine.rate_limit import InMemoryRateLimiter, Limit
from fullhouse.engine.unconfirmed import client_mark, give_back_unconfirmed, take_unconfirmed

CLIENT = "192.0.2.1"


@pytest.fixture
def limiter(monkeypatch: pytest.MonkeyPatch) -> InMemoryRateLimiter:
    for name, holds in (("UNCONFIRMED", 2), ("ALL_UNCONFIRMED", 9)):
        known: Limit = getattr(unconfirmed, name)
        monkeypatch.setattr(unconfirmed, name, Limit(known.name, holds, known.fills_every))
    return InMemoryRateLimiter(lambda: 0.0)


def taken(limiter: InMemoryRateLimiter, *clients: str) -> list[bool]:
    return [take_unconfirmed(limiter, client) for client in clients]


def test_one_client_has_only_so_many(limiter: InMemoryRateLimiter) -> None:
    assert taken(limiter, CLIENT, CLIENT, CLIENT, "192.0.2.2") == [True, True, False, True]


def test_all_clients_together_have_only_so_many(limiter: InMemoryRateLimiter) -> None:
    assert taken(limiter, *map(str, range(10))) == [True] * 9 + [False]


def test_a_large_ipv6_network_has_only_so_many(limiter: InMemoryRateLimiter) -> None:
    homes = [f"2001:db8:0:{number:x}::/64" for number in range(20)]
    assert sum(taken(limiter, *homes)) == 8


def test_a_confirmation_makes_room(limiter: InMemoryRateLimiter) -> None:
    taken(limiter, CLIENT, CLIENT)
    give_back_unconfirmed(limiter, client_mark(CLIENT))
    assert taken(limiter, CLIENT, CLIENT) == [True, False]


def test_a_request_that_was_not_counted_makes_none(limiter: InMemoryRateLimiter) -> None:
    taken(limiter, *map(str, range(9)))
    give_back_unconfirmed(limiter, "")
    assert taken(limiter, CLIENT) == [False]
