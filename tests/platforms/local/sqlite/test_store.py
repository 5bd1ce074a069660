"""SQLite only: groups, a full disk, a lost connection; the contract suite has the rest."""

import sqlite3
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from fullhouse.engine.budget_record import MessageBudget
from fullhouse.engine.ports import AllRecords, Conflict, StoreDown
from fullhouse.kernel.decisions import at_least, update
from fullhouse.kernel.records import Get
from fullhouse.platforms.local.sqlite.database import open_store
from fullhouse.platforms.local.sqlite.store import GroupUndone, SqliteStore
from fullhouse.products.rsvp.model import Event, EventPage
from tests.platforms.contract.stores import NOW, commit, event, put


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with open_store(tmp_path) as opened:
        yield opened


def fill_the_disk(store: SqliteStore) -> None:
    (pages,) = store.writer.execute("PRAGMA page_count").fetchone()
    store.writer.execute(f"PRAGMA max_page_count = {pages}")


def make_room(store: SqliteStore) -> None:
    store.writer.execute("PRAGMA max_page_count = 1000000")


def test_a_group_is_one_transaction(store: SqliteStore) -> None:
    spoken: list[str] = []
    store.writer.set_trace_callback(spoken.append)
    with store.group():
        for number in range(5):
            put(store, event(f"e{number}"))
    assert [line for line in spoken if line.startswith(("BEGIN", "COMMIT"))] == [
        "BEGIN IMMEDIATE",
        "COMMIT",
    ]
    assert len(store.load(EventPage())) == 5


def test_inside_a_group_one_sees_what_the_group_has_done_and_outside_one_does_not(
    store: SqliteStore,
) -> None:
    with store.group():
        put(store, event())
        assert store.load(Get(Event, ("e1",))) == event()
        assert store.reader.execute("SELECT count(*) FROM event").fetchone() == (0,)
    assert store.load(Get(Event, ("e1",))) == event()


def test_a_conflict_behind_a_savepoint_undoes_its_own_part_alone(store: SqliteStore) -> None:
    with store.group(savepoints=True):
        put(store, event())
        with pytest.raises(Conflict):
            put(store, event("e2"), event())
        with pytest.raises(Conflict):
            commit(store, update(event(), at_least("taken", 1), name="Other"))
        put(store, event("e3"))
    assert [found.id for found in store.load(EventPage())] == ["e1", "e3"]


def test_a_commit_that_fails_half_way_undoes_its_group(store: SqliteStore) -> None:
    def group(*late: Event) -> None:
        with store.group():
            put(store, event())
            put(store, event("e2"), *late)

    with pytest.raises(GroupUndone):
        group(event())
    assert list(store.load(AllRecords())) == []
    group()
    assert len(store.load(EventPage())) == 2


def test_a_change_that_is_late_undoes_its_group(store: SqliteStore) -> None:
    def group() -> None:
        with store.group():
            put(store, event("e2"))
            commit(store, update(event(), at_least("taken", 1), name="Other"))

    put(store, event())
    with pytest.raises(GroupUndone):
        group()
    assert list(store.load(AllRecords())) == [event()]


def test_a_group_that_breaks_leaves_nothing(store: SqliteStore) -> None:
    def break_off() -> None:
        with store.group():
            put(store, event())
            raise KeyError

    with pytest.raises(KeyError):
        break_off()
    assert list(store.load(AllRecords())) == []
    put(store, event())


def test_on_a_full_disk_nothing_is_stored_and_what_was_is_safe(store: SqliteStore) -> None:
    put(store, event())
    fill_the_disk(store)
    with pytest.raises(StoreDown, match="full"):
        put(store, event("e2", name="x" * 100_000))
    assert list(store.load(AllRecords())) == [event()]
    make_room(store)
    put(store, event("e2", name="x" * 100_000))
    assert len(store.load(EventPage())) == 2


def test_on_a_full_disk_the_whole_group_fails(store: SqliteStore) -> None:
    def group() -> None:
        with store.group():
            put(store, event())
            put(store, event("e2", name="x" * 100_000))

    fill_the_disk(store)
    with pytest.raises(StoreDown):
        group()
    assert list(store.load(AllRecords())) == []
    make_room(store)
    group()
    assert len(store.load(EventPage())) == 2


def test_a_store_that_another_program_locks_is_down_for_now(
    store: SqliteStore, tmp_path: Path
) -> None:
    store.writer.execute("PRAGMA busy_timeout = 20")
    other = sqlite3.connect(tmp_path / "fullhouse.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreDown, match="locked"):
        put(store, event())
    other.execute("ROLLBACK")
    other.close()
    put(store, event())


def test_a_connection_that_is_gone_is_a_store_that_is_down(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.reader.close()
        store.writer.close()
        with pytest.raises(StoreDown):
            store.load(EventPage())
        with pytest.raises(StoreDown):
            put(store, event())


def test_budgets_of_long_ago_make_room_for_new_ones(store: SqliteStore) -> None:
    for day in range(6):
        ends_at = NOW + timedelta(days=day + 1)
        for number in range(3):
            put(store, MessageBudget(id=f"{day}-{number}", ends_at=ends_at))
    rows = store.reader.execute("SELECT id FROM message_budget ORDER BY id").fetchall()
    assert [name for (name,) in rows] == [
        f"{day}-{number}" for day in (4, 5) for number in range(3)
    ]
