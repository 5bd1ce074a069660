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


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the package with two examples, in which nothing was learnt yet."""
    (tmp_path / "examples").mkdir()
    (tmp_path / "examples/en.txt").write_text("cancel\nI can't come\n---\ncome\nSee you there\n---\n" * 3)
    monkeypatch.setattr("fullhouse.lanes.mail.likeness.HERE", tmp_path)
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    return tmp_path


def kept_in(folder: Path) -> list[Path]:
    return sorted((folder / "__pycache__").glob("*"))


def test_what_was_learnt_is_kept_until_the_examples_change(elsewhere: Path) -> None:
    first = likeness.__wrapped__()
    (place,) = kept_in(elsewhere)
    place.write_bytes(msgspec.json.encode(Likeness(1.0, {"kept": 1.0})))
    assert likeness.__wrapped__() == Likeness(1.0, {"kept": 1.0})
    with (elsewhere / "examples/en.txt").open("a") as examples_of_english:
        examples_of_english.write("stop\nNo more mail\n---\n" * 3)
    assert likeness.__wrapped__() != first
    assert place not in kept_in(elsewhere)
    assert len(kept_in(elsewhere)) == 1


def test_what_was_half_written_is_learnt_anew(elsewhere: Path) -> None:
    first = likeness.__wrapped__()
    (place,) = kept_in(elsewhere)
    place.write_bytes(place.read_bytes()[:9])
    assert likeness.__wrapped__() == first


def test_where_nothing_may_be_written_nothing_is(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    assert "i can't come" in likeness.__wrapped__().weights
    assert kept_in(elsewhere) == []
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    (elsewhere / "__pycache__").write_text("in the way")
    assert "i can't come" in likeness.__wrapped__().weights


def test_a_package_brings_along_what_was_learnt(tmp_path: Path) -> None:
    keep(tmp_path)
    kept = msgspec.json.decode((tmp_path / KEPT).read_bytes(), type=Likeness)
    assert kept == likeness()
    assert len(kept.weights) > 10_000
