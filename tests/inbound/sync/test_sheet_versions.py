"""Versions of the sheet: all are kept, any can be restored, and none has an erased person."""

import gzip
import tracemalloc
from datetime import timedelta

import pytest

from fullhouse.inbound.sync.sync_run import SheetSyncReport
from fullhouse.inbound.sync.waitlist_sheet import sync
from fullhouse.platforms.memory.files import MemoryFiles
from fullhouse.products.frontdesk.shared.external_sources import SheetVersions
from fullhouse.products.frontdesk.waitlist.commands import EraseEntry
from tests.inbound.sync.business import at_once
from tests.inbound.sync.front_desk import ANNA, BEN, CLEO, HEAD, FrontDesk, table

NOTHING = SheetSyncReport()


def test_whoever_is_erased_is_gone_from_the_sheet_and_from_every_version() -> None:
    desk = FrontDesk(ANNA, BEN)
    desk.run()
    desk.change("Anna", Phone="+49 151 20000000")
    desk.run()
    desk.give(EraseEntry(entry_id=desk.named("Anna").id))
    desk.run()
    assert desk.names() == ["Ben"]
    kept = b"".join(map(gzip.decompress, desk.files.kept.values()))
    assert b"Anna" not in kept
    assert b"20000000" not in kept
    assert b"10000001" not in kept
    assert kept.count(b"ben@example.org") == len(desk.files.kept)


def test_every_version_is_kept_with_who_made_it() -> None:
    desk = FrontDesk(ANNA)
    desk.run()
    desk.later(minutes=3)
    desk.change("Anna", Priority="2")
    desk.run()
    desk.join("dora")
    desk.run()
    versions = desk.engine.load(SheetVersions())
    assert [(one.by, one.rows) for one in versions] == [
        ("fullhouse", 2),
        ("staff", 1),
        ("fullhouse", 1),
        ("staff", 1),
    ]
    assert versions[0].at - versions[3].at == timedelta(minutes=3)
    assert {one.file for one in versions} == set(desk.files.kept)


def test_a_bad_edit_is_rolled_back_and_whoever_was_booked_stays_booked() -> None:
    desk = FrontDesk(ANNA, BEN, CLEO)
    desk.run()
    good = desk.engine.load(SheetVersions(limit=1))[0]
    joined_at = desk.named("Cleo").joined_at
    desk.book("Ben")
    desk.join("dora")
    desk.run()
    desk.later(minutes=3)
    desk.remove("Cleo")
    desk.change("Anna", Phone="0151 90000000")
    desk.run()
    assert desk.everyone() == [
        ("Anna", "waiting"),
        ("Ben", "booked"),
        ("Cleo", "removed"),
        ("Dora", "waiting"),
    ]
    desk.later(minutes=3)
    report = at_once(desk.sync.put_back(good, "a host"))
    assert report is not None
    assert (report.joined, report.edited, report.removed) == (1, 1, 0)
    assert desk.on_the_list() == ["Anna", "Cleo", "Dora"]
    assert (desk.named("Anna").phone, desk.named("Cleo").joined_at) == ("+4915110000001", joined_at)
    assert desk.cell("Cleo", "key") == desk.named("Cleo").id
    assert desk.cell("Ben", "status").startswith("booked")
    assert ("Ben", "booked") in desk.everyone()
    assert [one.by for one in desk.engine.load(SheetVersions(limit=2))] == ["fullhouse", "a host"]
    assert desk.run() == NOTHING


def test_a_version_that_is_not_kept_cannot_be_put_back() -> None:
    desk = FrontDesk(ANNA)
    desk.run()
    version = desk.engine.load(SheetVersions(limit=1))[0]
    desk.files.kept.clear()
    assert at_once(desk.sync.put_back(version, "a host")) is None


def test_a_version_cannot_be_put_back_while_the_sheet_is_away() -> None:
    desk = FrontDesk(ANNA)
    desk.run()
    desk.sheet.down = "It is not there."
    report = at_once(desk.sync.put_back(desk.engine.load(SheetVersions(limit=1))[0], "a host"))
    assert report is not None
    assert report.trouble == "It is not there."


def many_versions(count: int, rows: int) -> MemoryFiles:
    """Keep different versions with Anna in each last row; only the first knows her key."""
    files = MemoryFiles()
    for number in range(count):
        others = [
            (f"P{number}-{row}", "", f"p{number}-{row}@example.org", "Cut") for row in range(rows)
        ]
        anna = (*ANNA, "" if number else "anna")
        files.keep(f"v{number:03}", sync.content_of(table(*others, anna, head=(*HEAD, "Key"))))
    return files


def test_forgetting_someone_holds_one_version_at_a_time() -> None:
    files = many_versions(count=40, rows=200)
    tracemalloc.start()
    one = sync.table_in(files.kept["v000"])
    size = tracemalloc.get_traced_memory()[0]
    del one
    tracemalloc.reset_peak()
    sync.forget(files, set(files.kept), {"anna"}, "en")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert not any(b"Anna" in gzip.decompress(content) for content in files.kept.values())
    assert peak < 10 * size


@pytest.mark.parametrize("stop", range(1, 6))
def test_forgetting_someone_that_stopped_is_finished_by_the_next(stop: int) -> None:
    files = many_versions(count=5, rows=1)
    names, keep, calls = set(files.kept), files.keep, 0

    def stopping(name: str, content: bytes) -> None:
        nonlocal calls
        calls += 1
        if calls == stop:
            raise RuntimeError
        keep(name, content)

    files.keep = stopping  # type: ignore[method-assign]
    with pytest.raises(RuntimeError):
        sync.forget(files, names, {"anna"}, "en")
    files.keep = keep  # type: ignore[method-assign]
    sync.forget(files, names, {"anna"}, "en")
    assert len(files.kept) == 4
    assert not any(b"Anna" in gzip.decompress(content) for content in files.kept.values())
