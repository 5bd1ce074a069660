"""Items that an earlier version wrote to DynamoDB are read as the records, alarms and lines that SQLite holds."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fullhouse.engine.hooks import Hook
from fullhouse.engine.ports import Store
from fullhouse.kernel.externals import External, SheetVersion
from fullhouse.kernel.holidays import Holidays
from fullhouse.kernel.proposals import ProposalPage
from fullhouse.kernel.records import Get, Need
from fullhouse.platforms.aws.store import DynamoStore
from fullhouse.platforms.local.database import open_store
from fullhouse.products.waitlist.bookings import CalendarDay
from tests.aws.emulator import Emulator
from tests.aws.stores import empty_tables
from tests.building import check_audit
from tests.golden.opening import GENERATIONS, read_export, unpack_store
from tests.platforms.aws.same import state

AT_ONCE = 25
# What `state` does not hold.
BESIDE: tuple[Need[Any], ...] = (
    Get(Hook, ("slots",)),
    Get(Holidays, ("DE-BE",)),
    Get(External, ("sheet",)),
    Get(SheetVersion, ("waitlist-1",)),
    Get(CalendarDay, ("2026-06-20",)),
    ProposalPage(),
)


@pytest.fixture(params=GENERATIONS)
def generation(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def sqlite(generation: str, tmp_path: Path) -> Iterator[Store]:
    with open_store(unpack_store(generation, tmp_path / "house")) as store:
        yield store


@pytest.fixture
def dynamodb(generation: str, emulator: Emulator) -> Iterator[Store]:
    """A store on tables with the golden items."""
    with empty_tables(emulator) as client:
        for table, items in read_export(generation).items():
            for start in range(0, len(items), AT_ONCE):
                puts = [{"PutRequest": {"Item": item}} for item in items[start : start + AT_ONCE]]
                assert not client.batch_write_item(RequestItems={table: puts}).get("UnprocessedItems")
        yield DynamoStore(client)


def test_dynamodb_holds_what_sqlite_holds(dynamodb: Store, sqlite: Store) -> None:
    found, expected = state(dynamodb), state(sqlite)
    assert all(expected.values())
    for part, there in expected.items():
        assert found[part] == there, part
    for need in BESIDE:
        there = sqlite.load(need)
        assert there
        assert dynamodb.load(need) == there


def test_the_audit_on_dynamodb_replays_to_what_is_stored(dynamodb: Store) -> None:
    check_audit(dynamodb)
