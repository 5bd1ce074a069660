"""Replies as people write them in passing; most of them were never seen by the rules."""

import tomllib
from pathlib import Path

import pytest

from fullhouse.inbound.replies.declines import declines_offer
from fullhouse.inbound.replies.intent import grammar_intent, reply_intent
from fullhouse.inbound.replies.language_pack import LANGUAGES
from fullhouse.inbound.replies.short_answers import short_answer

SENTENCES = tomllib.loads(Path(__file__).with_name("everyday.toml").read_text())


def texts(kind: str, half: str) -> list[str]:
    return [text for code in LANGUAGES for text in SENTENCES[kind][code][half]]


def declined(kind: str, half: str) -> list[str]:
    return [
        text
        for text in texts(kind, half)
        if grammar_intent(text) != "come" and declines_offer(text)
    ]


@pytest.mark.parametrize("text", texts("declines", "tune"))
def test_known_no_to_an_offer_declines_it(text: str) -> None:
    assert declines_offer(text) or grammar_intent(text) == "cancel"


def test_most_unseen_nos_to_an_offer_decline_it() -> None:
    found = [
        declines_offer(text) or grammar_intent(text) == "cancel"
        for text in texts("declines", "held_out")
    ]
    assert found.count(True) >= 23


@pytest.mark.parametrize("half", ["tune", "held_out"])
@pytest.mark.parametrize("kind", ["keeps", "late", "others"])
def test_what_turns_down_nothing_declines_nothing(kind: str, half: str) -> None:
    assert declined(kind, half) == []


@pytest.mark.parametrize(
    "text",
    [
        "No problem, see you there",
        "No rush, I'll think about it",
        "No way I'd miss that!",
        "No idea yet. When does it end?",
        "Is this too short notice for me to bring a friend?",
        "Not too short notice for us at all, great!",
        "Yes! Who is the next person on the waitlist?",
        "Hope it isn't too late for me to say yes",
        "Nein, das ist mir gar kein Problem, nehme ich!",
        "Ist das nicht zu kurzfristig?",
        "Gar nicht zu kurzfristig, super!",
        "Non rien, je lis vos messages",
        "Ce n'est pas trop tard pour nous",
        "Est-ce au suivant de payer ?",
        "No me lo pierdo",
        "No es demasiado tarde para mí",
        "No sé, ¿hasta cuándo puedo contestar?",
        "No por favor, no se la deis al siguiente",
        "Give me a moment, I'll ask my wife",
        "Ich frage kurz meine Frau",
    ],
)
def test_what_only_sounds_like_a_no_declines_nothing(text: str) -> None:
    assert grammar_intent(text) == "come" or not declines_offer(text)


@pytest.mark.parametrize("text", [*texts("late", "tune"), *texts("others", "tune")])
def test_known_news_of_a_late_guest_or_of_others_asks_and_cancels_nothing(text: str) -> None:
    assert reply_intent(text) in ("come", "nothing")


def test_no_unseen_news_of_a_late_guest_asks_or_cancels() -> None:
    assert {reply_intent(text) for text in texts("late", "held_out")} == {"come", "nothing"}


def test_little_unseen_news_of_others_asks_or_cancels() -> None:
    found = [reply_intent(text) for text in texts("others", "held_out")]
    assert found.count("come") + found.count("nothing") >= 20


@pytest.mark.parametrize("text", [*texts("keeps", "tune"), *texts("keeps", "held_out")])
def test_what_keeps_the_seat_cancels_nothing(text: str) -> None:
    assert reply_intent(text) != "cancel"


@pytest.mark.parametrize(
    "text",
    [
        "Cancel my seat please. My wife's one is for her friend.",
        "Please cancel my seat, Thursday stays",
        "Bitte storniert meinen Platz, Donnerstag bleibt",
        "Fwd: see below\nI can't come, sorry",
        "I can't come on Thursday",
    ],
)
def test_a_cancel_of_the_seat_itself_is_still_noticed(text: str) -> None:
    assert reply_intent(text) in ("cancel", "seems_cancel")


@pytest.mark.parametrize("text", texts("agrees", "tune"))
def test_a_casual_yes_is_a_yes(text: str) -> None:
    assert short_answer(text) == "yes"


def test_most_unseen_casual_yeses_are_a_yes() -> None:
    assert [short_answer(text) for text in texts("agrees", "held_out")].count("yes") >= 23
