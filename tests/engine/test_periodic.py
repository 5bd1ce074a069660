"""Chores come round, are hurried by what they watch, and never hold each other up."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fullhouse.engine.periodic import PeriodicTask, PeriodicTasks
from fullhouse.engine.worker import advance_to, next_due_at
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.frontdesk.shared.documents import SaveDocument

START = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
EVERY = timedelta(minutes=3)


class Diary:
    """Notes what was done when."""

    def __init__(self) -> None:
        self.done: list[datetime] = []
        self.now = START

    async def work(self) -> None:
        self.done.append(self.now)

    async def fail(self) -> None:
        raise OSError("the sheet is gone")


async def test_a_chore_comes_round() -> None:
    rota, diary = PeriodicTasks(), Diary()
    rota.add(PeriodicTask("sheet", EVERY, diary.work), START)
    assert await rota.run_due(START)
    assert not await rota.run_due(START + EVERY / 2)
    assert await rota.run_due(START + EVERY)
    assert len(diary.done) == 2
    assert rota.next_at() == START + 2 * EVERY


async def test_nothing_to_do_is_never_due() -> None:
    assert PeriodicTasks().next_at() is None


async def test_trouble_with_one_holds_up_no_other_and_is_tried_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    rota, diary = PeriodicTasks(), Diary()
    rota.add(PeriodicTask("broken", EVERY, diary.fail), START)
    rota.add(PeriodicTask("sheet", EVERY, diary.work), START)
    assert await rota.run_due(START)
    assert diary.done == [START]
    assert rota.next_at() == START + EVERY
    assert "the chore broken could not be done" in caplog.text


async def test_a_change_hurries_the_chore_that_watches_it_and_wakes_the_loop() -> None:
    diary, woken = Diary(), list[str]()
    rota = PeriodicTasks(lambda: woken.append("woken"))
    rota.add(PeriodicTask("sheet", EVERY, diary.work, watches="waitlist"), START + EVERY)
    rota.changed({"desk"}, START)
    assert rota.next_at() == START + EVERY
    rota.changed({"waitlist"}, START)
    assert rota.next_at() == START
    assert woken == ["woken"]


async def test_on_a_clock_that_stands_still_chores_are_done_on_the_way(tmp_path: Path) -> None:
    clock, diary = VirtualClock(START), Diary()
    async with open_engine(
        tmp_path, clock, MailboxCarrier(), "http://fullhouse.test", settles=True
    ) as engine:

        async def work() -> None:
            diary.now = clock.now()
            await diary.work()

        engine.tasks.add(PeriodicTask("sheet", EVERY, work, watches="business"), START + EVERY)
        assert next_due_at(engine) == START + EVERY
        await advance_to(engine, clock, START + 2 * EVERY)
        assert diary.done == [START + EVERY, START + 2 * EVERY]
        await engine.execute(SaveDocument(name="rules", text="Claim window: 5 minutes"), "staff")
        assert len(diary.done) == 3
