"""The tester is tested: each planted bug is caught by the checker of the promise that it breaks."""

import itertools
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from time import process_time

import pytest

import sim
from fullhouse.platforms.memory.store import MemoryStore
from sim.checks.state_model import PromiseBroken
from sim.planted_bugs import PLANTED, PLANTED_IN
from sim.stories import new_world, play
from sim.watch import PROMISES, Watch

LONGEST_SECONDS = 40.0
BUGS = [
    (workload, promise, name) for promise, bugs in PLANTED.items() for workload, name, _ in bugs
]
FIRST_OF_EACH_KIND = {bug[:2]: bug for bug in reversed(BUGS)}.values()
LINES = (Path(sim.__file__).parent / "planted_seeds.txt").read_text().splitlines()
PINNED = {
    line.split(maxsplit=1)[1]: int(line.split()[0]) for line in LINES if not line.startswith("#")
}


def each(bugs: Iterable[tuple[str, str, str]]) -> pytest.MarkDecorator:
    cases = [pytest.param(*bug, id=": ".join(bug)) for bug in bugs]
    return pytest.mark.parametrize(("workload", "promise", "name"), cases)


def first_broken(workload: str, promise: str, seed: int) -> str | None:
    """Play a seed with only this promise's checker awake."""
    world, people, until = new_world(f"{workload}:p{seed}", MemoryStore(), Counter())
    world.watch = Watch(promise)
    try:
        play(world, people, until)
    except PromiseBroken as broken:
        return broken.promise
    return None


def caught_by(workload: str, promise: str, name: str, seeds: Iterable[int]) -> int | None:
    """Return the first of the seeds that shows the bug, if one does within the time."""
    began = process_time()
    with PLANTED_IN[workload][promise][name]():
        for seed in seeds:
            if first_broken(workload, promise, seed) == promise:
                return seed
            if process_time() - began > LONGEST_SECONDS:
                break
    return None


@each(FIRST_OF_EACH_KIND)
def test_a_planted_bug_is_caught(workload: str, promise: str, name: str) -> None:
    seeds = itertools.chain([PINNED[name]], itertools.count())
    assert caught_by(workload, promise, name, seeds) is not None


@pytest.mark.proof
@each(BUGS)
def test_a_planted_bug_is_still_shown_by_its_pinned_seed(
    workload: str, promise: str, name: str
) -> None:
    if caught_by(workload, promise, name, [PINNED[name]]) is None:
        other = caught_by(workload, promise, name, itertools.count())
        pytest.fail(f"In sim/planted_seeds.txt, pin {other} for: {name}")


@pytest.mark.proof
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("workload", PLANTED_IN)
def test_most_planted_bugs_need_no_pinned_seed(workload: str) -> None:
    missed = [bug for bug in BUGS if bug[0] == workload]
    few = 0.2 * len(missed)
    for seed in range(1000, 1200):
        missed = [bug for bug in missed if caught_by(*bug, [seed]) is None]
        if len(missed) < few:
            return
    pytest.fail(f"no seed caught: {missed}")


def test_every_planted_bug_has_a_pinned_seed() -> None:
    assert set(PINNED) == {name for _, _, name in BUGS}


def test_every_promise_has_a_planted_bug() -> None:
    safety = {f"S{n}" for n in range(1, 18)}
    assert set(PLANTED) == set(PROMISES) == {*safety, "L1", "L2", "L3", "L4"}


def test_a_bug_is_gone_when_it_is_dug_up() -> None:
    with PLANTED_IN["rsvp"]["S5"]["the audit forgets the guest"]():
        assert first_broken("rsvp", "S5", 0) == "S5"
    assert first_broken("rsvp", "S5", 0) is None
