"""The tester is tested: each planted bug is caught by the checker of the promise that it breaks.

A rare bug is shown by a scene of its own; the others are found by the first seeds.
"""

from collections import Counter
from collections.abc import Mapping

import pytest

from sim.checks.state_model import PromiseBroken
from sim.planted_bugs import PLANTED, PLANTED_IN, first_broken, first_catch
from sim.watch import PROMISES
from tests.sim import (
    scenes_appointments,
    scenes_door,
    scenes_mail,
    scenes_rsvp,
    scenes_sheets,
    scenes_waitlist,
)
from tests.sim.scripted import Scene, ScriptedWorld

SEEDS = range(40)
BUGS = {
    name: (workload, promise) for promise, bugs in PLANTED.items() for workload, name, _ in bugs
}
SCENES: Mapping[str, Scene] = {
    **scenes_rsvp.SCENES,
    **scenes_door.SCENES,
    **scenes_mail.SCENES,
    **scenes_waitlist.SCENES,
    **scenes_appointments.SCENES,
    **scenes_sheets.SCENES,
}
COMMON = [name for name in BUGS if name not in SCENES]


@pytest.mark.parametrize("name", SCENES)
def test_a_rare_bug_is_shown_by_its_scene(name: str) -> None:
    workload, promise = BUGS[name]
    with PLANTED_IN[workload][promise][name](), pytest.raises(PromiseBroken) as broken:
        SCENES[name](ScriptedWorld(promise))
    assert broken.value.promise == promise


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_keeps_every_promise_without_its_bug(name: str) -> None:
    SCENES[name](ScriptedWorld())


@pytest.mark.parametrize("name", COMMON)
def test_a_common_bug_is_found_by_the_first_seeds(name: str) -> None:
    assert first_catch(*BUGS[name], name, SEEDS) is not None


def test_every_planted_bug_has_a_name_of_its_own() -> None:
    named = Counter(name for bugs in PLANTED.values() for _, name, _ in bugs)
    assert named == Counter(BUGS.keys())


def test_every_promise_has_a_planted_bug() -> None:
    safety = {f"S{n}" for n in range(1, 18)}
    assert set(PLANTED) == set(PROMISES) == {*safety, "L1", "L2", "L3", "L4"}


def test_a_bug_is_gone_when_it_is_dug_up() -> None:
    with PLANTED_IN["rsvp"]["S5"]["the audit forgets the guest"]():
        assert first_broken("rsvp", "S5", 0) == "S5"
    assert first_broken("rsvp", "S5", 0) is None
