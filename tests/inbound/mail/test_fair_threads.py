"""Threads for mails: a client holds only some of them, and who has used little comes first."""

import asyncio
import threading
from collections.abc import Callable, Iterator

import pytest

from fullhouse.inbound.mail.fair_threads import REMEMBERED_TIMES, FairThreads
from fullhouse.inbound.mail.threads import READERS, MailThreads
from tests.support.waiting import PATIENCE_SECONDS, eventually

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Meter:
    """A clock that a piece of work puts forward by what it costs."""

    def __init__(self) -> None:
        self.at = 0.0

    def now(self) -> float:
        return self.at


class Single:
    """One thread, the works that it has done, and a gate that holds it."""

    def __init__(self, most_of_one: int = 1) -> None:
        self.cost, self.clock, self.gate = Meter(), Meter(), threading.Event()
        self.done: list[str] = []
        self.threads = FairThreads(1, most_of_one, "test", self.cost.now, self.clock.now)

    async def does(self, client: str, size: int = 0, cost: float = 0.0) -> None:
        def work() -> None:
            self.done.append(client)
            self.cost.at += cost

        await self.threads.run(client, size, work)

    async def holding(self, *waiting: Callable[[], asyncio.Task[None]]) -> list[str]:
        """Return the order in which works are done that came while the thread was held."""
        held = asyncio.create_task(self.threads.run("held", 0, self.wait))
        await asyncio.sleep(0)
        tasks = [begin() for begin in waiting]
        await asyncio.sleep(0)
        self.done.clear()
        self.gate.set()
        await asyncio.gather(held, *tasks, return_exceptions=True)
        return self.done

    def wait(self) -> None:
        assert self.gate.wait(PATIENCE_SECONDS)

    def later(self, client: str, size: int = 0) -> Callable[[], asyncio.Task[None]]:
        return lambda: asyncio.create_task(self.does(client, size))


@pytest.fixture
def single() -> Iterator[Single]:
    single = Single()
    yield single
    single.threads.close()


async def test_who_has_used_least_lately_comes_first(single: Single) -> None:
    await single.does("costly", cost=1.0)
    await single.does("cheap", cost=0.1)
    order = await single.holding(*map(single.later, ("costly", "costly", "cheap", "new")))
    assert order == ["new", "cheap", "costly", "costly"]


async def test_what_was_used_is_forgotten_in_time(single: Single) -> None:
    await single.does("costly", cost=1.0)
    single.clock.at += REMEMBERED_TIMES
    assert await single.holding(*map(single.later, ("costly", "new"))) == ["costly", "new"]


async def test_who_has_used_much_leaves_a_thread_to_others() -> None:
    cost, gate, begun = Meter(), threading.Event(), list[str]()
    threads = FairThreads(2, 1, "test", cost.now, lambda: 0.0)

    def waits(client: str) -> Callable[[], None]:
        def work() -> None:
            begun.append(client)
            assert gate.wait(PATIENCE_SECONDS)

        return work

    def costs() -> None:
        cost.at += 1.0

    for client in ("costly", "costlier"):
        await threads.run(client, 0, costs)
    hostile = [
        asyncio.create_task(threads.run(client, 0, waits(client)))
        for client in ("costly", "costlier")
    ]
    await eventually(lambda: begun)
    await threads.run("new", 0, lambda: begun.append("new"))
    assert begun == ["costly", "new"]
    gate.set()
    await asyncio.gather(*hostile)
    threads.close()


async def test_of_two_newcomers_the_smaller_mail_comes_first(single: Single) -> None:
    order = await single.holding(single.later("large", 60_000), single.later("small", 2_000))
    assert order == ["small", "large"]


async def test_work_that_nobody_waits_for_any_more_is_left_out(single: Single) -> None:
    held = asyncio.create_task(single.threads.run("held", 0, single.wait))
    await asyncio.sleep(0)
    impatient = single.later("impatient")()
    await asyncio.sleep(0)
    impatient.cancel()
    with pytest.raises(asyncio.CancelledError):
        await impatient
    single.gate.set()
    await asyncio.gather(held, single.does("patient"))
    assert single.done == ["patient"]


async def test_an_error_reaches_whoever_waits_and_the_thread_goes_on(single: Single) -> None:
    def fails() -> None:
        raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011 - it has no words
        await single.threads.run("unlucky", 0, fails)
    await single.does("next")
    assert single.done == ["next"]


async def test_what_waits_at_the_end_is_cancelled() -> None:
    single = Single()
    held = asyncio.create_task(single.threads.run("held", 0, single.wait))
    waits = asyncio.create_task(single.does("waits"))
    await asyncio.sleep(0)
    closing = asyncio.create_task(asyncio.to_thread(single.threads.close))
    with pytest.raises(asyncio.CancelledError):
        await waits
    single.gate.set()
    await asyncio.gather(held, closing)


async def test_costly_mails_of_one_client_leave_the_other_readers_free() -> None:
    threads, gate, begun = MailThreads(), threading.Event(), list[str]()

    def costs(client: str) -> Callable[[], None]:
        def work() -> None:
            begun.append(client)
            assert gate.wait(PATIENCE_SECONDS)

        return work

    clients = [f"192.0.2.{number}" for number in range(READERS - 1)]
    hostile = [
        asyncio.create_task(threads.compute(costs(client), 60_000, client))
        for client in clients * 5
    ]
    await eventually(lambda: len(begun) == len(clients))
    assert await threads.compute(lambda: "read", 2_000, "198.51.100.1") == "read"
    assert sorted(begun) == clients
    gate.set()
    await asyncio.gather(*hostile)
    threads.close()
