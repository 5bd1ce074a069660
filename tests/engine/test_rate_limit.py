"""How often one address may ask."""

from datetime import UTC, datetime, timedelta

from fullhouse.engine.rate_limit import InMemoryRateLimiter

NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
EVERY = timedelta(seconds=30)


def buckets(holds: int = 3, most: int = 100) -> InMemoryRateLimiter:
    return InMemoryRateLimiter(holds, EVERY, most)


def test_a_full_bucket_gives_what_it_holds_and_no_more() -> None:
    one = buckets()
    assert [one.take("ada", NOW) for _ in range(5)] == [True, True, True, False, False]


def test_each_has_a_bucket_of_their_own() -> None:
    one = buckets(holds=1)
    assert one.take("ada", NOW)
    assert one.take("bob", NOW)
    assert not one.take("ada", NOW)


def test_it_fills_up_one_at_a_time_however_often_one_asked_in_vain() -> None:
    one = buckets()
    for _ in range(50):
        one.take("ada", NOW)
    assert not one.take("ada", NOW + EVERY - timedelta(seconds=1))
    assert one.take("ada", NOW + EVERY)
    assert not one.take("ada", NOW + EVERY)


def test_it_never_holds_more_than_it_can() -> None:
    one = buckets()
    one.take("ada", NOW)
    later = NOW + timedelta(days=1)
    assert [one.take("ada", later) for _ in range(4)] == [True, True, True, False]


def test_only_so_many_are_kept_and_those_who_came_last_stay() -> None:
    one = buckets(holds=1, most=2)
    for who in ("ada", "bob", "cy"):
        assert one.take(who, NOW)
    assert not one.take("cy", NOW)
    assert not one.take("bob", NOW)
    assert one.take("ada", NOW)
