"""Worker loops on the real clock: nothing is polled, late, or lost with the power."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from fullhouse.engine import relay
from fullhouse.engine.clock import SystemClock
from fullhouse.engine.core import Engine
from fullhouse.engine.ports import DueAlarms, MessagePage, NextAlarm, StoreDown
from fullhouse.kernel.messages import CarrierDown, Outcome, Refused, ResultUnknown, Sent
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import QuietHours
from fullhouse.platforms.local import worker_loops
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.local.executor import GroupCommitExecutor
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.rsvp.commands import CancelGuest
from fullhouse.products.rsvp.model import Guest
from tests.support.cpu_time import assert_within
from tests.support.rsvp_world import EVENT, Carrier, create, mail, sign_up, there
from tests.support.waiting import eventually

LOOPS = 3  # for alarms, messages and periodic tasks
ALWAYS_OPEN = QuietHours("00:00", "00:00")
Opened = Callable[..., Awaitable[Engine]]


def soon(**more: Any) -> Any:
    """An event in two days' time, at which nobody is too early to be written to."""
    starts_at = (datetime.now(UTC) + timedelta(days=2)).replace(tzinfo=None, microsecond=0)
    return create(
        timezone="UTC", starts_at=starts_at, quiet_hours=ALWAYS_OPEN, reminders=(), **more
    )


@asynccontextmanager
async def running(folder: Path, carrier: Carrier, clock: Any = None) -> AsyncIterator[Engine]:
    async with open_engine(
        folder, clock or SystemClock(), carrier, "http://fullhouse.test"
    ) as engine:
        yield engine


class MovedClock(SystemClock):
    """The machine's clock, and how far it is put forward."""

    ahead = timedelta(0)

    def now(self) -> datetime:
        return super().now() + self.ahead


async def late(engine: Engine, moment: datetime) -> timedelta:
    """Say how late this machine is, busy as it may be, when someone only sleeps until a moment."""
    await asyncio.sleep(max(0.0, (moment - engine.now()).total_seconds()))
    return engine.now() - moment


def guest(engine: Engine, name: str) -> Guest:
    found = engine.load(Get(Guest, (EVENT, name)))
    assert found is not None
    return found


@pytest.mark.timing
async def test_a_freed_seat_is_offered_and_rolls_on_within_a_second(tmp_path: Path) -> None:
    carrier, clock = Carrier(), MovedClock()
    async with running(tmp_path, carrier, clock) as engine:
        await engine.execute(soon(cap=1, claim_window="1h"), "host")
        for name in ("anna", "ben", "cem"):
            await engine.execute(sign_up(name), "guest")
        await engine.execute(CancelGuest(event_id=EVENT, guest_id="anna"), "guest")
        await eventually(lambda: len(carrier.to("ben", "offer")) == 1)
        offer = guest(engine, "ben").offer
        assert offer is not None
        clock.ahead = offer.ends_at - engine.now() - timedelta(seconds=0.5)
        wake_alarms(engine)
        plainly = asyncio.create_task(late(engine, offer.ends_at))
        await eventually(lambda: len(carrier.to("cem", "offer")) == 1)
        rolled_on = engine.now() - offer.ends_at
        assert rolled_on >= timedelta(0)
        assert_within((rolled_on - await plainly).total_seconds(), 1)


def wake_alarms(engine: Engine) -> None:
    """Let the loop look at the clock again."""
    assert isinstance(engine.executor, GroupCommitExecutor)
    engine.executor.alarms_set.set()


