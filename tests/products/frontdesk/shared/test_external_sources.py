"""State of external sources: written by the one with the latest state, else looked at again."""

from datetime import UTC, datetime
from typing import Any

from msgspec.structs import replace

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import execute
from fullhouse.engine.ports import Invocation
from fullhouse.kernel.records import Get
from fullhouse.platforms.memory.store import MemoryStore
from fullhouse.products.frontdesk.shared.external_sources import (
    ExternalSource,
    SaveSheetVersion,
    SaveSourceState,
    SheetVersion,
    SheetVersions,
)

NOW = datetime(2026, 6, 1, 9, tzinfo=UTC)


def give(store: MemoryStore, command: SaveSourceState | SaveSheetVersion) -> Any:
    return execute(store, RULES, Invocation("o", "sheet", command), NOW).answer


def known(store: MemoryStore) -> ExternalSource:
    found = store.load(Get(ExternalSource, ("sheet",)))
    assert found is not None
    return found


def test_what_is_seen_first_is_written_down() -> None:
    store = MemoryStore()
    assert give(store, SaveSourceState(external=ExternalSource(id="sheet", version="v1")))
    assert known(store) == ExternalSource(id="sheet", version="v1", rev=1)
    assert store.lines == []


def test_whoever_knows_the_latest_may_change_it_and_the_same_again_changes_nothing() -> None:
    store = MemoryStore()
    give(store, SaveSourceState(external=ExternalSource(id="sheet", version="v1")))
    assert give(store, SaveSourceState(external=replace(known(store), version="v2", trouble="no")))
    assert known(store) == ExternalSource(id="sheet", version="v2", trouble="no", rev=2)
    assert give(store, SaveSourceState(external=known(store)))
    assert known(store).rev == 2


def test_whoever_is_behind_has_it_looked_at_again() -> None:
    store = MemoryStore()
    give(store, SaveSourceState(external=ExternalSource(id="sheet", version="v1")))
    old = known(store)
    give(store, SaveSourceState(external=replace(old, version="v2")))
    assert not give(store, SaveSourceState(external=replace(old, version="v3")))
    assert known(store) == ExternalSource(id="sheet", version="", rev=3)
    assert not give(store, SaveSourceState(external=replace(old, version="v3")))
    assert known(store).rev == 3


def test_a_version_is_written_down_once() -> None:
    store = MemoryStore()
    version = SheetVersion(id="1", at=NOW, rows=2, fingerprint="f", by="staff", file="sheets/f")
    assert give(store, SaveSheetVersion(version=version)) == version
    give(store, SaveSheetVersion(version=replace(version, by="someone else")))
    assert store.load(SheetVersions()) == (version,)
