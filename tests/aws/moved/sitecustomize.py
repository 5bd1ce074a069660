"""Lets a process begin at the emulator's time: ministack and every function start with this on their path."""

import os
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path


def begin() -> None:
    clock = Path(os.environ.get("FULLHOUSE_EMULATOR_CLOCK", ""))
    if clock.is_file():
        later = datetime.now(UTC) + timedelta(seconds=float(clock.read_text()))
        import_module("time_machine").travel(later, tick=True).start()


begin()
