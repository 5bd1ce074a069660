"""A long list on AWS: stored by the desk, worked on by `ev-host-import` in several runs."""

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterator
from datetime import timedelta
from typing import Any, TypeVar

import msgspec
import pytest

from fullhouse.engine.clock import SystemClock
from fullhouse.engine.core import Engine
from fullhouse.engine.ports import StoreDown
from fullhouse.inbound.guest_import.job import ImportJob
from fullhouse.inbound.guest_import.row import GuestRow
from fullhouse.kernel.commands import Command
from fullhouse.platforms.aws.files import S3Files
from fullhouse.platforms.aws.functions import ev_host_import
from fullhouse.platforms.aws.handler import HandlerFailed
from fullhouse.platforms.aws.import_jobs import KEPT, LONGEST_SILENCE, AwsImports, Task
from fullhouse.products.rsvp.commands import CancelGuest
from fullhouse.products.rsvp.model import Guest, GuestPage, WaitingGuests
from tests.aws.emulator import Emulator
from tests.aws.url_shapes import Context
from tests.platforms.aws.living import Living, living
from tests.platforms.aws.parts import logs_kept

T = TypeVar("T")
WORKER = "arn:aws:lambda:ap-southeast-1:000000000000:function:ev-host-import"
PLENTY, TOO_LITTLE = 60_000, 14_999


class Functions:
    """Lambda, as far as an import needs it: notes whom it would wake, with what."""

    def __init__(self) -> None:
        self.woken: list[Any] = []

    def invoke(self, **asked: Any) -> None:
        assert (asked.pop("FunctionName"), asked.pop("InvocationType")) == (WORKER, "Event")
        self.woken.append(json.loads(asked.pop("Payload")))
        assert not asked


class Lists:
    """Lists on their way in, on the emulator, and the function that works on them."""

    def __init__(self, aws: Living, bucket: str) -> None:
        self.aws, self.functions = aws, Functions()
        self.bucket = bucket
        self.ahead = timedelta(0)
        emulator = aws.emulator
        files = S3Files(emulator.client("s3"), bucket)
        self.database = emulator.client("dynamodb")
        self.imports = AwsImports(
            self.database, files, self.functions, WORKER, lambda: SystemClock().now() + self.ahead
        )

    async def begin(self, count: int, run_id: str = "one") -> ImportJob:
        rows = [
            GuestRow(number + 1, f"G{number:02}", f"g{number:02}@example.org")
            for number in range(count)
        ]
        run = ImportJob(
            id=run_id, event_id="party", by="member:jo", place_as="confirmed", total=count
        )
        await self.imports.start(run, rows)
        return run

    def works(self, *left_ms: int, on: str = "one") -> None:
        """Let the function take up a list."""
        ev_host_import.handle(msgspec.to_builtins(Task(on)), Context(left_ms=left_ms or (PLENTY,)))

    async def found(self, run_id: str = "one") -> ImportJob:
        run = await self.imports.find(run_id)
        assert run is not None
        return run

    def item(self) -> dict[str, Any]:
        key = {"kind": {"S": "import"}, "id": {"S": "one"}}
        found: dict[str, Any] = self.database.get_item(TableName="ev-desk", Key=key)["Item"]
        return found

    def guests(self) -> list[Guest]:
        found = self.aws.store.load(GuestPage("party", limit=500))
        return sorted(found, key=lambda guest: guest.name)

    def versions(self) -> int:
        found = self.aws.emulator.client("s3").list_object_versions(Bucket=self.bucket)
        return len(found.get("Versions", ())) + len(found.get("DeleteMarkers", ()))


@pytest.fixture
def lists(emulator: Emulator, bucket: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Lists]:
    with living(emulator, monkeypatch) as aws, logs_kept():
        aws.opens(cap=5)
        found = Lists(aws, bucket)
        monkeypatch.setattr(ev_host_import, "imports", lambda: found.imports)
        yield found


def in_list_order(lists: Lists, count: int) -> None:
    """Check that all are listed once: the first have seats, the rest wait, in the list's order."""
    guests = lists.guests()
    assert [guest.name for guest in guests] == [f"G{number:02}" for number in range(count)]
    assert [guest.state for guest in guests] == ["confirmed"] * 5 + ["waitlisted"] * (count - 5)
    line = lists.aws.store.load(WaitingGuests("party", 0, 500))
    assert [guest.name for guest in line] == [f"G{number:02}" for number in range(5, count)]


