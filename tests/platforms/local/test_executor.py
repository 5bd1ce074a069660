"""The one writer: commands of one turn are one durable transaction, and fail alone."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from fullhouse.engine.execute import TooManyConflicts
from fullhouse.engine.ports import Invocation, MessagePage, StoreDown
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Message, NoCarrier, Outcome
from fullhouse.kernel.records import Get
from fullhouse.platforms.local.executor import GroupCommitExecutor
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.platforms.local.sqlite.database import open_store
from fullhouse.platforms.local.sqlite.store import SqliteStore
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.rsvp.model import Event, Guest, GuestPage
from tests.platforms.contract.stores import message
from tests.platforms.local.sqlite.test_store import fill_the_disk, make_room
from tests.support.rsvp_world import (
    EVENT,
    Carrier,
    check_audit,
    check_counters,
    create,
    sign_up,
    there,
)
from tests.support.world import LETTER

CLOCK = VirtualClock(there("2026-06-01 11:00"))


class Nonsense(Command, frozen=True, kw_only=True, tag="Nonsense"):
    """Nobody has a rule for this."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with open_store(tmp_path) as opened:
        yield opened


@pytest.fixture
async def executor(store: SqliteStore) -> AsyncIterator[GroupCommitExecutor]:
    ready = GroupCommitExecutor(store, CLOCK, Carrier())
    await ready.execute(Invocation("o0", "host", create(cap=80)))
    yield ready
    ready.close()


def orders(*names: str) -> list[Invocation]:
    return [Invocation(f"order-{name}", "someone", sign_up(name)) for name in names]


def event(store: SqliteStore) -> Event:
    found = store.load(Get(Event, (EVENT,)))
    assert found is not None
    return found


async def test_many_who_come_at_once_share_one_transaction(
    executor: GroupCommitExecutor, store: SqliteStore
) -> None:
    spoken: list[str] = []
    store.writer.set_trace_callback(spoken.append)
    decisions = await asyncio.gather(
        *(executor.execute(order) for order in orders(*(f"g{at}" for at in range(200))))
    )
    assert spoken.count("COMMIT") == 1
    assert [decision.answer.code for decision in decisions].count("confirmed") == 80
    assert sorted(
        decision.answer.position for decision in decisions if decision.answer.position
    ) == list(range(1, 121))
    guests = store.load(GuestPage(EVENT, limit=1000))
    check_counters(event(store), guests)
    check_audit(store)


async def test_one_order_that_fails_does_not_take_the_others_along(
    executor: GroupCommitExecutor, store: SqliteStore
) -> None:
    bad = Invocation("bad", "someone", Nonsense())
    one, failed, two = await asyncio.gather(
        *(executor.execute(order) for order in (orders("anna")[0], bad, orders("ben")[0])),
        return_exceptions=True,
    )
    assert isinstance(failed, KeyError)
    assert isinstance(one, Decision)
    assert isinstance(two, Decision)
    assert event(store).confirmed == 2


async def test_one_commit_that_fails_does_not_take_the_others_along(
    executor: GroupCommitExecutor, store: SqliteStore
) -> None:
    store.writer.execute(
        "CREATE TEMP TRIGGER fail BEFORE INSERT ON guest WHEN new.id = 'ben' "
        "BEGIN SELECT RAISE(ABORT, 'no'); END"
    )
    one, failed, two = await asyncio.gather(
        *(executor.execute(order) for order in orders("anna", "ben", "cleo")),
        return_exceptions=True,
    )
    assert isinstance(failed, TooManyConflicts)
    assert isinstance(one, Decision)
    assert isinstance(two, Decision)
    guests = store.load(GuestPage(EVENT, limit=10))
    assert {guest.id for guest in guests} == {"anna", "cleo"}
    check_counters(event(store), guests)
    check_audit(store)


async def test_when_the_store_is_down_all_of_the_turn_fail_and_nothing_is_stored(
    executor: GroupCommitExecutor, store: SqliteStore
) -> None:
    fill_the_disk(store)
    names = [f"g{at}" for at in range(60)]
    failed = await asyncio.gather(
        *(executor.execute(order) for order in orders(*names)), return_exceptions=True
    )
    assert {type(one) for one in failed} == {StoreDown}
    assert (event(store).confirmed, store.load(GuestPage(EVENT))) == (0, ())
    make_room(store)
    again = await asyncio.gather(*(executor.execute(order) for order in orders(*names)))
    assert {decision.answer.code for decision in again} == {"confirmed"}


