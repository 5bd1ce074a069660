"""Exact words: the whole reply is on a short list."""

import pytest

from fullhouse.inbound.replies.exact_words import is_exact_cancel
from fullhouse.inbound.replies.intent import grammar_intent, reply_intent
from fullhouse.inbound.replies.language_pack import LANGUAGES, load_language


@pytest.mark.parametrize(
    "text",
    [
        "Cancel",
        "CANCEL!",
        "I can't come.",
        "Sorry, I can\u2019t come",
        "  please cancel my seat  ",
        "Ich komme leider nicht.",
        "Wir m\u00fcssen leider absagen!",
        "J'annule.",
        "D\u00e9sol\u00e9e, je ne pourrai pas venir.",
        "No puedo ir",
        "Lo siento, no podr\u00e9 ir.",
    ],
)
def test_exact_words_cannot_be_misread(text: str) -> None:
    assert is_exact_cancel(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "...",
        "No",
        "Yes",
        "I can't come before nine.",
        "I can't come, my train is late",
        "Can't come? Of course I can!",
        "Cancel my lunch order, see you on Friday",
        "Ich komme nicht vor neun",
        "Je ne peux pas venir \u00e0 l'heure",
        "No puedo ir tan pronto",
    ],
)
def test_anything_more_or_less_is_free_text(text: str) -> None:
    assert not is_exact_cancel(text)


@pytest.mark.parametrize("code", LANGUAGES)
def test_all_exact_words_cancel(code: str) -> None:
    exact = load_language(code).exact_cancels
    assert len(exact) > 20
    assert [text for text in exact if reply_intent(text) not in ("cancel", "seems_cancel")] == []
    assert [text for text in exact if grammar_intent(text) == "come"] == []
