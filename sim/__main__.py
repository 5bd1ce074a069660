"""Run the simulator: `python -m sim [--seconds N | --seed S | --planted] [--tier T]`."""

import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from random import SystemRandom

from sim.planted_bugs import PLANTED_IN, first_catch
from sim.report import story
from sim.table import empty_cells, printed
from sim.volume import TIERS, Failure, Run, open_tier, run_seed, run_seeds, seeds_for

ENOUGH_SEEDS = 10_000
SLICE_SECONDS = 5.0
WHOLE_STORY = 1_000_000
FEW = 5
# How many seeds look for each planted bug, and which share of a workload's bugs they must find.
MOST_SEEDS = 200
FOUND_SHARE = 0.8


def main(arguments: list[str]) -> int:
    """Play one seed, or as many as fit into the time; return 0 if every promise was kept."""
    options = _options(arguments)
    if options.planted:
        return max(_look_for(workload, range(MOST_SEEDS)) for workload in PLANTED_IN)
    if options.seed is not None:
        return _again(options.tier, options.seed)
    first = SystemRandom().randrange(10**9) if options.first is None else options.first
    print(f"Seeds from {first} on, {options.tier} tier, {options.seconds:g} seconds")
    run = _volume(options.tier, first, options.seconds)
    print(printed(run.tally))
    return _tell(run.failure) if run.failure else _tell_unseen(run, every=options.unseen)


def _options(arguments: list[str]) -> Namespace:
    parser = ArgumentParser("python -m sim", description=__doc__)
    parser.add_argument("--seconds", type=float, default=120.0, help="how long to play seeds (120)")
    parser.add_argument("--seed", help="play this one seed and tell its whole story")
    parser.add_argument(
        "--first", type=int, help="begin with this seed; one by chance if not given"
    )
    parser.add_argument(
        "--tier", choices=sorted(TIERS), default="memory", help="the store to play on (memory)"
    )
    parser.add_argument(
        "--unseen", action="store_true", help="list every fault that never struck a command"
    )
    parser.add_argument(
        "--planted",
        action="store_true",
        help=f"name the first of {MOST_SEEDS} seeds that catches each planted bug",
    )
    return parser.parse_args(arguments)


def _look_for(workload: str, seeds: range) -> int:
    """Print the first seed that catches each bug of a workload; return 0 if most are caught."""
    bugs = [(promise, name) for promise, names in PLANTED_IN[workload].items() for name in names]
    missed = 0
    for promise, name in bugs:
        seed = first_catch(workload, promise, name, seeds)
        missed += seed is None
        print(f"{'none' if seed is None else seed:>4} {workload} {promise}: {name}", flush=True)
    return int(missed > (1 - FOUND_SHARE) * len(bugs))


def _again(tier: str, seed: str) -> int:
    with open_tier(tier) as store:
        world, failure = run_seed(tier, seed, store, Counter())
    print(story(world, WHOLE_STORY))
    print(failure.broken if failure else f"Every promise was kept over {world.orders} commands.")
    return int(failure is not None)


def _volume(tier: str, first: int, seconds: float) -> Run:
    whole = Run(tier)
    while whole.seconds < seconds and whole.failure is None:
        seconds_left = min(SLICE_SECONDS, seconds - whole.seconds)
        part = run_seeds(tier, seeds_for(first + whole.seeds, seconds_left))
        whole.tally += part.tally
        whole.failure = part.failure
        whole.seeds, whole.orders = whole.seeds + part.seeds, whole.orders + part.orders
        whole.seconds += part.seconds
        print(whole.words, flush=True)
    return whole


def _tell(failure: Failure) -> int:
    print(story(failure.world))
    # The end of a test run lists lines that begin with FAILED once more.
    print(f"\nBroken: {failure.broken}\nFAILED seed. To see it again: {failure.again}")
    return 1


def _tell_unseen(run: Run, *, every: bool) -> int:
    unseen = empty_cells(run.tally)
    if not unseen:
        print("Every promise was kept, and every kind of fault struck every command that it can.")
        return 0
    few = unseen if every else unseen[:FEW]
    rest = ", … (--unseen lists all)" if len(few) < len(unseen) else ""
    print(f"Every promise was kept. {len(unseen)} faults never struck: {', '.join(few)}{rest}")
    return int(run.seeds >= ENOUGH_SEEDS)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
