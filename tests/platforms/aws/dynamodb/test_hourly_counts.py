"""Counts of an hour in DynamoDB."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

from fullhouse.platforms.aws.dynamodb.hourly_counts import DynamoCounts
from fullhouse.platforms.aws.dynamodb.tables import CLIENTS, Table

NOW = datetime(2026, 6, 1, 9, 30, tzinfo=UTC)
HOUR = timedelta(hours=1)


def test_each_hour_and_product_counts_by_itself(client: Any) -> None:
    counts, others = DynamoCounts(client, "ev"), DynamoCounts(client, "wl")
    assert [counts.add("all", 1, NOW) for _ in range(3)] == [1, 2, 3]
    assert counts.add("all", -1, NOW) == 2
    assert (counts.add("b", 1, NOW), others.add("all", 1, NOW)) == (1, 1)
    assert counts.add("all", 1, NOW + HOUR) == 1


def test_processes_count_together(client: Any) -> None:
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: DynamoCounts(client, "ev").add("all", 1, NOW), range(40)))
    assert sorted(found) == list(range(1, 41))


def test_counts_expire(client: Any) -> None:
    DynamoCounts(client, "ev").add("all", 1, NOW)
    (item,) = client.scan(TableName=CLIENTS.name)["Items"]
    assert int(item[CLIENTS.expires]["N"]) > (NOW + HOUR).timestamp()


def test_without_the_table_everyone_is_let_in(client: Any) -> None:
    missing = Table(name="ev-missing", partition=CLIENTS.partition)
    assert DynamoCounts(client, "ev", missing).add("all", 1, NOW) == 0
