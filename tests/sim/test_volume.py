"""Seeds in volume: random evenings with random faults, in which every promise must hold."""

import pytest

from sim.faults import KINDS
from sim.report import story
from sim.table import COMMANDS, empty_cells, possible, printed
from sim.volume import run_seeds

FIRST = 1


@pytest.mark.parametrize(("tier", "seconds"), [("memory", 18.0), ("sqlite", 7.0)])
def test_every_promise_holds_in_every_seed(tier: str, seconds: float) -> None:
    run = run_seeds(tier, FIRST, seconds)
    assert run.failure is None, f"{story(run.failure.world)}\n{run.failure.broken}\n{run.failure.again}"
    assert run.seeds > 20


def test_every_kind_of_fault_strikes_and_no_command_is_spared() -> None:
    run = run_seeds("memory", FIRST + 1_000_000, 6.0)
    empty = empty_cells(run.tally)
    assert {kind for kind, _ in run.tally} == set(KINDS)
    assert {command for _, command in run.tally} == set(COMMANDS)
    assert len(empty) < sum(len(possible(kind)) for kind in KINDS) / 4
    assert all(command in printed(run.tally) for command in COMMANDS)
