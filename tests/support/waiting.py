"""Waiting for other threads and programs, up to a minute: a busy machine takes its time."""

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
PATIENCE_SECONDS = 60.0
PAUSE_SECONDS = 0.01


def wait_until(look: Callable[[], T]) -> T:
    """Return the first true value of `look`, or fail after a minute."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not (found := look()):
        if time.monotonic() > end:
            raise AssertionError(f"it did not happen within {PATIENCE_SECONDS:.0f} s")
        time.sleep(PAUSE_SECONDS)
    return found


async def eventually(look: Callable[[], T]) -> T:
    """Do as `wait_until` does, and let the event loop run meanwhile."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not (found := look()):
        if time.monotonic() > end:
            raise AssertionError(f"it did not happen within {PATIENCE_SECONDS:.0f} s")
        await asyncio.sleep(PAUSE_SECONDS)
    return found
