"""Starts a process at the emulator's time: it is on the path of ministack and every function."""

import os
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path


def begin() -> None:
    clock = Path(os.environ.get("FULLHOUSE_EMULATOR_CLOCK", ""))
    moved = float(clock.read_text()) if clock.is_file() else 0.0
    if moved:
        travel = import_module("time_machine").travel
        travel(datetime.now(UTC) + timedelta(seconds=moved), tick=True).start()


begin()
