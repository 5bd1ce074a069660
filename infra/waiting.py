"""Waiting for CloudFormation."""

import time
from collections.abc import Iterator

SHORTEST = 0.5
LONGEST = 5.0
PATIENCE = 3600.0


def pauses() -> Iterator[None]:
    """Look at once, then again after longer and longer pauses, for an hour at most."""
    pause, until = SHORTEST, time.monotonic() + PATIENCE
    while time.monotonic() < until:
        yield
        time.sleep(pause)
        pause = min(pause * 1.5, LONGEST)
