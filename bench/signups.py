"""Speed of durable sign-ups through HTTP, against a POST of the same server that stores nothing."""

from statistics import median

import msgspec

from bench.figures import Figure, Figures, Sizes, p50_and_p99, percent
from bench.host import EMPTY
from bench.load import Job
from bench.processes import Server, crowd, serving
from bench.stock import EVENT, MANY_SEATS, bodies, folder, prepare

WANTED_SHARE = 0.30
WANTED_SPREAD = 10


class Round(msgspec.Struct):
    """One round of one path."""

    per_second: float
    cpu_micros: float
    milliseconds: list[float]


def sign_ups(sizes: Sizes) -> Figures:
    """Measure with room left, then with a full house."""
    yield from _one_case(sizes, "confirmed", MANY_SEATS)
    yield from _one_case(sizes, "waitlisted", 1)


def _one_case(sizes: Sizes, state: str, cap: int) -> Figures:
    with folder() as place, serving(prepare(place, cap), module="bench.host") as server:
        _round(server, sizes, f"/e/{EVENT}", sizes.sign_ups // 8)
        pairs = [
            (
                _round(server, sizes, f"/e/{EVENT}", sizes.sign_ups, state),
                _round(server, sizes, EMPTY, sizes.sign_ups),
            )
            for _ in range(sizes.rounds)
        ]
    ours, bare = [one for one, _ in pairs], [one for _, one in pairs]
    yield _speed(state, ours, bare)
    yield _cpu(state, ours, bare)
    yield _spread(state, ours)


def _round(server: Server, sizes: Sizes, path: str, number: int, state: str = "") -> Round:
    before = server.cpu_seconds()
    result = crowd(Job(server.port, path, sizes.clients, bodies(number)))
    used = server.cpu_seconds() - before
    assert set(result.statuses) == {200}, result.answers[0]
    assert all(f'"state":"{state}' in answer for answer in result.answers)
    return Round(number / result.seconds, used / number * 1e6, result.milliseconds)


def _speed(state: str, ours: list[Round], bare: list[Round]) -> Figure:
    sign_up, empty = (median(one.per_second for one in rounds) for rounds in (ours, bare))
    measured = f"{sign_up:,.0f}/s of {empty:,.0f}/s: {percent(sign_up, empty)}"
    wanted = f"at least {WANTED_SHARE:.0%} of an empty POST"
    return Figure(f"sign-ups a second, {state}", measured, wanted, sign_up >= WANTED_SHARE * empty)


def _cpu(state: str, ours: list[Round], bare: list[Round]) -> Figure:
    sign_up, empty = (median(one.cpu_micros for one in rounds) for rounds in (ours, bare))
    measured = f"{sign_up:.0f} µs; an empty POST {empty:.0f} µs, {percent(empty, sign_up)} of it"
    return Figure(f"server CPU a sign-up, {state}", measured)


def _spread(state: str, ours: list[Round]) -> Figure:
    p50, p99 = (
        median(both) for both in zip(*(p50_and_p99(one.milliseconds) for one in ours), strict=True)
    )
    measured = f"p50 {p50:.1f} ms, p99 {p99:.1f} ms: {p99 / p50:.1f} times"
    return Figure(
        f"time to the answer, {state}",
        measured,
        f"p99 under {WANTED_SPREAD} times p50",
        p99 < WANTED_SPREAD * p50,
    )
