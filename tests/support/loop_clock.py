"""The clock of an event loop in another thread: a test puts it forward instead of waiting."""

import asyncio

from tests.support.waiting import PATIENCE_SECONDS


class LoopClock:
    """Moves the timers of one event loop, so that its time limits need no real time."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Take over the clock of this loop."""
        self._loop, self._ahead, plain = loop, 0.0, loop.time
        loop.time = lambda: plain() + self._ahead  # type: ignore[method-assign]  # the same, later

    def passes(self, seconds: float) -> None:
        """Put the clock forward and wait until all that has fallen due is done."""
        self._ahead += seconds
        self.settle()

    def settle(self) -> None:
        """Wait until the loop has been through all that is ready."""
        for _ in range(3):
            asyncio.run_coroutine_threadsafe(asyncio.sleep(0), self._loop).result(PATIENCE_SECONDS)
