"""Seeds in volume: random evenings with random faults, in which every promise must hold."""

from collections import Counter
from time import process_time

import pytest

from sim.__main__ import main
from sim.faults import KINDS, Tally
from sim.planted_bugs import PLANTED_IN
from sim.report import story
from sim.table import COMMANDS, empty_cells, possible, printed
from sim.volume import open_tier, run_seed, run_seeds

FIRST = 1
LONGEST_SECONDS = 60.0
# A seed in which RerouteEntries, the rarest command, meets a fault.
RARE = "waitlist+appointments:r43"


@pytest.mark.parametrize(("tier", "seconds"), [("memory", 6.0), ("sqlite", 3.0)])
def test_every_promise_holds_in_every_seed(tier: str, seconds: float) -> None:
    run = run_seeds(tier, FIRST, seconds)
    assert run.failure is None, (
        f"{story(run.failure.world)}\n{run.failure.broken}\n{run.failure.again}"
    )
    assert run.seeds > 0


def test_every_kind_of_fault_strikes_and_no_command_is_spared() -> None:
    first, began = FIRST + 2_000_000, process_time()
    tally: Tally = Counter()
    with open_tier("memory") as store:
        _, failure = run_seed("memory", RARE, store, tally)
    assert failure is None, failure.again
    while not _seen(tally) and process_time() - began < LONGEST_SECONDS:
        run = run_seeds("memory", first, 1.0)
        assert run.failure is None, run.failure.again
        first += run.seeds
        tally += run.tally
    assert _seen(tally)
    assert all(command in printed(tally) for command in COMMANDS)


def _seen(tally: Tally) -> bool:
    return {kind for kind, _ in tally} == set(KINDS) and {command for _, command in tally} == set(
        COMMANDS
    )


def test_an_empty_cell_is_named_unless_it_cannot_occur() -> None:
    full: Tally = Counter({(kind, command): 1 for kind in KINDS for command in possible(kind)})
    assert empty_cells(full) == []
    del full["crash", "Fill"]
    assert empty_cells(full) == ["crash x Fill"]
    assert "SignUp" not in possible("alarm late")


def test_the_command_line_plays_one_seed_or_many(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seed", "3"]) == 0
    assert "Every promise was kept" in capsys.readouterr().out
    assert main(["--seconds", "0.5", "--first", "3"]) == 0
    assert "commands a second" in capsys.readouterr().out


def test_a_failure_is_told_with_the_command_to_see_it_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with PLANTED_IN["rsvp"]["S5"]["the audit forgets the guest"]():
        assert main(["--seconds", "5", "--first", "3"]) == 1
    told = capsys.readouterr().out
    assert "Broken: S5" in told
    assert "python -m sim --tier memory --seed" in told
