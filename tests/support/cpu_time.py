"""Limits of CPU time, in seconds of one reference machine, so that a slower one may take longer.

They are judged only where `JUDGE_TIME` is set, as `make proof` does: in `make test` a busy machine
must not decide. The same holds for limits of the time that passes.
"""

import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

# The time of `ordinary_work` on the machine where the limits were set. It was worked out: the best
# of 2,000 runs on another machine, 0.0224 s, by the 1.7 times that this one is slower.
REFERENCE_SECONDS = 0.0224 / 1.7
MOST_SLOWNESS = 4.0
RUNS = 5
DATE = re.compile(r"\b(\d{1,2})[./](\d{1,2})\b|\bword(?:7|11)\b")


def ordinary_work() -> tuple[int, int, int]:
    """Do a fixed piece of work with dictionaries, texts, a regular expression and numbers."""
    lines = [f"Word{number % 89} on {number % 31}.{number % 12} " * 3 for number in range(1_600)]
    counts: dict[str, int] = {}
    for line in lines:
        for word in line.lower().split():
            counts[word] = counts.get(word, 0) + len(word)
    found = sum(1 for _ in DATE.finditer("".join(lines)))
    total = 0
    for number in range(80_000):
        total = (total * 31 + number) % 1_000_003
    return len(counts), found, total


def slowness() -> float:
    """Return how many times longer this machine takes now than the reference machine."""
    taken = []
    for _ in range(RUNS):
        began = time.thread_time()
        ordinary_work()
        taken.append(time.thread_time() - began)
    return min(taken) / REFERENCE_SECONDS


def is_time_judged() -> bool:
    """Return True if limits of time hold in this run."""
    return bool(os.environ.get("JUDGE_TIME"))


def assert_within(taken: float, seconds: float) -> None:
    """Fail if what was waited for took longer than its limit."""
    if is_time_judged() and taken >= seconds:
        raise AssertionError(f"it took {taken:.3f} s, but the limit is {seconds:g} s")


def assert_cpu(taken: float, seconds: float, slower: Callable[[], float] = slowness) -> None:
    """Fail if a CPU time is over its limit, given in seconds of the reference machine.

    The slowness of this machine is only measured for a time that would be over the limit there.
    """
    if not is_time_judged() or taken < seconds:
        return
    times = min(max(1.0, slower()), MOST_SLOWNESS)
    if taken >= seconds * times:
        raise AssertionError(
            f"{taken:.3f} s of CPU time, but the limit is {seconds:g} s, "
            f"and this machine is {times:.2f} times slower than the one of the limits"
        )


@contextmanager
def cpu_within(seconds: float, slower: Callable[[], float] = slowness) -> Iterator[None]:
    """Fail if the block takes more CPU time of this process than a limit, as `assert_cpu` does."""
    began = time.process_time()
    yield
    assert_cpu(time.process_time() - began, seconds, slower)
