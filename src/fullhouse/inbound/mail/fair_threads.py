"""Threads that are shared fairly among clients.

A client has only so many of them at a time. Of those that wait, the client who has used least of
them lately comes first, and then the smaller piece of work.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Any, TypeVar

import msgspec

from fullhouse.engine.latest_entries import LatestEntries

T = TypeVar("T")
MOST_REMEMBERED = 10_000
# What a client has used up is held against it for this many times as long.
REMEMBERED_TIMES = 60.0
# Who has used more than this lately leaves one thread free, for whoever comes with little.
MUCH = 0.1 * REMEMBERED_TIMES


class Work(msgspec.Struct, eq=False):
    """Work that waits for a thread."""

    client: str
    size: int
    run: Callable[[], Any]
    result: Future[Any]


class FairThreads:
    """A number of threads, of which one client may use some at a time."""

    def __init__(
        self,
        threads: int,
        most_of_one: int,
        name: str,
        cost: Callable[[], float] = time.thread_time,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Prepare. `cost` is read in a thread before and after the work, in seconds."""
        self._pool = ThreadPoolExecutor(threads, name)
        self._free, self._most_of_one = threads, most_of_one
        self._spare = min(1, threads - 1)
        self._cost, self._clock = cost, clock
        self._lock = Lock()
        self._waiting: list[Work] = []
        self._running: Counter[str] = Counter()
        self._forgotten_at = LatestEntries[float](MOST_REMEMBERED)

    async def run(self, client: str, size: int, run: Callable[[], T]) -> T:
        """Run a client's work in a thread and return its result; `size` is that of its mail."""
        work = Work(client, size, run, Future())
        with self._lock:
            self._waiting.append(work)
            self._start_next()
        result: T = await asyncio.wrap_future(work.result)
        return result

    def close(self) -> None:
        """Let the threads finish what they have begun; what waits is cancelled."""
        with self._lock:
            for work in self._waiting:
                work.result.cancel()
            self._waiting.clear()
        self._pool.shutdown(wait=True)

    def _start_next(self) -> None:
        """Start work while there are free threads; only with the lock."""
        self._waiting = [work for work in self._waiting if not work.result.cancelled()]
        while self._free and (work := self._next()) is not None:
            self._waiting.remove(work)
            self._free -= 1
            self._running[work.client] += 1
            self._pool.submit(self._carry_out, work)

    def _next(self) -> Work | None:
        """Return the work that may start and whose client has used least lately."""
        may_start = filter(self._may_start, self._waiting)
        return min(may_start, key=lambda work: (self._used(work.client), work.size), default=None)

    def _may_start(self, work: Work) -> bool:
        if self._running[work.client] >= self._most_of_one:
            return False
        return self._free > self._spare or self._used(work.client) <= MUCH

    def _used(self, client: str) -> float:
        return max(0.0, (self._forgotten_at.get(client) or 0.0) - self._clock())

    def _carry_out(self, work: Work) -> None:
        if not work.result.set_running_or_notify_cancel():
            self._finish(work, 0.0)
            return
        before = self._cost()
        try:
            result = work.run()
        except BaseException as error:  # noqa: BLE001 - whoever awaits it gets it
            self._finish(work, self._cost() - before)
            work.result.set_exception(error)
        else:
            self._finish(work, self._cost() - before)
            work.result.set_result(result)

    def _finish(self, work: Work, cost: float) -> None:
        """Give the thread back, and start what waits for it."""
        with self._lock:
            self._remember(work.client, cost)
            self._free += 1
            self._running[work.client] -= 1
            if not self._running[work.client]:
                del self._running[work.client]
            self._start_next()

    def _remember(self, client: str, cost: float) -> None:
        used = self._used(client) + cost * REMEMBERED_TIMES
        self._forgotten_at.put(client, self._clock() + used)
