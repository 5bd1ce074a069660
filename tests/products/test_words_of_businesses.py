"""What holds for every letter and text of the waitlist and of appointments, in every language."""

import itertools
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.kernel.letter_html import as_html, as_text
from fullhouse.kernel.letters import LONGEST_SUBJECT
from fullhouse.kernel.messages import Channel
from fullhouse.kernel.sms import encoding, segment_count
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.shared.voice import Voice, parse_voice
from tests.products.businesses import SPEAKERS, Facts, Speaker
from tests.products.frontdesk.appointments.told import NOW
from tests.products.saying import HOSTILE, is_said_whole, link, sentences, shape, stays_text

BOTH: tuple[Channel, ...] = ("mail", "text")
LANGUAGES = list(SPEAKERS["waitlist"].phrases)
each_speaker = pytest.mark.parametrize(
    "speaker", [pytest.param(one, id=name) for name, one in SPEAKERS.items()]
)
each_language = pytest.mark.parametrize("language", LANGUAGES)
each_kind = pytest.mark.parametrize(
    ("speaker", "kind"),
    [
        pytest.param(one, kind, id=f"{name}-{kind}")
        for name, one in SPEAKERS.items()
        for kind in one.kinds
    ],
)
each_told = pytest.mark.parametrize(
    ("speaker", "kind", "facts"),
    [
        pytest.param(one, *told, id=f"{name}-{told[0]}")
        for name, one in SPEAKERS.items()
        for told in one.told
    ],
)


@each_told
@each_language
@pytest.mark.parametrize("channel", BOTH)
@pytest.mark.parametrize("named", [True, False])
def test_every_kind_is_said(
    speaker: Speaker, kind: str, facts: Facts, language: str, channel: Channel, named: bool
) -> None:
    business = {"language": language, **({} if named else {"name": ""})}
    told = speaker.letter(kind, channel, business=business, **facts)
    is_said_whole(told)
    assert told.language == language


@each_speaker
def test_both_products_speak_the_same_languages(speaker: Speaker) -> None:
    assert list(speaker.phrases) == LANGUAGES


@each_speaker
@each_language
def test_every_language_has_the_same_phrases_with_the_same_values(
    speaker: Speaker, language: str
) -> None:
    assert shape(speaker.phrases[language]) == shape(speaker.phrases["en"])


@each_speaker
@pytest.mark.parametrize(("one", "other"), list(itertools.combinations(LANGUAGES, 2)))
def test_no_language_says_a_sentence_in_the_words_of_another(
    speaker: Speaker, one: str, other: str
) -> None:
    assert sentences(speaker.phrases[one]) & sentences(speaker.phrases[other]) == set()


@each_speaker
def test_an_unknown_language_falls_back_to_english(speaker: Speaker) -> None:
    assert speaker.letter(speaker.voiced, business={"language": "tlh"}).language == "en"
    assert speaker.letter(speaker.voiced, business={"language": "de-AT"}).language == "de"


@each_kind
@pytest.mark.parametrize("channel", BOTH)
def test_each_kind_has_the_buttons_one_expects(
    speaker: Speaker, kind: str, channel: Channel
) -> None:
    purposes, main = speaker.buttons[kind] if kind in speaker.to_customers else (["desk"], ["desk"])
    told = speaker.letter(kind, channel)
    assert told.links == {purpose: link(purpose) for purpose in purposes}
    assert [button.purpose for button in told.buttons if button.main] == main


@each_kind
def test_a_note_to_staff_greets_nobody(speaker: Speaker, kind: str) -> None:
    told = speaker.letter(kind)
    assert ("front desk at Salon Jess" in told.footer[0]) is (kind in speaker.to_staff)
    assert told.to_name == ("" if kind in speaker.to_staff else "Ada")


@each_speaker
@pytest.mark.parametrize(
    ("now", "said"),
    [
        ("2026-06-12T08:00", "today, 14:00"),
        ("2026-06-11T20:00", "tomorrow, 14:00"),
        ("2026-06-11T23:00", "today, 14:00"),
        ("2026-06-10T20:00", "Friday 12 June, 14:00"),
        ("2025-12-01T09:00", "Friday 12 June 2026, 14:00"),
    ],
)
def test_days_are_counted_on_the_wall_of_the_business_when_the_message_was_decided(
    speaker: Speaker, now: str, said: str
) -> None:
    decided = datetime.fromisoformat(now).replace(tzinfo=UTC)
    assert speaker.letter(speaker.voiced, now=decided).subject == f"{speaker.subject}, {said}"


@each_speaker
def test_the_clock_is_that_of_the_business(speaker: Speaker) -> None:
    told = speaker.letter(speaker.voiced, business={"zone": "America/Los_Angeles"})
    assert told.subject == f"{speaker.subject}, tomorrow, 05:00"


