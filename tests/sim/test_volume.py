"""Seeds in volume: random evenings with random faults, in which every promise must hold."""

from collections import Counter

import pytest

from sim.__main__ import FEW, main
from sim.faults import KINDS, Tally
from sim.planted_bugs import PLANTED_IN
from sim.report import story
from sim.table import COMMANDS, empty_cells, possible, printed
from sim.volume import run_seeds

FIRST = 1


@pytest.mark.parametrize(("tier", "most"), [("memory", 16), ("sqlite", 6)])
def test_every_promise_holds_in_every_seed(tier: str, most: int) -> None:
    run = run_seeds(tier, map(str, range(FIRST, FIRST + most)))
    assert run.failure is None, (
        f"{story(run.failure.world)}\n{run.failure.broken}\n{run.failure.again}"
    )
    assert run.seeds == most


def test_an_empty_cell_is_named_unless_it_cannot_occur() -> None:
    full: Tally = Counter({(kind, command): 1 for kind in KINDS for command in possible(kind)})
    assert empty_cells(full) == []
    assert all(command in printed(full) for command in COMMANDS)
    del full["crash", "Fill"]
    assert empty_cells(full) == ["crash x Fill"]
    assert "SignUp" not in possible("alarm late")


def test_the_command_line_plays_one_seed_or_many(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seed", "3"]) == 0
    assert "Every promise was kept" in capsys.readouterr().out
    assert main(["--seconds", "0.5", "--first", "3"]) == 0
    told = capsys.readouterr().out
    assert "commands a second" in told
    assert told.splitlines()[-1].count(" x ") == FEW


def test_the_command_line_lists_all_faults_that_never_struck(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--seconds", "0.5", "--first", "3", "--unseen"]) == 0
    told = capsys.readouterr().out.splitlines()[-1]
    count = int(told.split(" faults never struck")[0].split()[-1])
    assert told.count(" x ") == count > FEW


def test_a_failure_is_told_with_the_command_to_see_it_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with PLANTED_IN["rsvp"]["S5"]["the audit forgets the guest"]():
        assert main(["--seconds", "5", "--first", "3"]) == 1
    told = capsys.readouterr().out
    assert "Broken: S5" in told
    assert "python -m sim --tier memory --seed" in told


@pytest.mark.parametrize(
    ("promise", "name", "told", "code"),
    [
        ("S5", "the audit forgets the guest", "   0 rsvp S5: the audit forgets the guest", 0),
        ("S4", "an early bell ends an offer", "none rsvp S4: an early bell ends an offer", 1),
    ],
)
def test_the_command_line_names_the_first_seed_that_catches_a_planted_bug(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    promise: str,
    name: str,
    told: str,
    code: int,
) -> None:
    bug = PLANTED_IN["rsvp"][promise][name]
    monkeypatch.setattr("sim.__main__.PLANTED_IN", {"rsvp": {promise: {name: bug}}})
    monkeypatch.setattr("sim.__main__.MOST_SEEDS", 2)
    assert main(["--planted"]) == code
    assert capsys.readouterr().out == f"{told}\n"
