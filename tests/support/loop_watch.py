"""The longest callback of an event loop, for tests that nothing holds it up."""

import asyncio
import time
from collections.abc import Callable

import pytest

LONGEST_CALLBACK = 0.05


class Watch:
    """The CPU time of the loop's thread in its longest callback."""

    def __init__(self) -> None:
        self.longest = 0.0

    async def begin(self) -> None:
        """Forget what making the test's own files took."""
        await asyncio.sleep(0)
        self.longest = 0.0

    def run(self, run: Callable[[], None]) -> None:
        began = time.thread_time()
        run()
        self.longest = max(self.longest, time.thread_time() - began)


def watching(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """Watch every callback of every loop until the test ends."""
    watch, run = Watch(), asyncio.Handle._run  # noqa: SLF001 - what every callback goes through
    monkeypatch.setattr(asyncio.Handle, "_run", lambda handle: watch.run(lambda: run(handle)))
    return watch
