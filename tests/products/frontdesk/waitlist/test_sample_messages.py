"""What an offer would look like in the voice, and letters that are safe to try out."""

from datetime import UTC, datetime

import pytest

from fullhouse.kernel.letter_html import as_html, as_text
from fullhouse.kernel.messages import Channel
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, Service
from fullhouse.products.frontdesk.shared.voice import Voice
from fullhouse.products.frontdesk.waitlist.sample_messages import safe_sample, sample_message
from fullhouse.products.frontdesk.waitlist.wording import (
    CUSTOMER_KINDS,
    STAFF_KINDS,
    inserts_of,
)
from tests.products.businesses import SPEAKERS
from tests.products.frontdesk.waitlist.salon import Salon, mail
from tests.products.frontdesk.waitlist.told import message

NOW = datetime(2026, 6, 11, 9, 0, tzinfo=UTC)
sample_letter = SPEAKERS["waitlist"].sample_letter


def test_a_sample_shows_the_business_as_its_rules_have_it() -> None:
    rulebook = Rulebook(
        business="Salon Jess",
        zone="America/New_York",
        services=(Service("Cut", 45), Service("Colour", 90)),
        staff=("Sam",),
        claim_window_minutes=20,
    )
    told = sample_letter("mail", Voice(), rulebook, NOW)
    assert dict(told.details) == {
        "What": "Cut",
        "When": "tomorrow, Friday 12 June, 14:00",
        "With": "Sam",
        "How long": "45 minutes",
        "Held for you": "until 05:20",
    }


def test_a_sample_of_a_restaurant_is_a_table_for_two() -> None:
    rulebook = Rulebook(services=(Service("Table", 120),), places=8)
    told = sample_letter("mail", Voice(), rulebook, NOW)
    details = dict(told.details)
    assert (details["What"], details["People"]) == ("Table", "2")
    assert "With" not in details
    assert ", 2 people" in sample_letter("text", Voice(), rulebook, NOW).text


def test_a_sample_shows_the_words_as_typed() -> None:
    told = sample_letter("text", Voice(text="Now: {{ claim }} for {{ window }}"), Rulebook(), NOW)
    assert told.text == "Now: https://salon.example/claim for 10 minutes Reply STOP to end texts."


def test_a_sample_needs_no_rules() -> None:
    assert (
        sample_letter("mail", Voice(), Rulebook(), NOW).subject
        == "A slot is free for you: Appointment, tomorrow, 14:00"
    )


def test_what_can_be_inserted_is_that_of_the_sample() -> None:
    rulebook = Rulebook(services=(Service("Cut", 45),), phone="+49 30 1234567")
    found = inserts_of(sample_message("text", Voice(), rulebook, NOW), str.upper)
    assert found == {
        "service": "Cut",
        "when": "Friday 12 June, 14:00",
        "soon": "tomorrow, 14:00",
        "staff": "",
        "party": "",
        "window": "10 minutes",
        "until": "until 11:10",
        "name": "Ada",
        "business": "",
        "phone": "+49 30 1234567",
        "address": "",
        "claim": "CLAIM",
        "decline": "DECLINE",
    }


@pytest.mark.parametrize(
    ("channel", "reached"),
    [("text", {}), ("mail", {"phone": "", "email": mail("ada")})],
)
def test_a_sample_reads_like_an_offer_to_the_first_of_several(
    channel: Channel, reached: dict[str, str]
) -> None:
    salon = Salon(now="2026-06-20 12:00")
    salon.join("ada", **reached)
    salon.join("ben")
    salon.free("slot", "2026-06-21 14:00")
    (sent,) = [one for one in salon.carrier.handed if one.kind == "offer"]
    assert (sent.person, sent.channel) == ("ada", channel)
    told = SPEAKERS["waitlist"].letter_of(sent)
    shown = sample_letter(channel, Voice(), salon.rulebook, salon.now)
    assert shown == told
    assert channel == "text" or "goes to the next person" in shown.preview


@pytest.mark.parametrize("kind", [*CUSTOMER_KINDS, *STAFF_KINDS])
def test_a_letter_to_try_out_names_nobody_and_does_nothing(kind: str) -> None:
    grace = {"name": "Grace Hopper"}
    told = safe_sample(
        message(kind, entry=grace, tried=[grace], proposal=grace), "https://salon.example/waitlist"
    )
    assert set(told.links.values()) == {"https://salon.example/waitlist"}
    assert "Grace" not in as_text(told) + as_html(told)
    assert (told.stop_url, told.reply_to, told.calendar) == ("", "", None)


def test_a_text_to_try_out_leads_nowhere_else() -> None:
    told = safe_sample(message("offer", "text"), "https://salon.example/waitlist")
    assert "https://salon.example/waitlist" in told.text
    assert "/l/" not in told.text


def test_a_message_without_facts_can_be_tried_out() -> None:
    assert safe_sample(message("text_limit"), "#").subject