class Naps:
    """Counts the loops that sleep, and records for how long they meant to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sleeping, self.seconds, self._nap = 0, set[float](), worker_loops._nap  # noqa: SLF001
        monkeypatch.setattr(worker_loops, "_nap", self.nap)

    async def nap(self, woken: asyncio.Event, seconds: float) -> None:
        self.sleeping += 1
        self.seconds.add(seconds)
        try:
            await self._nap(woken, seconds)
        finally:
            self.sleeping -= 1

    async def all_sleep(self) -> None:
        """Wait until alarms, messages and periodic tasks have nothing to do."""
        await eventually(lambda: self.sleeping == LOOPS)


async def test_nothing_is_polled_while_nothing_is_due(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    carrier, naps = Carrier(), Naps(monkeypatch)
    async with running(tmp_path, carrier) as engine:
        await engine.execute(soon(), "host")
        await engine.execute(sign_up("anna"), "guest")
        await eventually(lambda: len(carrier.handed) == 1)
        await naps.all_sleep()
        loads = 0
        plain_load = engine.executor.load

        def load(need: Any) -> Any:
            nonlocal loads
            loads += 1
            return plain_load(need)

        engine.executor.load = load  # type: ignore[method-assign]  # counts, and asks on
        naps.seconds.clear()
        await asyncio.sleep(0.5)
        assert (loads, naps.seconds) == (0, set())


async def test_an_alarm_set_for_sooner_wakes_the_loop_that_sleeps_for_a_later_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    carrier, naps = Carrier(), Naps(monkeypatch)
    async with running(tmp_path, carrier) as engine:
        await engine.execute(soon(cap=1, invite_window="1s", confirm_by_mail=True), "host")
        await naps.all_sleep()
        await engine.execute(sign_up("anna"), "guest")
        await eventually(lambda: guest(engine, "anna").state == "cancelled")


async def test_a_message_that_is_refused_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relay, "BACK_OFF", timedelta(milliseconds=40))
    carrier = Carrier(CarrierDown("no route"), Refused("busy"), CarrierDown("no route"))
    async with running(tmp_path, carrier) as engine:
        await engine.execute(soon(), "host")
        await engine.execute(sign_up("anna"), "guest")
        await eventually(lambda: engine.load(MessagePage())[0].status == "sent")
        assert len(carrier.handed) == 4
        assert engine.load(MessagePage())[0].attempts == 4


async def test_a_message_whose_answer_was_lost_is_sent_once_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relay, "LEASE", timedelta(milliseconds=40))
    carrier = Carrier(always=ResultUnknown("lost"))
    async with running(tmp_path, carrier) as engine:
        await engine.execute(soon(), "host")
        await engine.execute(sign_up("anna"), "guest")
        await eventually(lambda: engine.load(MessagePage())[0].status == "failed")
        assert len(carrier.handed) == 2


async def test_a_slow_carrier_holds_up_nobody(tmp_path: Path) -> None:
    async with running(tmp_path, Carrier()) as engine:
        executor = engine.executor
        assert isinstance(executor, GroupCommitExecutor)
        busy, let_go = asyncio.Event(), asyncio.Event()

        async def carry(*_: object) -> Outcome:
            busy.set()
            await let_go.wait()
            return Sent()

        executor.carry = carry  # type: ignore[assignment, method-assign]  # waits for `let_go`
        await engine.execute(soon(cap=9), "host")
        await engine.execute(sign_up("anna"), "guest")
        await busy.wait()
        assert (await engine.execute(sign_up("ben"), "guest")).code == "confirmed"
        let_go.set()


async def test_trouble_is_logged_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(worker_loops, "AFTER_TROUBLE_SECONDS", 0.02)
    troubles = iter([StoreDown("disk full"), StoreDown("disk full")])
    carrier = Carrier()
    async with running(tmp_path, carrier) as engine:
        await asyncio.sleep(0.05)
        plain_load = engine.executor.load

        def load(need: Any) -> Any:
            for trouble in troubles:
                raise trouble
            return plain_load(need)

        engine.executor.load = load  # type: ignore[method-assign]  # down twice, then up again
        await engine.execute(soon(), "host")
        await engine.execute(sign_up("anna"), "guest")
        await eventually(lambda: len(carrier.handed) == 1)
    assert "something went wrong" in caplog.text


async def test_after_a_stop_what_fell_due_is_caught_up_and_what_went_stale_is_dropped(
    tmp_path: Path,
) -> None:
    carrier = Carrier()
    async with open_engine(
        tmp_path, VirtualClock(there("2026-06-01 11:00")), carrier, "http://x", settles=True
    ) as engine:
        await engine.execute(create(cap=1, lapse_limit=0), "host")
        for name in ("anna", "ben", "cem"):
            await engine.execute(sign_up(name), "guest")
        await engine.execute(CancelGuest(event_id=EVENT, guest_id="anna"), "guest")
    carrier.handed.clear()
    clock = VirtualClock(there("2026-06-13 12:00"))
    async with running(tmp_path, carrier, clock) as engine:
        await eventually(lambda: guest(engine, "cem").offer is not None)
        await eventually(lambda: len(carrier.to("cem", "offer")) == 1)
        assert guest(engine, "ben").lapses == 1
    carrier.handed.clear()
    async with running(tmp_path, carrier, VirtualClock(there("2026-06-25 12:00"))) as engine:
        await eventually(lambda: engine.load(NextAlarm()) is None)
        await asyncio.sleep(0.05)
        assert [message.kind for message in carrier.handed if message.to != mail("cem")] == []
        assert {message.kind for message in carrier.handed} <= {"offer_lapsed"}


CHILD = dedent("""
    import asyncio, sys
    from pathlib import Path
    from fullhouse.products.rsvp.commands import CancelGuest
    from tests.support.rsvp_world import EVENT, Carrier, sign_up
    from tests.platforms.local.test_worker_loops import running, soon

    async def main():
        carrier = Carrier()
        async with running(Path(sys.argv[1]), carrier) as engine:
            await engine.execute(soon(cap=1, claim_window="1h", lapse_limit=0), "host")
            for name in ("anna", "ben", "cem"):
                await engine.execute(sign_up(name), "guest")
            await engine.execute(CancelGuest(event_id=EVENT, guest_id="anna"), "guest")
            while not carrier.to("ben", "offer"):
                await asyncio.sleep(0.01)
            print("offered", flush=True)
            await asyncio.sleep(60)

    asyncio.run(main())
""")


def offer_a_seat_and_pull_the_plug(folder: Path) -> None:
    root = Path(__file__).parents[3]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root), *sys.path])}
    command = [sys.executable, "-c", CHILD, str(folder)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, cwd=root, env=environment
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "offered\n"
        child.send_signal(signal.SIGKILL)


async def test_an_offer_rolls_on_although_the_plug_was_pulled(tmp_path: Path) -> None:
    await asyncio.to_thread(offer_a_seat_and_pull_the_plug, tmp_path)
    carrier, clock = Carrier(), MovedClock()
    clock.ahead = timedelta(hours=1)
    async with running(tmp_path, carrier, clock) as engine:
        await eventually(lambda: len(carrier.to("cem", "offer")) == 1)
        assert guest(engine, "ben").lapses == 1
        assert all(
            alarm.due_at > engine.now()
            for alarm in engine.load(DueAlarms(engine.now() + timedelta(days=9)))
        )


async def test_a_nap_has_a_longest_length(tmp_path: Path) -> None:
    async with running(tmp_path, Carrier()) as engine:
        nap = worker_loops._seconds_until  # noqa: SLF001 - the length of a nap shows nowhere else
        assert (
            nap(engine, None)
            == nap(engine, engine.now() + timedelta(days=9))
            == worker_loops.LONGEST_NAP_SECONDS
        )
        assert nap(engine, engine.now() - timedelta(days=9)) == 0
