"""Letters and texts to customers of a business in every language, and notes to staff in four."""

from datetime import UTC, datetime
from typing import Any

import pytest

from fullhouse.kernel.letter_html import as_html
from fullhouse.kernel.sms import encoding, segment_count, shortened, to_gsm7
from fullhouse.locale import DESK_LANGUAGES, LANGUAGES
from fullhouse.products.frontdesk.waitlist.template_values import phrases_of
from tests.products.businesses import SPEAKERS, Facts, Speaker
from tests.products.frontdesk.waitlist.told import NOW
from tests.products.saying import is_said_whole, sentences, shape
from tests.support.phrases import phrases

CUSTOMERS = {name: phrases("frontdesk", name) for name in SPEAKERS}
OTHERS = [language for language in LANGUAGES if language not in DESK_LANGUAGES]
SHORT_LINK = "https://salon.example/s/AbCdEfGhIjKl"
# Messages of the same kinds that say more, or other things.
LONGER: dict[str, tuple[tuple[str, Facts], ...]] = {
    "waitlist": (
        ("booked", {"managed": True}),
        ("booked", {"managed": True, "instead_of": NOW}),
        ("booked", {"managed": True, "kept": (NOW,)}),
        ("offer", {"rolls_on": True, "takes_answers": True}),
        ("offer", {"left": {"minutes": 40, "whole": 90}}),
        ("joined", {"asked": {"on": "x"}}),
        ("cancelled", {"slot": None}),
        ("offer_withdrawn", {"entry": {"state": "left"}}),
    ),
    "appointments": (
        ("reminder", {"move": "second_reminder"}),
        ("rescheduled", {"before": NOW}),
        ("rescheduled", {"was_with": "Sam"}),
        ("booked", {"appointment": {"party": 5}}),
    ),
}
in_each = pytest.mark.parametrize("language", OTHERS)
by_each = pytest.mark.parametrize(
    ("name", "speaker"), [pytest.param(name, one, id=name) for name, one in SPEAKERS.items()]
)


def told_to_customers(name: str, speaker: Speaker) -> list[tuple[str, Facts]]:
    return [*((kind, {}) for kind in speaker.to_customers), *LONGER[name]]


def text_of(speaker: Speaker, kind: str, language: str, **facts: Any) -> str:
    message = speaker.message(kind, "text", business={"language": language}, **facts)
    return speaker.compose(message, lambda _purpose: SHORT_LINK).text


@by_each
@in_each
def test_every_message_to_customers_is_said_whole_and_without_english(
    name: str, speaker: Speaker, language: str
) -> None:
    english = {sentence for sentence in sentences(CUSTOMERS[name]["en"]) if " " in sentence}
    for kind, facts in told_to_customers(name, speaker):
        told = speaker.letter(kind, business={"language": language}, **facts)
        is_said_whole(told)
        assert told.language == language
        assert [one for one in english if any(one in said for said in told.paragraphs)] == []
        direction = "rtl" if language == "ar" else "ltr"
        assert f'dir="{direction}"' in as_html(told)


@by_each
@in_each
def test_every_language_has_the_phrases_of_customers_with_the_same_values(
    name: str, speaker: Speaker, language: str
) -> None:
    known = shape(CUSTOMERS[name][language])
    assert known.keys() == shape(CUSTOMERS[name]["en"]).keys()
    assert speaker.voiced in {key.partition(".")[0] for key in known}


@by_each
@in_each
def test_no_sentence_to_customers_is_english(name: str, speaker: Speaker, language: str) -> None:
    assert speaker.to_customers
    shared = sentences(CUSTOMERS[name][language]) & sentences(CUSTOMERS[name]["en"])
    assert {sentence for sentence in shared if " " in sentence} == set()


@by_each
@in_each
def test_a_text_is_sent_in_one_part_where_the_letters_allow_it(
    name: str, speaker: Speaker, language: str
) -> None:
    """Dates and names of days are longer in some languages than in others."""
    said = {
        f"{kind} {facts}": text_of(speaker, kind, language, **facts)
        for kind, facts in told_to_customers(name, speaker)
    }
    if language == "ar":
        assert {encoding(text) for text in said.values()} == {"UCS-2"}
        assert max(map(segment_count, said.values())) <= 3
        return
    assert {encoding(text) for text in said.values()} == {"GSM-7"}
    long = {what for what, text in said.items() if segment_count(text) > 1}
    assert {what for what in long if "kept" not in what and "instead_of" not in what} == set()


@pytest.mark.parametrize(
    ("language", "day"), [("it", "mercoledì 1 luglio"), ("pt", "quarta-feira, 1 de julho")]
)
def test_the_first_of_a_month_costs_no_second_part(language: str, day: str) -> None:
    first = {"starts_at": datetime(2026, 7, 1, 7, tzinfo=UTC)}
    said = text_of(SPEAKERS["appointments"], "booked", language, appointment=first)
    assert day in said
    assert (encoding(said), segment_count(said)) == ("GSM-7", 1), said


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "ar"])
@pytest.mark.parametrize(
    "kind", ["help", "help.booked", "help.stopped", "words", "read", "not_coming", "still_open"]
)
def test_a_reply_to_a_text_is_one_part(kind: str, language: str) -> None:
    said = phrases_of(language)
    values = {
        "from_business": said.say("from_business", {"business": "Salon Jess"}),
        "call": said.say("text.call", {"phone": "+49301234567"}),
        "page": f"https://salon-jess.example/waitlist?lang={language}",
        "links": SHORT_LINK,
    }
    text = shortened(to_gsm7(said.say(f"text.{kind}", values)))
    assert (encoding(text), segment_count(text)) == ("GSM-7", 1), text


@in_each
def test_an_offer_invites_to_the_word_that_is_read(language: str) -> None:
    invites = str(CUSTOMERS["waitlist"][language]["yes.text"])
    speaker = SPEAKERS["waitlist"]
    said = text_of(speaker, "offer", language, takes_answers=True, rolls_on=True)
    assert f" {shortened(invites)}" in said


@by_each
@in_each
def test_notes_to_staff_are_in_english_where_the_desk_has_no_such_language(
    name: str, speaker: Speaker, language: str
) -> None:
    for kind in speaker.to_staff:
        told = speaker.letter(kind, business={"language": language})
        assert told == speaker.letter(kind, business={"language": "en"}), name