class TestNamesThatMeanNoGood:
    @each_kind
    @pytest.mark.parametrize("channel", BOTH)
    def test_stay_text(self, speaker: Speaker, kind: str, channel: Channel) -> None:
        facts: dict[str, Any] = {
            "business": {"name": HOSTILE},
            "proposal": dict.fromkeys(("sender", "subject", "name", "service"), HOSTILE),
            **speaker.hostile(kind),
        }
        stays_text(speaker.letter(kind, channel, **facts))

    @each_speaker
    def test_that_never_end_leave_a_subject_of_one_line(self, speaker: Speaker) -> None:
        assert (
            len(speaker.letter(speaker.voiced, **speaker.named("Ada", "x" * 1000)).subject)
            == LONGEST_SUBJECT
        )

    @each_speaker
    @given(name=st.text(), service=st.text(), business=st.text())
    def test_of_any_kind_make_a_letter(
        self, speaker: Speaker, name: str, service: str, business: str
    ) -> None:
        for channel in BOTH:
            told = speaker.letter(
                speaker.voiced, channel, business={"name": business}, **speaker.named(name, service)
            )
            assert "\n" not in told.subject + told.heading
            assert as_text(told).encode()
            assert as_html(told).encode()


class TestFactsOfAnotherTime:
    @each_kind
    @each_language
    @pytest.mark.parametrize("channel", BOTH)
    @pytest.mark.parametrize(
        "facts", [{}, {"slot": {}, "offer": {}}], ids=["no facts", "facts without facts"]
    )
    def test_a_message_that_knows_nothing_still_says_something(
        self, speaker: Speaker, kind: str, language: str, channel: Channel, facts: Facts
    ) -> None:
        known = {"business": {"language": language}, **facts}
        bare = speaker.compose(
            msgspec.structs.replace(speaker.message(kind, channel), facts=known), link
        )
        assert as_text(bare).strip()
        assert as_html(bare)

    @each_kind
    def test_facts_that_are_not_known_yet_are_passed_over(
        self, speaker: Speaker, kind: str
    ) -> None:
        fresh = speaker.message(kind)
        newer = msgspec.structs.replace(fresh, facts={**fresh.facts, "weather": {"sunny": True}})
        assert speaker.compose(newer, link) == speaker.compose(fresh, link)

    @each_told
    def test_facts_read_back_from_json_say_the_same(
        self, speaker: Speaker, kind: str, facts: Facts
    ) -> None:
        fresh = speaker.message(kind, **facts)
        stored = msgspec.structs.replace(
            fresh, facts=msgspec.json.decode(msgspec.json.encode(fresh.facts))
        )
        assert speaker.compose(stored, link) == speaker.compose(fresh, link)


class TestTexts:
    @each_speaker
    @each_language
    def test_need_no_letter_that_costs_more_in_our_own_words(
        self, speaker: Speaker, language: str
    ) -> None:
        phrases = [
            str(phrase)
            for key, phrase in speaker.phrases[language].items()
            if key.endswith(".text")
        ]
        assert {encoding(phrase) for phrase in phrases} == {"GSM-7"}

    @each_kind
    def test_are_not_said_by_mail(self, speaker: Speaker, kind: str) -> None:
        assert speaker.letter(kind).text == ""

    @each_told
    @each_language
    def test_need_two_parts_at_most_with_a_long_link(
        self, speaker: Speaker, kind: str, facts: Facts, language: str
    ) -> None:
        message = speaker.message(kind, "text", business={"language": language}, **facts)
        said = speaker.compose(message, long_link).text
        assert encoding(said) == "GSM-7"
        assert segment_count(said) <= 2


def long_link(purpose: str) -> str:
    return f"https://salon.example/l/k1.{purpose}.appointments.".ljust(150, "x")


class TestOurVoiceToBeginFrom:
    @each_speaker
    @each_language
    def test_can_be_read_and_is_what_we_say(self, speaker: Speaker, language: str) -> None:
        reading = parse_voice(speaker.our_voice(language))
        assert reading.problems == ()
        rulebook = Rulebook(business="Salon Jess", language=language, staff=("Jess",))
        for channel in ("mail", "text"):
            said = speaker.sample_letter(channel, reading.templates, rulebook, NOW)
            assert said == speaker.sample_letter(channel, Voice(), rulebook, NOW)
        assert (
            segment_count(speaker.sample_letter("text", reading.templates, rulebook, NOW).text) == 1
        )

    @each_speaker
    def test_is_english_in_a_language_that_we_do_not_speak(self, speaker: Speaker) -> None:
        assert speaker.our_voice("tlh") == speaker.our_voice("en")


@each_speaker
def test_a_paragraph_that_was_written_for_staff_takes_the_place_of_ours_above_the_figures(
    speaker: Speaker,
) -> None:
    said = "A warm and quiet time lies behind you."
    told, plain = speaker.letter("summary", narrative=said), speaker.letter("summary")
    assert told.paragraphs == (said,)
    assert told.details == plain.details != ()
