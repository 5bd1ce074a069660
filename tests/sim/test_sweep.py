"""Calls of short stories fail, in four ways, and each story ends as if nothing had happened.

`make proof` fails every third call of each story; `make test` some calls of every fifth.
"""

import pytest

from sim.frontdesk.appointments import sweep_stories as of_a_clinic
from sim.frontdesk.waitlist import sweep_stories as of_a_salon
from sim.rsvp import sweep_stories as of_a_room
from sim.sweep import WAYS, Disturbance, Outcome, Story, play, sweep

STRIDE = 29
QUICK = 5
PROOF_STRIDE = 3
STORIES: dict[str, tuple[Story, Outcome]] = {
    **{f"rsvp: {name}": (story, of_a_room.outcome) for name, story in of_a_room.STORIES.items()},
    **{
        f"waitlist: {name}": (story, of_a_salon.outcome)
        for name, story in of_a_salon.STORIES.items()
    },
    **{
        f"appointments: {name}": (story, of_a_clinic.outcome)
        for name, story in of_a_clinic.STORIES.items()
    },
}


@pytest.mark.parametrize(
    ("number", "name"), list(enumerate(STORIES))[::QUICK], ids=list(STORIES)[::QUICK]
)
def test_a_disturbed_story_ends_as_it_should(number: int, name: str) -> None:
    passed = list(sweep(*STORIES[name], first=1 + number % STRIDE, stride=STRIDE))
    assert {way for _, way in passed} == set(WAYS)


@pytest.mark.proof
@pytest.mark.parametrize(("number", "name"), list(enumerate(STORIES)), ids=list(STORIES))
def test_a_story_ends_as_it_should_whichever_call_is_disturbed(number: int, name: str) -> None:
    first = 1 + number % PROOF_STRIDE
    passed = list(sweep(*STORIES[name], first=first, stride=PROOF_STRIDE))
    assert {way for _, way in passed} == set(WAYS)


def test_a_disturbance_really_disturbs() -> None:
    world = play(of_a_room.STORIES["a freed seat is claimed"], Disturbance(5, "crash after"))
    assert any(what == "✗" for _, _, what, *_ in world.story)
