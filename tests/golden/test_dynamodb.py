"""DynamoDB items of an earlier version read as the records, alarms and lines in SQLite."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import execute
from fullhouse.engine.ports import Invocation, Store
from fullhouse.engine.team import RemoveMember, RevokeToken
from fullhouse.engine.webhooks import WebhookConfig
from fullhouse.kernel.records import Get, Need
from fullhouse.platforms.aws.dynamodb.item_codec import SHAPES, audit_of
from fullhouse.platforms.aws.dynamodb.store import DynamoStore
from fullhouse.platforms.local.sqlite.database import open_store
from fullhouse.products.frontdesk.appointments.commands import CancelAppointment
from fullhouse.products.frontdesk.shared.external_sources import ExternalSource, SheetVersion
from fullhouse.products.frontdesk.shared.holidays import Holidays
from fullhouse.products.frontdesk.shared.proposals import ProposalPage
from fullhouse.products.frontdesk.waitlist.calendar_days import CalendarDay
from fullhouse.products.frontdesk.waitlist.commands import EditEntry
from fullhouse.products.rsvp.commands import ChangeContact, EraseEvent
from tests.aws.emulator import Emulator
from tests.aws.stores import empty_tables
from tests.golden.aging import added_fields, age_items, age_lines
from tests.golden.opening import GENERATIONS, read_export, unpack_store
from tests.platforms.aws.same import state
from tests.support.rsvp_world import check_audit

AT_ONCE = 25
# What `state` does not hold.
BESIDE: tuple[Need[Any], ...] = (
    Get(WebhookConfig, ("slots",)),
    Get(Holidays, ("DE-BE",)),
    Get(ExternalSource, ("sheet",)),
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


@contextmanager
def opened(emulator: Emulator, tables: dict[str, list[dict[str, Any]]]) -> Iterator[Store]:
    """Open a store on tables with these items."""
    with empty_tables(emulator) as client:
        for table, items in tables.items():
            for start in range(0, len(items), AT_ONCE):
                puts = [{"PutRequest": {"Item": item}} for item in items[start : start + AT_ONCE]]
                assert not client.batch_write_item(RequestItems={table: puts}).get(
                    "UnprocessedItems"
                )
        yield DynamoStore(client)


@pytest.fixture
def dynamodb(generation: str, emulator: Emulator) -> Iterator[Store]:
    """A store on tables with the golden items."""
    with opened(emulator, read_export(generation)) as store:
        yield store


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


def older(tables: dict[str, list[dict[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    """Return all items without the fields that came later."""
    later = added_fields()
    for kind, shape in SHAPES.items():
        names = {shape.names[field] for name, field in later if name == kind.kind_name}
        tables[shape.table.name] = age_items(tables[shape.table.name], names)
    for name in {audit_of(scope).name for scope in ("party", "waitlist", "appointments")}:
        tables[name] = age_lines(tables[name], later)
    return tables


def test_items_without_the_fields_that_came_later_are_read_changed_and_replayed(
    emulator: Emulator,
) -> None:
    now = datetime(2026, 6, 16, 9, 2, tzinfo=UTC)
    changes = (
        ChangeContact(event_id="party", guest_id="finn", name="Finn", email="new@example.org"),
        EraseEvent(event_id="tea"),
        EditEntry(entry_id="olga", priority=5),
        CancelAppointment(appointment_id="gil", chain=2, reply="cancel-2-24"),
        RemoveMember(member_id="host", asked_by="owner"),
        RevokeToken(token_id="t1"),
    )
    with opened(emulator, older(read_export("schema-14"))) as store:
        check_audit(store)
        for number, command in enumerate(changes):
            decision = execute(store, RULES, Invocation(f"later-{number}", "staff", command), now)
            assert decision.steps, command
        check_audit(store)
