"""A backup while people sign up: no error, and hardly anyone waits longer for it."""

import subprocess
import threading
from pathlib import Path
from time import perf_counter

from bench.figures import Figure, Figures, Sizes, p50_and_p99
from bench.load import Job
from bench.processes import FULLHOUSE, Server, crowd, serving
from bench.stock import EVENT, bodies, folder, prepare

WANTED_TIMES = 3.0
SENT_AT_ONCE = 10_000


def backups(sizes: Sizes) -> Figures:
    """Fill a house, then measure sign-ups alone, and beside a backup for as long as it takes."""
    with folder() as place, serving(prepare(place)) as server:
        for _ in range(0, sizes.stored, SENT_AT_ONCE):
            _sign_ups(server, sizes, min(SENT_AT_ONCE, sizes.stored))
        usual = [one for _ in range(2) for one in _sign_ups(server, sizes, sizes.sign_ups)]
        beside, seconds = _while_backing_up(server, sizes, place)
    (_, normal), (_, busy) = p50_and_p99(usual), p50_and_p99(beside)
    measured = (
        f"p99 {busy:.1f} ms, alone {normal:.1f} ms: {busy / normal:.1f} times; {seconds:.1f} s"
    )
    name = f"backup of {sizes.stored:,} guests, {sizes.clients} clients sign up"
    yield Figure(
        name,
        measured,
        f"no error, p99 under {WANTED_TIMES:.0f} times",
        busy < WANTED_TIMES * normal,
    )


def _sign_ups(server: Server, sizes: Sizes, number: int) -> list[float]:
    result = crowd(Job(server.port, f"/e/{EVENT}", sizes.clients, bodies(number)))
    assert set(result.statuses) == {200}, result.answers[0]
    return result.milliseconds


def _while_backing_up(server: Server, sizes: Sizes, place: Path) -> tuple[list[float], float]:
    took: list[float] = []
    backing_up = threading.Thread(target=lambda: took.append(_back_up(place)))
    backing_up.start()
    beside: list[float] = []
    while backing_up.is_alive():
        beside += _sign_ups(server, sizes, sizes.sign_ups)
    backing_up.join()
    return beside, took[0]


def _back_up(place: Path) -> float:
    start = perf_counter()
    target = place / "backup.tar"
    subprocess.run(
        [str(FULLHOUSE), "backup", str(target), "--data", str(place)],
        check=True,
        capture_output=True,
    )
    target.unlink()
    return perf_counter() - start
