"""A watch on event loops: the CPU time of a loop's thread in its longest callback."""

import asyncio
import threading
import time
from collections import defaultdict
from collections.abc import Callable

LONGEST_CALLBACK = 0.05


class Watch:
    """The longest callback, in seconds, of all loops and of each by its thread's name."""

    def __init__(self) -> None:
        """Start with nothing seen."""
        self.longest = 0.0
        self.by_thread: defaultdict[str, float] = defaultdict(float)

    async def begin(self) -> None:
        """Forget what came before."""
        await asyncio.sleep(0)
        self.reset()

    def reset(self) -> None:
        """Forget what came before, between two callbacks."""
        self.longest = 0.0
        self.by_thread.clear()

    def run(self, run: Callable[[], None]) -> None:
        """Run one callback and take its time."""
        began = time.thread_time()
        run()
        taken, name = time.thread_time() - began, threading.current_thread().name
        self.longest = max(self.longest, taken)
        self.by_thread[name] = max(self.by_thread[name], taken)

    def watched(self, run: Callable[[asyncio.Handle], None]) -> Callable[[asyncio.Handle], None]:
        """Return a replacement for `asyncio.Handle._run`, which every callback goes through."""
        return lambda handle: self.run(lambda: run(handle))