async def test_whoever_stops_waiting_harms_nobody(
    executor: GroupCommitExecutor, store: SqliteStore
) -> None:
    gone = asyncio.create_task(executor.execute(orders("anna")[0]))
    stays = asyncio.create_task(executor.execute(orders("ben")[0]))
    await asyncio.sleep(0)
    gone.cancel()
    await stays
    assert gone.cancelled() or gone.done()
    assert event(store).confirmed == 2


async def test_what_a_command_caused_wakes_those_who_wait_for_it(
    executor: GroupCommitExecutor,
) -> None:
    executor.alarms_set.clear()
    executor.messages_queued.clear()
    await executor.execute(orders("anna")[0])
    assert (executor.messages_queued.is_set(), executor.alarms_set.is_set()) == (True, False)
    await executor.execute(Invocation("o1", "host", create("other")))
    assert executor.alarms_set.is_set()


async def test_news_of_a_list_come_to_those_who_watch_it(executor: GroupCommitExecutor) -> None:
    seen = await executor.changed(EVENT, 0)
    watching = asyncio.create_task(executor.changed(EVENT, seen))
    await asyncio.sleep(0)
    assert not watching.done()
    await executor.execute(orders("anna")[0])
    assert await watching == seen + 1


async def test_a_carrier_works_in_a_thread_of_its_own(store: SqliteStore) -> None:
    class Slow(Carrier):
        def send(self, message: Message, letter: Letter) -> Outcome:
            threads.append(threading.current_thread().name)
            return super().send(message, letter)

    threads: list[str] = []
    executor = GroupCommitExecutor(store, CLOCK, Slow())
    await asyncio.gather(*(executor.carry(message(), LETTER) for _ in range(3)))
    executor.close()
    assert {name.rpartition("_")[0] for name in threads} == {"carrier"}


async def test_without_a_carrier_messages_are_kept_at_once(store: SqliteStore) -> None:
    executor = GroupCommitExecutor(store, CLOCK, MailboxCarrier())
    await executor.execute(Invocation("o0", "host", create()))
    await executor.execute(orders("anna")[0])
    assert [one.status for one in store.load(MessagePage())] == ["kept"]
    assert await executor.carry(message(), LETTER) == NoCarrier()
    executor.close()


CHILD = dedent("""
    import asyncio, sys
    from pathlib import Path
    from fullhouse.platforms.local.bootstrap import open_engine
    from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
    from fullhouse.platforms.memory.clock import VirtualClock
    from tests.support.rsvp_world import create, sign_up, there

    async def main():
        clock = VirtualClock(there("2026-06-01 11:00"))
        folder, carrier = Path(sys.argv[1]), MailboxCarrier()
        async with open_engine(folder, clock, carrier, "http://x", settles=True) as engine:
            await engine.execute(create(cap=100000), "host")
            for number in range(100000):
                await engine.execute(sign_up(f"g{number}"), "guest")
                print(f"g{number}", flush=True)

    asyncio.run(main())
""")


@pytest.mark.parametrize("acknowledged", [1, 23])
def test_what_was_acknowledged_is_there_after_the_plug_was_pulled(
    tmp_path: Path, acknowledged: int
) -> None:
    root = Path(__file__).parents[3]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root), *sys.path])}
    command = [sys.executable, "-c", CHILD, str(tmp_path)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, cwd=root, env=environment
    ) as child:
        assert child.stdout is not None
        heard = [child.stdout.readline().strip() for _ in range(acknowledged)]
        child.send_signal(signal.SIGKILL)
        heard += [line.strip() for line in child.stdout if line.endswith("\n")]
    with open_store(tmp_path) as store:
        assert all(store.load(Get(Guest, (EVENT, name))) is not None for name in heard)
        guests = store.load(GuestPage(EVENT, limit=100_000))
        check_counters(event(store), guests)
        check_audit(store)
