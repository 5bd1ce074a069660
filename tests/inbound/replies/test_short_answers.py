"""Short answers: the whole reply is a yes, a no or thanks."""

import pytest

from fullhouse.inbound.replies.short_answers import PHRASES, short_answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Yes", "yes"),
        ("OK, thanks!", "ok"),
        ("Alles klar", "ok"),
        ("D'accord, merci", "ok"),
        ("Vale", "ok"),
        ("OK, yes", "yes"),
        ("Sadly yes", "yes"),
        ("S\u00ed, as\u00ed es.", "yes"),
        ("Ja, stimmt.\nLG Gia", "yes"),
        ("No", "no"),
        ("Nope, wrong.", "no"),
        ("Non, c'est une erreur", "no"),
        ("No, you got it wrong, sorry!", "no"),
        ("No, I'm coming, thanks", "comes"),
        ("No, you got it wrong, I'll be there", "comes"),
        ("Ich bin dabei, danke", "comes"),
        ("No sorry", "declines"),
        ("No thanks", "declines"),
        ("No, thanks a lot. Gia", "declines"),
        ("No thanks, not this time", "declines"),
        ("Nein danke, diesmal nicht", "declines"),
        ("Leider nein", "declines"),
        ("Non merci, pas cette fois", "declines"),
        ("No, gracias, esta vez no", "declines"),
        ("No, no puedo ir", "declines"),
        ("Merci beaucoup !", "thanks"),
        ("\N{THUMBS UP SIGN}", "ok"),
        ("Nehme ich!", "comes"),
        ("Great, thanks. Gia Rossi", "thanks"),
    ],
)
def test_a_few_words_answer(text: str, answer: str) -> None:
    assert short_answer(text, "Gia Rossi") == answer


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Gia",
        "Si",
        "Yes?",
        "No thanks, I'm coming",
        "Yes, no thanks",
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
