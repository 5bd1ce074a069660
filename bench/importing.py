"""Time for importing ten thousand rows from the terminal, in memory that stays constant."""

import os
import subprocess
from pathlib import Path
from time import perf_counter

from bench.figures import Figure, Figures, Sizes
from bench.processes import FULLHOUSE, serving
from bench.stock import EVENT, folder, prepare

WANTED_SECONDS = 20.0
WANTED_MORE_MEGABYTES = 25.0


def imports(sizes: Sizes) -> Figures:
    """Import a list twice through a running server, and lists of two lengths without one."""
    with folder() as place:
        prepare(place, sizes.listed // 2)
        with serving(place) as server:
            before = server.resident_megabytes()
            first, _ = _import(place, sizes.listed)
            grown = server.resident_megabytes() - before
            counts = server.ask("GET", f"/api/v1/events/{EVENT}")["headcount"]
            assert (counts["confirmed"], counts["waiting"]) == (
                sizes.listed // 2,
                sizes.listed - sizes.listed // 2,
            )
            again, _ = _import(place, sizes.listed)
            assert server.ask("GET", f"/api/v1/events/{EVENT}")["headcount"] == counts
    rows, wanted = f"{sizes.listed:,} rows", f"under {WANTED_SECONDS:.0f} s"
    yield Figure(
        f"import of {rows}, through the server", f"{first:.1f} s", wanted, first < WANTED_SECONDS
    )
    yield Figure(
        "the same list again, which changes nothing",
        f"{again:.1f} s",
        wanted,
        again < WANTED_SECONDS,
    )
    flat = f"under {WANTED_MORE_MEGABYTES:.0f} MB"
    yield Figure(
        "memory that the server grew by", f"{grown:.0f} MB", flat, grown < WANTED_MORE_MEGABYTES
    )
    (_, few), (alone, many) = _alone(sizes.listed // 10), _alone(sizes.listed)
    yield Figure(
        f"import of {rows}, without a server", f"{alone:.1f} s", wanted, alone < WANTED_SECONDS
    )
    more = f"{many - few:.0f} MB more ({many:.0f} MB)"
    yield Figure(
        "its memory, against a tenth of the rows", more, flat, many - few < WANTED_MORE_MEGABYTES
    )


def _alone(number: int) -> tuple[float, float]:
    with folder() as place:
        prepare(place, number // 2)
        return _import(place, number)


def _import(place: Path, number: int) -> tuple[float, float]:
    """Run the command on a list, and return its seconds and its peak memory in megabytes."""
    file = place / "list.csv"
    file.write_text(
        "Name;E-Mail\n" + "".join(f"Guest {one};guest{one}@example.org\n" for one in range(number))
    )
    command = [
        str(FULLHOUSE),
        "import",
        EVENT,
        str(file),
        "--as",
        "confirmed",
        "--yes",
        "--data",
        str(place),
    ]
    start = perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return perf_counter() - start, usage.ru_maxrss / 1024
