"""The longest callback of an event loop, for tests that nothing holds it up."""

import asyncio

import pytest

from bench.loop_watch import LONGEST_CALLBACK, Watch

__all__ = ["LONGEST_CALLBACK", "Watch", "watching"]


def watching(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """Watch every callback of every loop until the test ends."""
    watch, run = Watch(), asyncio.Handle._run  # noqa: SLF001 - what every callback goes through
    monkeypatch.setattr(asyncio.Handle, "_run", watch.watched(run))
    return watch
