"""Guests who come late or leave early keep their seat, however sorry they are."""

import tomllib
from pathlib import Path

import pytest

from fullhouse.inbound.replies.intent import reply_intent
from fullhouse.inbound.replies.language_pack import LANGUAGES

SENTENCES = tomllib.loads(Path(__file__).with_name("late_and_early.toml").read_text())
FEWEST_HELD_OUT = 60


def intents(kind: str, half: str) -> list[str]:
    texts = [text for code in LANGUAGES for text in SENTENCES[kind][code][half]]
    return [reply_intent(text) for text in texts]


@pytest.mark.parametrize("kind", ["late", "early"])
def test_known_sentences_about_the_time_cancel_nothing(kind: str) -> None:
    assert set(intents(kind, "tune")) == {"come", "nothing"}


@pytest.mark.parametrize(("kind", "most_asked"), [("late", 8), ("early", 1)])
def test_no_unseen_sentence_about_the_time_cancels(kind: str, most_asked: int) -> None:
    found = intents(kind, "held_out")
    assert len(found) >= FEWEST_HELD_OUT
    assert found.count("cancel") == 0
    assert found.count("seems_cancel") <= most_asked


def test_cancels_that_mention_the_time_are_acted_on_or_asked_about() -> None:
    found = intents("cancel", "held_out")
    assert len(found) >= FEWEST_HELD_OUT
    assert found.count("cancel") >= 48
    assert found.count("cancel") + found.count("seems_cancel") >= 63


def test_no_sentence_is_in_both_halves() -> None:
    for kind in SENTENCES.values():
        for halves in kind.values():
            assert not set(halves["tune"]) & set(halves["held_out"])


@pytest.mark.parametrize(
    "text",
    [
        "Only two of us can come instead of four, sorry.",
        "Leider kommen wir nur zu zweit statt zu viert.",
        "Nous ne serons que deux au lieu de quatre, désolés.",
        "Lo siento, solo vamos dos en lugar de cuatro.",
    ],
)
def test_a_smaller_party_is_no_cancellation(text: str) -> None:
    assert reply_intent(text) != "cancel"
