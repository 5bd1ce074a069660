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


@pytest.mark.parametrize("text", texts("turns_down", "tune"))
def test_known_way_to_turn_an_offer_down_declines_it(text: str) -> None:
    assert grammar_intent(text) != "come"
    assert declines_offer(text) or grammar_intent(text) == "cancel"


def test_most_unseen_ways_to_turn_an_offer_down_decline_it() -> None:
    found = [
        grammar_intent(text) != "come"
        and (declines_offer(text) or grammar_intent(text) == "cancel")
        for text in texts("turns_down", "held_out")
    ]
    assert found.count(True) >= 20


@pytest.mark.parametrize(
    "text",
    [
        "It's not my cup of tea but I'll take it!",
        "Is it for people who are not into jazz?",
        "Yes, I accept! I'd rather not sit in front, though.",
        "Would it be rude to say no to the dessert?",
        "Gern! Wein ist nichts für mich, aber ich komme.",
        "Ist das auch was, wenn Jazz nicht mein Ding ist?",
        "Avec plaisir, même si le vin n'est pas mon truc",
        "¡Me apunto! El vino no es lo mío, pero voy",
    ],
)
def test_a_dislike_beside_a_yes_declines_nothing(text: str) -> None:
    assert grammar_intent(text) == "come" or not declines_offer(text)


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


@pytest.mark.parametrize("text", texts("sober", "tune"))
def test_who_drives_or_eats_little_is_not_asked_about(text: str) -> None:
    assert reply_intent(text) in ("come", "nothing")


def test_most_roundabout_cancels_are_noticed_and_acted_on() -> None:
    found = [reply_intent(text) for text in texts("hinted", "tune")]
    assert found.count("cancel") + found.count("seems_cancel") >= 11
    assert found.count("cancel") >= 7


@pytest.mark.parametrize("text", SENTENCES["sounds_alike"]["texts"])
def test_what_sounds_like_a_roundabout_cancel_cancels_nothing(text: str) -> None:
    assert reply_intent(text) != "cancel"


@pytest.mark.parametrize(
    "text",
    [
        "My neighbours drop out, nothing to do with my booking",
        "Die Kollegen sagen ab, mit meiner Anmeldung hat das nichts zu tun",
        "Mes voisins annulent, notre réservation reste valable",
        "Mis vecinos cancelan, nuestra reserva sigue igual",
        "The April date is no good, but 14 March as planned",
    ],
)
def test_a_seat_that_stands_is_not_asked_about(text: str) -> None:
    assert reply_intent(text) in ("come", "nothing")


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("Fwd: Friday", "Is this one of yours? It landed in my inbox"),
        ("WG: Absage", "Das gehört wohl euch und nicht mir"),
        ("TR: annulation", "Ce courrier s'est trompé de porte"),
        ("RV: anulación", "Os lo mando por si os sirve"),
    ],
)
def test_words_above_a_forwarded_mail_are_not_asked_about(subject: str, text: str) -> None:
    assert reply_intent(text, subject) == "nothing"


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


def test_known_cancels_are_acted_on_or_asked_about() -> None:
    found = [reply_intent(text) for text in texts("cancels", "tune")]
    assert set(found) == {"cancel", "seems_cancel"}
    assert found.count("cancel") >= 22


def test_unseen_cancels_are_acted_on() -> None:
    assert {reply_intent(text) for text in texts("cancels", "held_out")} == {"cancel"}


@pytest.mark.parametrize(
    "text",
    [
        "Could you please delete my registration for the 9th? I signed up for the wrong month.",
        "Könntet ihr bitte meinen Platz stornieren? Ich hatte mich im Monat geirrt.",
        "Pouvez-vous annuler ma réservation ? Je pensais que c'était un autre mois.",
        "¿Me podrían anular la reserva? Pensaba que era otro mes.",
    ],
)
def test_a_polite_request_to_cancel_is_no_open_question(text: str) -> None:
    assert reply_intent(text) == "cancel"


@pytest.mark.parametrize(
    "text",
    [
        "Could you cancel my seat if I'm not there by eight?",
        "Can you cancel my seat? Or is it possible to move to the next date?",
        "Can I cancel my seat until Friday?",
        "Could you take me off the reminders?",
        "Could you delete my phone number?",
        "Would you cancel my sister's seat? She is ill.",
        "Have you cancelled my seat?",
        "Was my registration deleted?",
        "Why did you cancel my seat?",
        "Wurde mein Platz storniert?",
        "Warum storniert ihr meinen Platz?",
        "Vous annulez ma place ?",
        "¿Por qué cancelan mi plaza?",
        "¿Me habéis cancelado la plaza?",
        "Did you cancel my seat? I'm still coming!",
        "Könnt ihr mich bitte aus dem Mailverteiler nehmen?",
        "Könnt ihr meinen Platz stornieren, falls ich um acht nicht da bin?",
        "Kein Interesse mehr an euren Kursmails, bitte abmelden.",
        "¿Pueden darme de baja de todos los envíos?",
        "Kann man seinen Platz auch kurz vorher noch stornieren?",
        "Habt ihr meinen Platz storniert?",
        "Könntet ihr meine Schwester abmelden? Sie ist krank.",
        "Pouvez-vous annuler ma place si je suis en retard ?",
        "Avez-vous annulé ma place ?",
        "Pouvez-vous annuler la place de ma sœur ? Elle est malade.",
        "¿Pueden anular mi reserva si llego tarde?",
        "¿Se puede cancelar mi plaza sin que cobren?",
        "¿Han anulado mi reserva?",
        "¿Pueden anular la plaza de mi hermana? Está enferma.",
        "Ich kan euch gar nich sagen, wie ich mich freue",
        "Das Yoga letzte Woche mussten sie absgaen, schade.",
        "My dad canot wait to meet you all",
    ],
)
def test_what_only_sounds_like_a_request_cancels_nothing(text: str) -> None:
    assert reply_intent(text) != "cancel"
