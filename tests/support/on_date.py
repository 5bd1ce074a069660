"""Runs all tests, and the programs they start, as if it were another date."""

import os
import time
from datetime import UTC, datetime
from pathlib import Path

import time_machine

from tests.support.moved_clock.sitecustomize import SECONDS

PATH = str(Path(__file__).parent / "moved_clock")


def travel_to(date: str) -> None:
    """Move the clock for good; a worker of pytest-xdist has been moved at its start."""
    if SECONDS in os.environ:
        return
    there = datetime.fromisoformat(date).replace(tzinfo=UTC).timestamp()
    os.environ[SECONDS] = str(there - time.time())
    os.environ["PYTHONPATH"] = os.pathsep.join(
        [PATH, *filter(None, [os.environ.get("PYTHONPATH")])]
    )
    time_machine.travel(there, tick=True).start()
