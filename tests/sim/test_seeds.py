"""Every seed that ever failed is played again."""

from collections import Counter
from pathlib import Path

import pytest

import sim
from fullhouse.engine.catalogue import AUDITED
from sim.volume import open_tier, run_seed

LINES = (Path(sim.__file__).parent / "seeds.txt").read_text().splitlines()
SEEDS = [line.split(maxsplit=2) for line in LINES if line and not line.startswith("#")]


@pytest.mark.parametrize(("tier", "seed", "found"), SEEDS, ids=[seed for _, seed, _ in SEEDS])
def test_a_seed_that_failed_once_keeps_every_promise(tier: str, seed: str, found: str) -> None:
    with open_tier(tier) as store:
        _, failure = run_seed(tier, seed, store, Counter())
    assert failure is None, f"{found}: {failure.broken}"


def test_the_same_seed_tells_the_same_story() -> None:
    with open_tier("memory") as store:
        worlds = [run_seed("memory", "5", store, Counter())[0] for _ in range(2)]
    assert worlds[0].story == worlds[1].story
    assert worlds[0].store.inner.lines == worlds[1].store.inner.lines  # type: ignore[attr-defined]


def test_a_seed_ends_the_same_on_memory_and_on_sqlite() -> None:
    worlds = []
    for tier in ("memory", "sqlite"):
        with open_tier(tier) as store:
            worlds.append(run_seed(tier, "12", store, Counter())[0])
    memory, sqlite = (world.watch.book.records for world in worlds)
    assert all(memory.get(kind) == sqlite.get(kind) for kind in AUDITED.values())
    assert any(kind in memory for kind in AUDITED.values())
