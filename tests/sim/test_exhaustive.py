"""A tiny room and three commands: every order, also one inside the other, keeps every promise."""

import pytest

from fullhouse.products.rsvp import flow, offers
from sim.checks.book import PromiseBroken
from sim.exhaustive import Choices, paths, play
from sim.planting import swap, without, wrap
from sim.rsvp.scenes import SCENES


@pytest.mark.parametrize("name", SCENES)
def test_every_order_keeps_every_promise(name: str) -> None:
    walked = [tuple(path) for path in paths(lambda choices: play(SCENES[name], choices))]
    assert len(walked) == len(set(walked)) > 50


DROPPED = {
    "S1": swap(flow, "_room_for", lambda *_: ()),
    "S3": wrap(flow, "unchanged", without("line_rev")),
    "S5": wrap(offers, "unchanged", without("rev")),
    "L2": wrap(flow, "unchanged", without("rev")),
}


@pytest.mark.parametrize(
    ("promise", "name"),
    [
        ("S1", "three for one seat"),
        ("S3", "silent while looked for"),
        ("S5", "claimed, declined and cancelled"),
        ("L2", "moved while looked for"),
    ],
)
def test_a_dropped_condition_is_found_by_some_order(promise: str, name: str) -> None:
    with DROPPED[promise](), pytest.raises(PromiseBroken) as broken:
        list(paths(lambda choices: play(SCENES[name], choices)))
    assert broken.value.promise == promise


def test_all_paths_are_walked() -> None:
    def two_coins_and_a_die(choices: Choices) -> None:
        choices.choose(2), choices.choose(2), choices.choose(6)

    assert len(list(paths(two_coins_and_a_die))) == 24
