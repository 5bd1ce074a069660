"""A description of the machine that the figures were measured on."""

import os
import platform
import sqlite3
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

PAGE = b"x" * 4096
TIMES = 200


def machine() -> str:
    """Describe it in a line."""
    cores = len(os.sched_getaffinity(0))
    return (
        f"{cores} cores ({platform.machine()}), "
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, "
        f"fsync {_fsync_micros():.0f} µs, load {os.getloadavg()[0]:.1f}"
    )


def _fsync_micros() -> float:
    with (
        TemporaryDirectory(prefix="fullhouse-bench-") as name,
        (Path(name) / "page").open("wb", 0) as file,
    ):
        return 1e6 * median(_fsync(file.fileno()) for _ in range(TIMES))


def _fsync(handle: int) -> float:
    os.write(handle, PAGE)
    start = perf_counter()
    os.fsync(handle)
    return perf_counter() - start
