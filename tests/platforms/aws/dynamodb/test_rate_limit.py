"""Rate limits in DynamoDB: the same answers as in memory, and no token given twice."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from botocore.client import BaseClient

from fullhouse.engine.rate_limit import InMemoryRateLimiter, Limit, RateLimiter
from fullhouse.platforms.aws.dynamodb.rate_limit import DynamoBuckets
from fullhouse.platforms.aws.dynamodb.tables import CLIENTS, RATE_LIMIT, Table

START = datetime(2026, 6, 1, 9, tzinfo=UTC)
LIMIT = Limit("test", 3, timedelta(seconds=30))
ONE = Limit("one", 1, timedelta(seconds=30))
BACK = -1


class MovedClock:
    """A clock that the test moves, as seconds and as an instant."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def monotonic(self) -> float:
        return self.seconds

    def now(self) -> datetime:
        return START + timedelta(seconds=self.seconds)


@pytest.mark.parametrize("table", [RATE_LIMIT, CLIENTS])
@pytest.mark.parametrize(
    "steps",
    [
        [0] * 6,
        [0, 1, 2, 3, 9, 30],
        [0, 0, 0, 0, 2, 2, 2, 40, 40, 40, 40, 41],
        [BACK, 0, 0, BACK, 0, 0, 0, BACK, BACK, 0, 0, 0],
    ],
)
def test_it_answers_as_the_buckets_of_one_process_do(
    client: BaseClient, steps: list[int], table: Table
) -> None:
    clock = MovedClock()
    both: tuple[RateLimiter, RateLimiter] = (
        InMemoryRateLimiter(clock.monotonic),
        DynamoBuckets(client, table, clock.now),
    )
    answers: list[list[bool]] = [[], []]
    for step in steps:
        for limiter, found in zip(both, answers, strict=True):
            if step == BACK:
                limiter.give_back(LIMIT, "203.0.113.9")
            else:
                clock.seconds = 15.0 * step
                found.append(limiter.take(LIMIT, "203.0.113.9"))
    assert answers[0] == answers[1]
    assert True in answers[1]


def test_each_address_has_a_bucket_of_its_own(client: BaseClient) -> None:
    buckets = DynamoBuckets(client, now=MovedClock().now)
    taken = [buckets.take(ONE, address) for address in ("a", "b", "a", "")]
    assert taken == [True, True, False, True]


def test_of_many_at_once_no_two_take_the_same_token(client: BaseClient) -> None:
    buckets = DynamoBuckets(client, now=MovedClock().now)
    five = Limit("five", 5, timedelta(seconds=30))
    with ThreadPoolExecutor(8) as crowd:
        taken = list(crowd.map(lambda _number: buckets.take(five, "a"), range(24)))
    assert taken.count(True) == 5


def test_an_item_goes_by_itself_after_its_bucket_is_full_again(client: Any) -> None:
    DynamoBuckets(client, now=MovedClock().now).take(LIMIT, "a")
    (item,) = client.scan(TableName="wl-ratelimit")["Items"]
    gone = datetime.fromtimestamp(int(item["expires_at"]["N"]), UTC)
    assert timedelta(minutes=10) < gone - START < timedelta(minutes=12)


class Down:
    """DynamoDB, when it does not answer."""

    class exceptions:  # noqa: N801 - as botocore has it
        """The refusals that it knows."""

        class ConditionalCheckFailedException(Exception):
            """A condition did not hold."""

    def update_item(self, **_asked: object) -> None:
        raise ConnectionError


def test_if_nobody_can_be_counted_everyone_is_let_in(caplog: pytest.LogCaptureFixture) -> None:
    buckets = DynamoBuckets(Down())
    assert buckets.take(LIMIT, "a")
    assert "could be counted" in caplog.text
    buckets.give_back(LIMIT, "a")
    assert "could not be returned" in caplog.text
