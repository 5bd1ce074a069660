"""Every so many calls of every short story fail, in four ways, and each story ends as if nothing had happened."""

import pytest

from sim.rsvp.short import STORIES, outcome
from sim.sweep import WAYS, Disturbance, play, sweep

STRIDE = 11


@pytest.mark.parametrize(("number", "story"), list(enumerate(STORIES)), ids=list(STORIES))
def test_a_disturbed_story_ends_as_it_should(number: int, story: str) -> None:
    passed = list(sweep(STORIES[story], outcome, first=1 + number % STRIDE, stride=STRIDE))
    assert {way for _, way in passed} == set(WAYS)


def test_a_disturbance_really_disturbs() -> None:
    world = play(STORIES["a freed seat is claimed"], Disturbance(5, "crash after"))
    assert any(what == "✗" for _, _, what, *_ in world.story)
