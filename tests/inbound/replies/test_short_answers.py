"""Short answers: the whole reply is a yes, a no or thanks."""

import pytest

from fullhouse.inbound.replies.short_answers import PHRASES, short_answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Yes", "yes"),
        ("OK, thanks!", "yes"),
        ("Sadly yes", "yes"),
        ("S\u00ed, as\u00ed es.", "yes"),
        ("Ja, stimmt.\nLG Gia", "yes"),
        ("No", "no"),
        ("Nope, wrong.", "no"),
        ("Non, c'est une erreur", "no"),
        ("No, I'm coming, thanks", "no"),
        ("Merci beaucoup !", "thanks"),
        ("Great, thanks. Gia Rossi", "thanks"),
    ],
)
def test_a_few_words_answer(text: str, answer: str) -> None:
    assert short_answer(text, "Gia Rossi") == answer


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\U0001f44d",
        "Gia",
        "Si",
        "Yes?",
        "No sorry",
        "No thanks",
        "Sorry",
        "Yes, you got it wrong",
        "Yes, I'm coming",
        "No, that's right",
        "No voy",
        "No puedo ir",
        "I can't come",
        "Ich komme nicht",
        "Je viens pas",
        "Yes, but my wife is coming",
        "yes " * 13,
    ],
)
def test_anything_unclear_is_no_answer(text: str) -> None:
    assert short_answer(text, "Gia Rossi") == ""


def test_a_name_does_not_hide_an_answer() -> None:
    assert short_answer("No", "No Yes") == "no"


def test_each_phrase_has_one_kind() -> None:
    phrases = [
        one.strip() for text in PHRASES.values() for one in text.replace("\n", ";").split(";")
    ]
    found = [phrase for phrase in phrases if phrase]
    assert sorted(found) == sorted(set(found))
