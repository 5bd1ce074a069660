"""Rate limits in DynamoDB: the same answers as in memory, and no token given twice."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from botocore.client import BaseClient

from fullhouse.engine.rate_limit import InMemoryRateLimiter
from fullhouse.platforms.aws.dynamodb.rate_limit import DynamoBuckets

NOW = datetime(2026, 6, 1, 9, tzinfo=UTC)
HALF = timedelta(seconds=15)


@pytest.mark.parametrize(
    "steps", [[0] * 6, [0, 1, 2, 3, 9, 30], [0, 0, 0, 0, 2, 2, 2, 40, 40, 40, 40, 41]]
)
def test_it_answers_as_the_buckets_of_one_process_do(client: BaseClient, steps: list[int]) -> None:
    both = (InMemoryRateLimiter(holds=3), DynamoBuckets(client, holds=3))
    answers = [[one.take("203.0.113.9", NOW + step * HALF) for step in steps] for one in both]
    assert answers[0] == answers[1]
    assert True in answers[1]


def test_each_address_has_a_bucket_of_its_own(client: BaseClient) -> None:
    buckets = DynamoBuckets(client, holds=1)
    assert [buckets.take(who, NOW) for who in ("a", "b", "a", "")] == [True, True, False, True]


def test_of_many_at_once_no_two_take_the_same_token(client: BaseClient) -> None:
    buckets = DynamoBuckets(client, holds=5)
    with ThreadPoolExecutor(8) as crowd:
        taken = list(crowd.map(lambda _number: buckets.take("a", NOW), range(24)))
    assert taken.count(True) == 5


def test_an_item_goes_by_itself_after_its_bucket_is_full_again(client: Any) -> None:
    DynamoBuckets(client).take("a", NOW)
    (item,) = client.scan(TableName="wl-ratelimit")["Items"]
    gone = datetime.fromtimestamp(int(item["expires_at"]["N"]), UTC)
    assert timedelta(minutes=10) < gone - NOW < timedelta(minutes=12)


class Down:
    """DynamoDB, when it does not answer."""

    class exceptions:  # noqa: N801 - as botocore has it
        """The refusals that it knows."""

        class ConditionalCheckFailedException(Exception):
            """A condition did not hold."""

    def update_item(self, **_asked: object) -> None:
        raise ConnectionError


def test_if_nobody_can_be_counted_everyone_is_let_in(caplog: pytest.LogCaptureFixture) -> None:
    assert DynamoBuckets(Down()).take("a", NOW)
    assert "could be counted" in caplog.text
