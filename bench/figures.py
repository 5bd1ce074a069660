"""The report of the bench: figures with their targets, and the sizes of its parts."""

from collections.abc import Iterable, Iterator
from statistics import median, quantiles

import msgspec


class Figure(msgspec.Struct, frozen=True):
    """One measured figure, its target, and whether it is met; None where nothing is promised."""

    name: str
    measured: str
    wanted: str = ""
    met: bool | None = None


class Sizes(msgspec.Struct, frozen=True, kw_only=True):
    """The amounts of everything that a run creates."""

    rounds: int = 5
    sign_ups: int = 3000
    clients: int = 32
    people: int = 1000
    seats: int = 80
    group: int = 32
    chunk: int = 960
    chunks: int = 9
    cancels: int = 20
    claims: int = 500
    replies: int = 90
    hostile: int = 3
    attacked_pages: int = 500
    alarms: int = 1_000_000
    rings: int = 20
    first_ring_seconds: float = 4.0
    idle_seconds: float = 10.0
    stored: int = 100_000
    listed: int = 10_000
    waiting: int = 100_000
    expected: int = 10_000
    clinic_days: int = 365
    starts: int = 5
    cold_starts: int = 9


QUICK = Sizes(
    rounds=2,
    sign_ups=64,
    clients=4,
    people=40,
    seats=8,
    chunk=64,
    chunks=2,
    cancels=2,
    claims=12,
    replies=4,
    hostile=1,
    attacked_pages=20,
    alarms=1000,
    rings=2,
    first_ring_seconds=1.0,
    idle_seconds=0.5,
    stored=500,
    listed=40,
    waiting=3000,
    expected=400,
    clinic_days=8,
    starts=1,
    cold_starts=1,
)

Figures = Iterator[Figure]


def percent(part: float, whole: float) -> str:
    """Return a part as a percentage of the whole."""
    return f"{100 * part / whole:.0f}%"


def p50_and_p99(values: Iterable[float]) -> tuple[float, float]:
    """Return the middle, and what one in a hundred exceeds."""
    cuts = quantiles(values, n=100)
    return cuts[49], cuts[98]


def middle_and_most(seconds: list[float]) -> str:
    """Return the median and the maximum of some times."""
    return f"median {1000 * median(seconds):.0f} ms, longest {1000 * max(seconds):.0f} ms"
