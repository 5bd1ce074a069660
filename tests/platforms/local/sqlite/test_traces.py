"""Nothing of an erased person stays readable in the database's files."""

import random
import sqlite3
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fullhouse.engine.core import Engine
from fullhouse.engine.inbound_mail import EraseInboundMail, InboundMail, RecordInboundMail
from fullhouse.platforms.local import executor
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.local.executor import GroupCommitExecutor
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.platforms.local.sqlite import traces
from fullhouse.platforms.local.sqlite.database import open_store
from fullhouse.platforms.local.sqlite.store import SqliteStore
from fullhouse.platforms.local.sqlite.traces import next_night, wipe_traces
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.rsvp.commands import EraseGuest, SignUp
from tests.support.rsvp_world import create, there
from tests.support.waiting import eventually

pytestmark = pytest.mark.anyio
NOW = there("2026-06-01 11:00")
PEOPLE = 300


def on_disk(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.glob("fullhouse.db*")))


def traces_of(folder: Path, numbers: list[int]) -> list[int]:
    stored = on_disk(folder)
    return [at for at in numbers if f"Zyxw{at:05d}q".encode() in stored or _mail(at) in stored]


def _mail(at: int) -> bytes:
    return f"vuts{at:05d}@example.org".encode()


def store_of(engine: Engine) -> SqliteStore:
    found = engine.executor
    assert isinstance(found, GroupCommitExecutor)
    return found.store


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[Engine]:
    async with open_engine(tmp_path, VirtualClock(NOW), MailboxCarrier(), "x") as engine:
        yield engine


async def fill(engine: Engine) -> list[int]:
    """Sign many people up in no order, so that pages are split, and erase some."""
    await engine.execute(create(cap=2 * PEOPLE), "host")
    order = list(range(PEOPLE))
    random.Random(1).shuffle(order)
    for at in order:
        name, email = f"Zyxw{at:05d}q", _mail(at).decode()
        command = SignUp(event_id="party", guest_id=f"g{at}", name=name, email=email)
        await engine.execute(command, "guest")
    gone = random.Random(2).sample(order, PEOPLE // 3)
    for at in gone:
        await engine.execute(EraseGuest(event_id="party", guest_id=f"g{at}"), "host")
    return gone


async def test_after_the_night_nothing_of_them_is_in_the_files(
    engine: Engine, tmp_path: Path
) -> None:
    gone = await fill(engine)
    assert traces_of(tmp_path, gone)  # the log has them
    clock = engine.clock
    assert isinstance(clock, VirtualClock)
    clock.move_to(next_night(clock.now()))
    assert await engine.tasks.run_due(clock.now())
    assert traces_of(tmp_path, gone) == []
    kept = next(at for at in range(PEOPLE) if at not in gone)
    assert traces_of(tmp_path, [kept]) == [kept]


async def test_the_log_is_emptied_soon_after_an_erasure(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executor, "CHECKPOINT_SECONDS", 0.05)
    await fill(engine)
    log = tmp_path / "fullhouse.db-wal"
    await eventually(lambda: log.stat().st_size == 0)


async def test_a_reader_does_not_hold_the_checkpoint_up(engine: Engine, tmp_path: Path) -> None:
    await engine.execute(create(), "host")
    with sqlite3.connect(tmp_path / "fullhouse.db") as other:
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM event").fetchone()
        await engine.execute(create("concert"), "host")
        store, began = store_of(engine), time.monotonic()
        store.writer.execute("PRAGMA busy_timeout = 120000")
        store.checkpoint()
        assert time.monotonic() - began < 60  # a checkpoint that waits would take 120
        assert store.writer.execute("PRAGMA busy_timeout").fetchone() == (120000,)
    other.close()


def copied(folder: Path, to: Path) -> Path:
    to.mkdir()
    for path in folder.glob("fullhouse.db*"):
        (to / path.name).write_bytes(path.read_bytes())
    return to


async def test_stopping_wipes_too_and_so_does_a_start_after_a_crash(tmp_path: Path) -> None:
    async with open_engine(tmp_path, VirtualClock(NOW), MailboxCarrier(), "x") as engine:
        gone = await fill(engine)
        crashed = copied(tmp_path, tmp_path / "crashed")
    assert traces_of(tmp_path, gone) == []
    assert traces_of(crashed, gone)
    with open_store(crashed):
        assert traces_of(crashed, gone) == []


async def test_a_mail_that_is_erased_leaves_no_trace_either(tmp_path: Path) -> None:
    async with open_engine(tmp_path, VirtualClock(NOW), MailboxCarrier(), "x") as engine:
        mail = InboundMail(id="m1", place="1-m1", scope="", sender="vuts00001@example.org", at=NOW)
        await engine.execute(RecordInboundMail(mail=mail), "mail")
        assert traces_of(tmp_path, [1])
        await engine.execute(EraseInboundMail(mail_id="m1"), "host")
    assert traces_of(tmp_path, [1]) == []


def test_nothing_is_rebuilt_without_an_erasure_or_where_it_would_take_long(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        assert not wipe_traces(store.writer)
        with store.group():
            store.note_erasure()
        assert not wipe_traces(store.writer, 1000)
        assert wipe_traces(store.writer, traces.LARGEST_WHILE_SERVING)
        assert not wipe_traces(store.writer)


def test_what_is_deleted_is_overwritten(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        assert store.writer.execute("PRAGMA secure_delete").fetchone() == (1,)


@pytest.mark.parametrize(("hour", "days"), [(2, 0), (3, 1), (23, 1)])
def test_the_night_is_the_next_one(hour: int, days: int) -> None:
    now = datetime(2026, 6, 1, hour, 0, 30, tzinfo=UTC)
    assert next_night(now) == datetime(2026, 6, 1, 3, tzinfo=UTC) + timedelta(days=days)
