"""What a template would look like as a mail, and letters that are safe to try out."""

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from fullhouse.kernel.letter_html import as_text
from fullhouse.kernel.letters import Letter
from fullhouse.products.rsvp.host_templates import check_template
from fullhouse.products.rsvp.model import Event, ReminderPlan, Settings
from fullhouse.products.rsvp.sample_messages import (
    VOICED,
    default_templates,
    safe_sample,
    sample_message,
    sample_values,
)
from fullhouse.products.rsvp.wording import compose
from tests.products.rsvp.told import message
from tests.support.phrases import phrases

PHRASES = phrases("rsvp")

NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)


def party(**settings: Any) -> Event:
    return Event(
        id="party",
        name="Summer party",
        starts_at=datetime(2026, 6, 20, 18, 0),
        ends_at=datetime(2026, 6, 20, 21, 0),
        timezone="Europe/Berlin",
        venue="The old mill",
        host_email="host@example.org",
        settings=Settings(**settings),
        plans=(ReminderPlan(0, (), "09:00"),),
        created_at=NOW,
        cap=2,
    )


def sample_letter(*given: Any) -> Letter:
    return compose(sample_message(*given), lambda purpose: f"https://party.example/{purpose}")


@pytest.mark.parametrize("kind", VOICED)
@pytest.mark.parametrize("language", PHRASES)
@pytest.mark.parametrize("max_party", [1, 4])
def test_our_own_words_are_a_template_to_begin_from(
    kind: str, language: str, max_party: int
) -> None:
    event = party(language=language, max_party=max_party)
    template = default_templates(kind, event)
    check_template(kind, template)
    if kind not in {"changed", "cancelled", "event_cancelled", "link"}:
        written = sample_letter(kind, event, NOW, template)
        assert written.paragraphs == sample_letter(kind, event, NOW).paragraphs


def test_where_nobody_brings_company_the_words_speak_of_one_seat_only() -> None:
    assert "party" not in default_templates("confirmation", party())
    assert "{% if party == 1 %}" in default_templates("confirmation", party(max_party=2))


@pytest.mark.parametrize("kind", VOICED)
def test_the_sample_is_the_whole_mail_with_the_words_as_typed(kind: str) -> None:
    letter = sample_letter(kind, party(), NOW, "Hello {{ name }}, see you at {{ event }}.")
    assert letter.paragraphs == ("Hello Ada, see you at Summer party.",)
    assert letter.subject
    assert letter.footer


@pytest.mark.parametrize("kind", VOICED)
def test_what_can_be_inserted_is_that_of_the_sample(kind: str) -> None:
    values = sample_values(kind, party(), NOW)
    template = "\n\n".join(f"{{{{ {name} }}}}" for name in values)
    check_template(kind, template)
    assert sample_letter(kind, party(), NOW, template).paragraphs == tuple(
        map(str, values.values())
    )


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("waitlisted", "You're number 3 on the waitlist"),
        ("reminder", "In one week: Summer party"),
        ("offer", "Held for you until: today, 17:00"),
        ("invite", "Held for you until: Thursday 4 June, 11:00"),
    ],
)
def test_a_sample_says_what_its_kind_says(kind: str, says: str) -> None:
    assert says in as_text(sample_letter(kind, party(), NOW))


def test_a_trial_names_nobody_and_can_change_nothing() -> None:
    real = message("confirmation", guest={"name": "Grace Hopper"})
    letter = safe_sample(real, "https://party.example/e/E1")
    assert "Grace" not in msgspec.json.encode(letter).decode()
    assert set(letter.links.values()) == {"https://party.example/e/E1"}
    assert (letter.stop_url, letter.reply_to, letter.to_name, letter.calendar) == ("", "", "", None)


def test_a_message_to_the_host_can_be_tried_out_too() -> None:
    assert "71 of 80" in safe_sample(message("headcount"), "https://party.example/e/E1").subject
