"""Keeps a process at the emulator's time, and makes it wait longer for answers.

It is on the path of ministack and every function.
"""

import os
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

PATIENCE = 5


class Traveller:
    """Takes this process to the emulator's time."""

    def __init__(self) -> None:
        self.moved = 0.0
        self.travel: Any = None

    def follow(self) -> None:
        """Go by the emulator's clock as it stands now; it may have been put forward."""
        clock = Path(os.environ.get("FULLHOUSE_EMULATOR_CLOCK", ""))
        moved = float(clock.read_text()) if clock.is_file() else 0.0
        if moved == self.moved:
            return
        if self.travel is not None:
            self.travel.stop()
        there = datetime.now(UTC) + timedelta(seconds=moved)
        self.moved, self.travel = moved, import_module("time_machine").travel(there, tick=True)
        self.travel.start()


traveller = Traveller()
traveller.follow()


def wait_longer() -> None:
    """Have every connection wait longer: on a busy machine the emulator answers later than AWS."""
    import socket

    settimeout = socket.socket.settimeout

    def patient(connection: socket.socket, seconds: float | None) -> None:
        settimeout(connection, seconds and seconds * PATIENCE)

    socket.socket.settimeout = patient  # type: ignore[assignment, method-assign]


wait_longer()
