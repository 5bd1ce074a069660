"""Seeds in volume: one world after the other on one tier, until time is up or a promise breaks."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from itertools import count
from time import perf_counter

import msgspec

from fullhouse.engine.ports import Store
from sim.checks.state_model import PromiseBroken
from sim.faults import Tally
from sim.stories import memory_store, new_world, play, sqlite_store, wipe
from sim.world import World

TIERS: dict[str, Callable[[], AbstractContextManager[Store]]] = {
    "memory": memory_store,
    "sqlite": sqlite_store,
}


class Failure(msgspec.Struct):
    """A seed whose world broke a promise."""

    tier: str
    seed: str
    broken: PromiseBroken
    world: World

    @property
    def again(self) -> str:
        """The command that shows it again."""
        return f"python -m sim --tier {self.tier} --seed {self.seed}"


class Run(msgspec.Struct):
    """The outcome of many seeds."""

    tier: str
    tally: Tally = msgspec.field(default_factory=Counter)
    seeds: int = 0
    orders: int = 0
    seconds: float = 0.0
    failure: Failure | None = None

    @property
    def words(self) -> str:
        """Return the counts and the speed in words."""
        pace = max(self.seconds, 0.001)
        speed = f"{self.seeds / pace:.1f} seeds and {self.orders / pace:.0f} commands a second"
        done = f"{self.seeds} seeds, {self.orders} commands in {self.seconds:.1f} s"
        return f"{self.tier}: {done}: {speed}"


def open_tier(tier: str) -> AbstractContextManager[Store]:
    """Open the store of a tier."""
    return TIERS[tier]()


def run_seed(tier: str, seed: str, store: Store, tally: Tally) -> tuple[World, Failure | None]:
    """Play one seed on a fresh store; say what broke, if anything did."""
    world, people, until = new_world(seed, wipe(store), tally)
    try:
        play(world, people, until)
    except PromiseBroken as broken:
        return world, Failure(tier, seed, broken, world)
    return world, None


def seeds_for(first: int, seconds: float) -> Iterator[str]:
    """Yield seed after seed until the time is up."""
    began = perf_counter()
    for seed in count(first):
        if perf_counter() - began >= seconds:
            return
        yield str(seed)


def run_seeds(tier: str, seeds: Iterable[str]) -> Run:
    """Play one seed after the other until one fails."""
    run, began = Run(tier), perf_counter()
    with open_tier(tier) as store:
        for seed in seeds:
            world, run.failure = run_seed(tier, seed, store, run.tally)
            run.seeds += 1
            run.orders += world.orders
            if run.failure is not None:
                break
    run.seconds = perf_counter() - began
    return run
