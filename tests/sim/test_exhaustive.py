"""A tiny room and three commands: every order, also one inside the other, keeps every promise."""

import pytest

from sim.exhaustive import SCENES, Choices, paths, play


@pytest.mark.parametrize("name", SCENES)
def test_every_order_keeps_every_promise(name: str) -> None:
    walked = [tuple(path) for path in paths(lambda choices: play(SCENES[name], choices))]
    assert len(walked) == len(set(walked)) > 50


def test_all_paths_are_walked() -> None:
    def two_coins_and_a_die(choices: Choices) -> None:
        choices.choose(2), choices.choose(2), choices.choose(6)

    assert len(list(paths(two_coins_and_a_die))) == 24
