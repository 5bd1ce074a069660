"""The tester is tested: each planted bug is caught by the checker of the promise that it breaks."""

import itertools
from collections import Counter
from time import process_time

import pytest

from fullhouse.platforms.virtual.store import MemoryStore
from sim.checks.book import PromiseBroken
from sim.planted import PLANTED, PLANTED_IN
from sim.stories import new_world, play
from sim.watch import PROMISES, Watch

LONGEST_SECONDS = 40.0
BUGS = [(workload, promise, name) for promise, bugs in PLANTED.items() for workload, name, _ in bugs]


# Seeds that are known to show a bug which others seldom do are played first, while they still do.
SHOWN_BY = {
    "the seats are counted first and written later": 71,
    "an offer draws free seats unasked": 71,
    "a claim counts at the deadline": 67,
    "the door does not look at the clock": 62,
    "a spent link claims the next offer": 360,
    "seats are opened whoever has joined": 44,
    "someone joins unseen while a slot goes back": 24,
    "every round has a key of its own": 24,
    "a number that is put right is not written to": 53,
    "more is offered than there are chairs": 23,
}


def first_broken(workload: str, promise: str, seed: int) -> str | None:
    """Play a seed with only this promise's checker awake."""
    world, people, until = new_world(f"{workload}:p{seed}", MemoryStore(), Counter())
    world.watch = Watch(promise)
    try:
        play(world, people, until)
    except PromiseBroken as broken:
        return broken.promise
    return None


@pytest.mark.parametrize(("workload", "promise", "name"), BUGS, ids=[": ".join(bug) for bug in BUGS])
def test_a_planted_bug_is_caught(workload: str, promise: str, name: str) -> None:
    began, broken = process_time(), None
    seeds = itertools.chain([SHOWN_BY.get(name, 0)], itertools.count())
    with PLANTED_IN[workload][promise][name]():
        while broken != promise and process_time() - began < LONGEST_SECONDS:
            broken = first_broken(workload, promise, next(seeds))
    assert broken == promise


def test_every_promise_has_a_planted_bug() -> None:
    assert set(PLANTED) == set(PROMISES) == {*(f"S{n}" for n in range(1, 13)), "L1", "L2", "L3", "L4"}


def test_a_bug_is_gone_when_it_is_dug_up() -> None:
    with PLANTED_IN["rsvp"]["S5"]["the audit forgets the guest"]():
        assert first_broken("rsvp", "S5", 0) == "S5"
    assert first_broken("rsvp", "S5", 0) is None
