"""What examples teach: replies of guests in four languages, each with what a person made of it.

They are worded as differently as people do, and some as they never should be: so not all of them are understood, but
nobody loses a seat who did not give it up, and nearly all who did are at least asked.
"""

from functools import cache
from pathlib import Path

import msgspec
import pytest

from fullhouse.lanes.mail.intent import intent_of
from fullhouse.lanes.mail.likeness import KEPT, Likeness, examples, keep, likeness, runs_of

LANGUAGES = ("en", "de", "fr", "es")
in_each = pytest.mark.parametrize("language", LANGUAGES)


@in_each
def test_an_example_has_one_of_four_labels_and_stands_there_once(language: str) -> None:
    labelled = list(examples(language))
    assert {label for label, _ in labelled} == {"come", "cancel", "stop", "nothing"}
    assert len({text for _, text in labelled}) == len(labelled) > 2000


@cache
def read(language: str) -> list[tuple[str, str, str]]:
    return [(label, intent_of(text), text) for label, text in examples(language)]


@in_each
def test_no_example_costs_a_seat_that_was_not_given_up(language: str) -> None:
    assert [text for label, wants, text in read(language) if wants == "cancel" != label] == []


@in_each
def test_nearly_all_examples_that_cancel_are_taken_so_or_asked_about(language: str) -> None:
    cancels = [wants for label, wants, _ in read(language) if label == "cancel"]
    assert sum(one in ("cancel", "seems_cancel") for one in cancels) / len(cancels) > 0.97
    assert cancels.count("cancel") / len(cancels) > 0.75


def test_runs_of_words_are_told_once_each_and_without_their_marks() -> None:
    assert runs_of("Désolé, DÉSOLÉ?") == [
        *("desole", "?", "^ desole", "desole desole", "desole ?", "? $"),
        *("^ desole desole", "desole desole ?", "desole ? $"),
    ]
    assert runs_of("") == ["^ $"]


def test_what_no_example_says_weighs_nothing() -> None:
    scale = Likeness(0.0, {"sorry": 2.0})
    assert scale.of("Xyzzy") == 0.5
    assert scale.of("Sorry") > 0.8


def test_a_package_brings_along_what_was_learnt(tmp_path: Path) -> None:
    keep(tmp_path)
    kept = msgspec.json.decode((tmp_path / KEPT).read_bytes(), type=Likeness)
    assert kept == likeness()
    assert len(kept.weights) > 10_000
