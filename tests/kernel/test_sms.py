"""Texts: what they cost, how they are kept plain, and which replies are understood."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.kernel.sms import (
    BASIC,
    EXTENDED,
    REPLIES,
    Reply,
    answer_of,
    encoding,
    help_language,
    keyword_of,
    segment_count,
    shortened,
    to_gsm7,
)

SMILE = "\U0001f642"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("a", 1),
        ("a" * 160, 1),
        ("a" * 161, 2),
        ("a" * 306, 2),
        ("a" * 307, 3),
        ("Grüße, señor, à bientôt".replace("ô", "o") * 6, 1),
        ("€" * 80, 1),
        ("€" * 81, 2),
        ("\n" * 160, 1),
    ],
)
def test_a_plain_text_has_160_places_or_153_in_each_of_several(text: str, count: int) -> None:
    assert encoding(text) == "GSM-7"
    assert segment_count(text) == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("ł", 1),
        ("ł" * 70, 1),
        ("ł" * 71, 2),
        ("ł" * 134, 2),
        ("ł" * 135, 3),
        (SMILE * 35, 1),
        (SMILE * 36, 2),
        ("a" * 69 + "\u2019", 1),
        ("a" * 70 + "\u2019", 2),
    ],
)
def test_one_letter_outside_the_alphabet_leaves_70_places_or_67_in_each_of_several(
    text: str, count: int
) -> None:
    assert encoding(text) == "UCS-2"
    assert segment_count(text) == count


def test_what_takes_two_places_goes_whole_into_the_next_part() -> None:
    assert segment_count("a" * 152 + "€" + "a" * 152) == 3, (
        "the euro leaves one place of the first part empty"
    )
    assert segment_count("a" * 151 + "€" + "a" * 153) == 2
    assert segment_count("ł" * 66 + SMILE + "ł" * 66) == 3
    assert segment_count("ł" * 65 + SMILE + "ł" * 67) == 2


def test_the_alphabet_is_the_one_that_phones_know() -> None:
    assert (len(BASIC), len(EXTENDED)) == (127, 10), (
        "128 places, of which one calls the extended letters"
    )
    assert {"ç", "`", "á", "Á", "ê", "\t"}.isdisjoint(BASIC | EXTENDED)


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("2:00\u202fPM", "2:00 PM"),
        ("20\u00a0€", "20 €"),
        ("“Today” \u2013 it\u2019s yours…", '"Today" - it\'s yours...'),
        ("«\u202fOui\u202f»", '" Oui "'),
        ("a\r\nb\rc\u2028d", "a\nb\nc\nd"),
        ("a\tb", "a b"),
        ("u\u0308ber", "über"),
        ("\u202eevil\u202c \x1b[31mred\x07\x0c\x7f\ufeff", "evil [31mred"),
        ("half \ud83d and \udc00", "half  and"),
        ("soft\u00adhyphen zero\u200bwidth", "softhyphen zerowidth"),
        ("Žofie łódź 子", "Žofie łódź 子"),
        (f"family 👩\u200d👧 {SMILE}", f"family 👩\u200d👧 {SMILE}"),
    ],
)
def test_what_would_needlessly_cost_more_or_do_harm_is_written_plainly(
    typed: str, plain: str
) -> None:
    assert to_gsm7(typed) == plain


@given(st.text(st.characters()))
def test_a_plainer_text_is_plain_and_can_be_sent(typed: str) -> None:
    plain = to_gsm7(typed)
    assert to_gsm7(plain) == plain
    assert plain.encode("utf-16-le").decode("utf-16-le") == plain
    assert not any(
        unicodedata.category(letter) in {"Cc", "Cs"} for letter in plain.replace("\n", "")
    )


@given(st.text(st.characters(codec="utf-8")))
def test_parts_are_never_fewer_than_the_places_taken_need(text: str) -> None:
    if encoding(text) == "UCS-2":
        units = len(text.encode("utf-16-le")) // 2
        assert (
            segment_count(text) == 1
            if units <= 70
            else -(-units // 67) <= segment_count(text) <= -(-units // 66)
        )
    else:
        septets = len(text) + sum(letter in EXTENDED for letter in text)
        assert segment_count(text) <= max(1, -(-septets // 152))


@pytest.mark.parametrize(
    ("body", "reply"),
    [
        ("STOP", "stop"),
        ("  stop.\n", "stop"),
        ("Stop!!! 🛑", "stop"),
        ('"STOP ALL"', "stop"),
        ("opt-out", "stop"),
        ("Unsubscribe", "stop"),
        ("CANCEL", "stop"),
        ("End", "stop"),
        ("QUIT", "stop"),
        ("revoke", "stop"),
        ("STOPP", "stop"),
        ("Kündigen", "stop"),
        ("Arrêt", "stop"),
        ("Désabonnement", "stop"),
        ("BAJA", "stop"),
        ("\uff33\uff34\uff2f\uff30", "stop"),
        ("Start", "start"),
        ("yes", "start"),
        ("UNSTOP", "start"),
        ("HELP?", "help"),
        ("info", "help"),
        ("Hilfe", "help"),
        ("aide", "help"),
        ("ayuda", "help"),
    ],
)
def test_the_carriers_words_are_understood_in_four_languages(body: str, reply: Reply) -> None:
    assert keyword_of(body) == reply


@pytest.mark.parametrize("body", ["ja", "Ja!", "OUI", "¡Sí!", "si"])
def test_a_yes_that_no_carrier_knows_is_meant_for_an_offer_and_is_helped_not_taken_for_consent(
    body: str,
) -> None:
    assert keyword_of(body) == "help"


@pytest.mark.parametrize("body", ["START", "Yes.", "unstop"])
def test_the_three_words_by_which_twilio_lets_texts_through_again_are_consent_here_too(
    body: str,
) -> None:
    assert keyword_of(body) == "start"


@pytest.mark.parametrize(
    "body",
    [
        "",
        "🛑",
        "don't stop",
        "I will stop by at two",
        "yes please",
        "c",
        "no",
        "stop " * 30,
        "help me find the door",
    ],
)
def test_anything_more_is_left_to_people(body: str) -> None:
    assert keyword_of(body) is None


def test_each_word_stands_as_it_is_looked_up() -> None:
    assert all(keyword_of(word) == reply for word, reply in REPLIES.items())
    assert all(word.isalnum() and word.isascii() and word == word.casefold() for word in REPLIES)


@pytest.mark.parametrize(
    ("text", "small"),
    [
        ("Colour, sábado 20 de junio", "Colour, sabado 20 de junio"),
        ("Zoë, François, Łukasz, Œuvre", "Zoe, Francois, Lukasz, OEuvre"),
        ("Grüße, señor, à la carte, 5 €", "Grüße, señor, à la carte, 5 €"),
        ("mercoledì 1º luglio, 1ª visita", "mercoledì 1 luglio, 1a visita"),
    ],
)
def test_marks_that_cost_a_part_are_left_off_and_those_that_cost_nothing_stay(
    text: str, small: str
) -> None:
    assert shortened(text) == small
    assert encoding(small) == "GSM-7"


@pytest.mark.parametrize("text", ["sábado con Ольга", "sábado " + SMILE, "עדה, sábado", "\u0301"])
def test_marks_stay_where_leaving_them_off_would_save_nothing(text: str) -> None:
    assert shortened(text) == text


@given(st.text())
def test_a_smaller_text_is_never_sent_in_more_parts(text: str) -> None:
    assert segment_count(shortened(text)) <= segment_count(text)


@pytest.mark.parametrize(
    ("body", "answer"),
    [("Yes!", "yes"), (" sí ", "yes"), ("NEIN.", "no"), ("yes, but later", None)],
)
def test_an_answer_to_an_offer_is_a_single_word(body: str, answer: str | None) -> None:
    assert answer_of(body) == answer


@pytest.mark.parametrize(
    ("yes", "no", "language"),
    [
        ("SÌ", "no", "it"),
        ("Sim", "Não!", "pt"),
        ("Ja", "nee", "nl"),
        ("TAK.", "nie", "pl"),
        ("Ja", "nej", "sv"),
        ("نعم", "لا", "ar"),
    ],
)
def test_an_answer_is_read_in_the_language_in_which_we_write(
    yes: str, no: str, language: str
) -> None:
    assert (answer_of(yes, language), answer_of(no, language)) == ("yes", "no")


def test_thanks_in_danish_are_no_yes() -> None:
    assert answer_of("Tak") is None
    assert answer_of("Nie", "de") is None


@pytest.mark.parametrize(
    ("body", "language"),
    [("Hilfe!", "de"), ("aide", "fr"), ("AYUDA", "es"), ("Información", "es"), ("HELP", "")],
)
def test_a_word_for_help_tells_the_language(body: str, language: str) -> None:
    assert keyword_of(body) == "help"
    assert help_language(body) == language
