"""Limits on what one client may do in a while."""

from datetime import timedelta

from fullhouse.engine.rate_limit import InMemoryRateLimiter, Limit, take_as_client

LIMIT = Limit("test", 3, timedelta(seconds=30))
ONE = Limit("one", 1, timedelta(seconds=30))
OTHER = Limit("other", 1, timedelta(seconds=30))


class Seconds:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.at = 1000.1

    def __call__(self) -> float:
        return self.at


def test_a_full_bucket_gives_what_it_holds_and_no_more() -> None:
    limiter = InMemoryRateLimiter(Seconds())
    assert [limiter.take(LIMIT, "ada") for _ in range(5)] == [True, True, True, False, False]


def test_each_client_and_each_limit_has_its_own_bucket() -> None:
    limiter = InMemoryRateLimiter(Seconds())
    assert limiter.take(ONE, "ada")
    assert limiter.take(ONE, "bob")
    assert limiter.take(OTHER, "ada")
    assert not limiter.take(ONE, "ada")


def test_it_fills_up_one_at_a_time_however_often_one_asked_in_vain() -> None:
    clock = Seconds()
    limiter = InMemoryRateLimiter(clock)
    for _ in range(50):
        limiter.take(LIMIT, "ada")
    clock.at += 29
    assert not limiter.take(LIMIT, "ada")
    clock.at += 1
    assert limiter.take(LIMIT, "ada")
    assert not limiter.take(LIMIT, "ada")


def test_it_never_holds_more_than_it_can() -> None:
    clock = Seconds()
    limiter = InMemoryRateLimiter(clock)
    limiter.take(LIMIT, "ada")
    clock.at += 86_400
    assert [limiter.take(LIMIT, "ada") for _ in range(4)] == [True, True, True, False]


def test_a_token_that_is_given_back_can_be_taken_again() -> None:
    limiter = InMemoryRateLimiter(Seconds())
    for _ in range(3):
        limiter.take(LIMIT, "ada")
    limiter.give_back(LIMIT, "ada")
    assert [limiter.take(LIMIT, "ada") for _ in range(2)] == [True, False]


def test_giving_back_fills_no_bucket_beyond_its_size() -> None:
    limiter = InMemoryRateLimiter(Seconds())
    limiter.give_back(LIMIT, "ada")
    limiter.take(LIMIT, "ada")
    for _ in range(5):
        limiter.give_back(LIMIT, "ada")
    assert [limiter.take(LIMIT, "ada") for _ in range(4)] == [True, True, True, False]


def test_only_so_many_are_kept_and_those_who_came_last_stay() -> None:
    limiter = InMemoryRateLimiter(Seconds(), max_buckets=2)
    for client in ("ada", "bob", "cy"):
        assert limiter.take(ONE, client)
    assert not limiter.take(ONE, "cy")
    assert not limiter.take(ONE, "bob")
    assert limiter.take(ONE, "ada")


def test_a_limit_knows_when_to_try_again() -> None:
    assert LIMIT.retry_after == "30"
    assert Limit("fast", 1, timedelta(milliseconds=200)).retry_after == "1"


def test_many_home_networks_share_the_limit_of_the_network_around_them() -> None:
    limiter, limit = InMemoryRateLimiter(Seconds()), Limit("x", 5, timedelta(seconds=10))
    homes = [f"2001:db8:0:{number:x}::/64" for number in range(0x40)]
    taken = [take_as_client(limiter, limit, home) for home in homes for _ in range(6)]
    assert sum(taken) == 4 * limit.holds
    assert take_as_client(limiter, limit, "2001:db8:0:100::/64")


def test_what_the_larger_network_refuses_costs_its_client_nothing() -> None:
    limiter, limit = InMemoryRateLimiter(Seconds()), Limit("x", 1, timedelta(seconds=10))
    homes = [f"2001:db8:0:{number:x}::/64" for number in range(5)]
    assert [take_as_client(limiter, limit, home) for home in homes] == [True] * 4 + [False]
    assert limiter.take(limit, homes[4])
