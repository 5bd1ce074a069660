"""Our voice to start from: what it renders to is what we say, in every language of a business."""

from datetime import UTC, datetime
from typing import Literal

import pytest
from msgspec.structs import replace

from fullhouse.kernel.letters import Letter
from fullhouse.locale import LANGUAGES
from fullhouse.products.frontdesk.shared import our_voice
from fullhouse.products.frontdesk.shared.message_facts import TemplateFacts
from fullhouse.products.frontdesk.shared.our_voice import (
    offer_voice,
    own_templates,
    reminder_voice,
)
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.shared.voice import FORMER_VOICE, Voice, parse_voice
from tests.products.businesses import SPEAKERS

NOW = datetime(2026, 6, 11, 9, 0, tzinfo=UTC)
each_language = pytest.mark.parametrize("language", LANGUAGES)
each_channel = pytest.mark.parametrize("channel", ["text", "mail"])
Channel = Literal["text", "mail"]
OFFERS, REMINDERS = SPEAKERS["waitlist"], SPEAKERS["appointments"]


def rulebook(language: str, staff: tuple[str, ...] = ("Jess",)) -> Rulebook:
    return Rulebook(business="Salon Jess", language=language, staff=staff)


@pytest.fixture
def as_if_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take our own templates for those of staff, so that they are rendered."""
    monkeypatch.setattr(our_voice, "_our_templates", frozenset)


def said(letter: Letter) -> tuple[object, ...]:
    """Return what a template says of a letter."""
    return letter.subject, letter.paragraphs, letter.text


@pytest.mark.usefixtures("as_if_written")
@pytest.mark.parametrize(
    ("language", "channel"),
    [
        (language, channel)
        for language in LANGUAGES
        for channel in ("text", "mail")
        # Only our own phrases leave out names, so that a text in Arabic needs no second part.
        if (language, channel) != ("ar", "text")
    ],
)
@pytest.mark.parametrize("staff", [("Jess",), ()], ids=["with staff", "without"])
def test_rendered_it_reads_like_our_phrases(
    language: str, channel: Channel, staff: tuple[str, ...]
) -> None:
    book = rulebook(language, staff)
    voice = parse_voice(offer_voice(language) + reminder_voice(language))
    assert voice.problems == ()
    reminder = REMINDERS.sample_letter(channel, voice.templates, book, NOW)
    assert said(reminder) == said(REMINDERS.sample_letter(channel, Voice(), book, NOW))
    offer = OFFERS.sample_letter(channel, voice.templates, book, NOW)
    ours = OFFERS.sample(channel, Voice(), book, NOW)
    # Staff begin from what is true of every offer, also of the last one.
    last = replace(ours, facts={**ours.facts, "rolls_on": False})
    assert said(offer) == said(OFFERS.letter_of(last))


@each_language
@each_channel
def test_left_as_it_is_it_stays_ours(language: str, channel: Channel) -> None:
    book = rulebook(language)
    voice = parse_voice(offer_voice(language)).templates
    assert OFFERS.sample_letter(channel, voice, book, NOW) == OFFERS.sample_letter(
        channel, Voice(), book, NOW
    )


def test_a_part_that_staff_changed_is_theirs_and_the_others_stay_ours() -> None:
    voice = parse_voice(offer_voice("de")).templates
    facts = TemplateFacts(voice.text, f"{voice.mail} Bis bald!", voice.mail_subject)
    assert own_templates(facts) == TemplateFacts(mail=f"{voice.mail} Bis bald!")


def test_our_words_of_earlier_versions_are_known_as_ours() -> None:
    voice = parse_voice(FORMER_VOICE).templates
    assert own_templates(TemplateFacts(voice.text, voice.mail, voice.mail_subject)) == (
        TemplateFacts()
    )
