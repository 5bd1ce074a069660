"""Cost of being installed: memory of an idle server, start of the command line, time to ready."""

import subprocess
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import perf_counter

from bench.figures import Figure, Figures, Sizes
from bench.processes import FULLHOUSE, serving
from bench.stock import folder, store_guests

WANTED_MEGABYTES = 120
WANTED_HELP_SECONDS = 0.3
WANTED_READY_SECONDS = 1.0


def footprint(sizes: Sizes) -> Figures:
    """Start the server on a full store some times, and ask for help as often."""
    with folder() as place:
        store_guests(place, sizes.stored)
        started = [_start(place) for _ in range(sizes.starts)]
    ready, cpu, megabytes = (median(all_of_one) for all_of_one in zip(*started, strict=True))
    stored = f"{sizes.stored:,} guests stored"
    wanted = f"under {WANTED_READY_SECONDS:.0f} s"
    yield Figure(
        f"server ready, {stored}",
        f"{1000 * ready:.0f} ms ({1000 * cpu:.0f} ms of CPU)",
        wanted,
        ready < WANTED_READY_SECONDS,
    )
    wanted = f"under {WANTED_MEGABYTES} MB"
    yield Figure(
        "memory of an idle server", f"{megabytes:.0f} MB", wanted, megabytes < WANTED_MEGABYTES
    )
    helped, cpu = (
        median(all_of_one)
        for all_of_one in zip(*(_help() for _ in range(sizes.starts)), strict=True)
    )
    wanted = f"under {1000 * WANTED_HELP_SECONDS:.0f} ms"
    yield Figure(
        "fullhouse --help",
        f"{1000 * helped:.0f} ms ({1000 * cpu:.0f} ms of CPU)",
        wanted,
        helped < WANTED_HELP_SECONDS,
    )


def _start(place: Path) -> tuple[float, float, float]:
    with serving(place) as server:
        return server.ready_seconds, server.cpu_seconds(), server.resident_megabytes()


def _help() -> tuple[float, float]:
    start, used = perf_counter(), _children()
    subprocess.run([FULLHOUSE, "--help"], check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - start, _children() - used


def _children() -> float:
    usage = getrusage(RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
