"""Short replies of guests in four languages, each with what a person would make of it.

They are worded as differently as people do, and some as they never should be: so not all of them are understood, but
nobody loses a seat who did not give it up.
"""

import pytest

from fullhouse.lanes.mail.intent import intent_of
from tests.corpus.sample import HERE

CANCELS_FOUND = 0.9
ALL_RIGHT = 0.9
LANGUAGES = ("en", "de", "fr", "es")


def replies(language: str) -> list[tuple[str, str]]:
    """Read the labels and the texts of a file: a label, a text, and a line of three strokes."""
    blocks = (HERE / f"replies.{language}.txt").read_text(encoding="utf-8").split("\n---\n")
    parted = (block.partition("\n") for block in blocks if block.strip())
    return [(label, text.strip()) for label, _, text in parted]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_reply_costs_a_seat_that_was_not_given_up(language: str) -> None:
    others = [text for label, text in replies(language) if label != "cancel"]
    assert others
    assert [text for text in others if intent_of(text) == "cancel"] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_most_replies_that_cancel_are_understood(language: str) -> None:
    cancels = [text for label, text in replies(language) if label == "cancel"]
    assert sum(intent_of(text) == "cancel" for text in cancels) / len(cancels) > CANCELS_FOUND


@pytest.mark.parametrize("language", LANGUAGES)
def test_most_replies_are_taken_as_a_person_would(language: str) -> None:
    labelled = replies(language)
    assert {label for label, _ in labelled} == {"come", "cancel", "stop", "nothing"}
    assert sum(intent_of(text) == label for label, text in labelled) / len(labelled) > ALL_RIGHT