def run(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    return asyncio.run(work())


def test_a_list_is_put_down_and_its_worker_woken(lists: Lists) -> None:
    run(lambda: lists.begin(3))
    assert lists.functions.woken == [{"run": "one"}]
    assert run(lists.found).state == "running"
    assert lists.versions() == 1
    lasts = int(lists.item()["expires_at"]["N"]) - SystemClock().now().timestamp()
    assert abs(lasts - KEPT.total_seconds()) < 60


def test_a_list_is_worked_on_to_its_end_and_nothing_of_it_lies_about(lists: Lists) -> None:
    run(lambda: lists.begin(23))
    lists.works()
    done = run(lists.found)
    assert (done.state, done.done, done.counts) == ("done", 23, {"confirmed": 5, "waitlisted": 18})
    in_list_order(lists, 23)
    assert {guest.source for guest in lists.guests()} == {"import"}
    assert lists.versions() == 0
    assert len(lists.functions.woken) == 1


def test_when_the_time_is_up_the_rest_is_left_to_another_run(lists: Lists) -> None:
    run(lambda: lists.begin(23))
    lists.works(PLENTY, PLENTY, TOO_LITTLE)
    assert (run(lists.found).state, run(lists.found).done) == ("running", 20)
    assert lists.functions.woken == [{"run": "one"}] * 2
    lists.works()
    assert run(lists.found).state == "done"
    in_list_order(lists, 23)


def test_a_run_that_is_killed_half_way_is_taken_up_where_it_stands(
    lists: Lists, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(lambda: lists.begin(23))
    execute, given = Engine.execute, 0

    async def gives(engine: Engine, command: Command, by: str) -> Any:
        nonlocal given
        given += 1
        if given > 13:
            raise StoreDown("the wire was cut")
        return await execute(engine, command, by)

    with monkeypatch.context() as cut:
        cut.setattr(Engine, "execute", gives)
        with pytest.raises(HandlerFailed):
            lists.works()
    assert run(lists.found).done == 10
    assert len(lists.guests()) == 13
    lists.works()
    done = run(lists.found)
    assert (done.done, done.counts) == (23, {"confirmed": 5, "waitlisted": 15, "already": 3})
    in_list_order(lists, 23)


def test_working_on_a_list_again_changes_nothing(lists: Lists) -> None:
    run(lambda: lists.begin(7))
    lists.works()
    before, item = lists.guests(), lists.item()
    for _ in range(2):
        lists.works()
    assert (lists.guests(), lists.item()) == (before, item)


def test_of_two_that_work_on_one_list_one_leaves_it_to_the_other(
    lists: Lists, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(lambda: lists.begin(23))
    note = lists.imports.note
    other = ImportJob(
        id="one", event_id="party", by="member:jo", place_as="confirmed", total=23, done=20
    )

    def too_late(mine: ImportJob, before: int) -> bool:
        """Before this one has noted its first rows, another has noted more."""
        assert note(other, 0)
        return note(mine, before)

    monkeypatch.setattr(lists.imports, "note", too_late)
    lists.works()
    assert run(lists.found).done == 20
    assert len(lists.guests()) == 10
    assert lists.versions() == 1


def test_asking_twice_wakes_twice_and_imports_once(lists: Lists) -> None:
    run(lambda: lists.begin(7))
    run(lambda: lists.begin(7))
    assert (len(lists.functions.woken), lists.versions()) == (2, 1)
    lists.works()
    lists.works()
    in_list_order(lists, 7)
    run(lambda: lists.begin(7))
    assert len(lists.functions.woken) == 2


def test_whoever_is_on_the_list_stays_as_they_are(lists: Lists) -> None:
    run(lambda: lists.begin(4))
    lists.works()
    guest = lists.guests()[0]
    lists.aws.give(CancelGuest(event_id="party", guest_id=guest.id))
    run(lambda: lists.begin(4, "two"))
    lists.works(on="two")
    assert run(lambda: lists.found("two")).counts == {"already": 4}
    assert lists.guests()[0].state == "cancelled"


def test_a_list_of_nobody_is_done_at_once(lists: Lists) -> None:
    run(lambda: lists.begin(0))
    assert run(lists.found).state == "done"
    assert lists.functions.woken == []


def test_an_import_that_has_long_been_silent_is_said_to_have_stopped_and_asking_again_wakes_it(
    lists: Lists,
) -> None:
    run(lambda: lists.begin(7))
    lists.ahead = LONGEST_SILENCE + timedelta(seconds=1)
    assert run(lists.found).state == "stopped"
    run(lambda: lists.begin(7))
    assert len(lists.functions.woken) == 2
    lists.works()
    assert run(lists.found).state == "done"


def test_an_unknown_list_is_let_be(lists: Lists) -> None:
    lists.works(on="nobody's")
    assert lists.guests() == []
    assert run(lambda: lists.imports.find("nobody's")) is None


def test_a_name_that_fits_no_file_is_no_trouble(lists: Lists) -> None:
    run(lambda: lists.begin(1, "ÄÖÜ一二三ABC"))
    assert lists.functions.woken == [{"run": "ÄÖÜ一二三ABC"}]
    lists.works(on="ÄÖÜ一二三ABC")
    assert run(lambda: lists.found("ÄÖÜ一二三ABC")).state == "done"
