"""How the house is, for whoever watches it."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from fullhouse.engine.ports import StoreDown
from fullhouse.platforms.local.executor import GroupCommitExecutor
from tests.web.desk.support import Desk, desk_at


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desk_at(tmp_path) as found:
        yield found


def test_a_house_that_is_well_says_so(desk: Desk) -> None:
    answer = desk.web.get("/healthz")
    assert answer.status_code == 200
    late = {"outbox_late_seconds": 0.0, "alarms_late_seconds": 0.0}
    assert answer.json() == {"status": "ok", "store": "ok", **late}


def test_what_is_due_and_not_done_is_reported_but_another_server_would_not_help(
    desk: Desk,
) -> None:
    desk.evening.opens()
    desk.evening.clock.move_to(desk.evening.clock.now() + timedelta(days=30))
    answer = desk.web.get("/healthz")
    assert answer.status_code == 200
    assert answer.json()["alarms_late_seconds"] > 300
    assert answer.json()["status"] == "unwell"


def test_a_store_that_does_not_answer_makes_it_unwell(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(_need: object) -> None:
        raise StoreDown("disk I/O error")

    monkeypatch.setattr(desk.evening.engine, "load", down)
    answer = desk.web.get("/healthz")
    assert (answer.status_code, answer.json()) == (503, {"status": "unwell", "store": "down"})


def test_a_store_that_cannot_be_written_makes_it_unwell_until_it_can(desk: Desk) -> None:
    executor = desk.evening.engine.executor
    assert isinstance(executor, GroupCommitExecutor)
    executor.store.writer.execute("PRAGMA query_only = ON")
    assert desk.web.get("/healthz").status_code == 200  # nobody has tried to write
    with pytest.raises(StoreDown):
        desk.evening.opens()
    for _ in range(2):
        answer = desk.web.get("/healthz")
        assert (answer.status_code, answer.json()) == (503, {"status": "unwell", "store": "down"})
    executor.store.writer.execute("PRAGMA query_only = OFF")
    assert desk.web.get("/healthz").status_code == 200
    desk.evening.opens()
