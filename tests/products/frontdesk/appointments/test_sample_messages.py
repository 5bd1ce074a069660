"""What a reminder would look like in the voice, and letters that are safe to try out."""

from datetime import UTC, datetime

import pytest

from fullhouse.kernel.letter_html import as_html, as_text
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.appointments.sample_messages import safe_sample, sample_message
from fullhouse.products.frontdesk.appointments.wording import (
    CUSTOMER_KINDS,
    STAFF_KINDS,
    inserts_of,
)
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, Service
from fullhouse.products.frontdesk.shared.samples import longest_booking, sample_booking
from fullhouse.products.frontdesk.shared.voice import ReminderVoice, Voice
from tests.products.businesses import SPEAKERS
from tests.products.frontdesk.appointments.told import message

NOW = datetime(2026, 6, 11, 9, 0, tzinfo=UTC)
DESK = "https://salon.example/desk"
sample_letter = SPEAKERS["appointments"].sample_letter


def of_service(channel: str, voice: Voice, rulebook: Rulebook, service: str) -> Letter:
    return sample_letter(channel, voice, rulebook, NOW, sample_booking(rulebook, NOW, service))


def test_the_longest_sample_has_the_longest_names_and_date() -> None:
    services = (Service("Cut", 45), Service("Hot stone massage", 90))
    rulebook = Rulebook(services=services, staff=("Sam", "Maximiliane", "Jo"))
    longest = longest_booking(rulebook, NOW)
    assert (longest.name, longest.service) == ("Wilhelmina", "Hot stone massage")
    assert (longest.staff, longest.minutes) == ("Maximiliane", 90)
    assert wall_time(longest.starts_at, rulebook.zone).strftime("%A %d %B") == "Wednesday 17 June"
    assert longest_booking(rulebook, NOW, "cut").service == "Cut"
    assert longest_booking(Rulebook(), NOW).service == "Appointment"


def test_a_sample_shows_the_business_as_its_rules_have_it() -> None:
    rulebook = Rulebook(
        business="Salon Jess",
        zone="America/New_York",
        services=(Service("Cut", 45), Service("Colour", 90)),
        staff=("Sam",),
    )
    told = sample_letter("mail", Voice(), rulebook, NOW)
    assert dict(told.details) == {
        "What": "Cut",
        "When": "tomorrow, Friday 12 June, 14:00",
        "With": "Sam",
        "How long": "45 minutes",
    }
    assert dict(of_service("mail", Voice(), rulebook, "COLOUR").details)["What"] == "Colour"


def test_a_sample_of_a_restaurant_is_a_table_for_two() -> None:
    rulebook = Rulebook(services=(Service("Table", 120),), places=8)
    details = dict(sample_letter("mail", Voice(), rulebook, NOW).details)
    assert (details["What"], details["People"]) == ("Table", "2")
    assert "With" not in details


def test_what_can_be_inserted_is_that_of_the_sample() -> None:
    rulebook = Rulebook(business="The Mill", services=(Service("Table", 120),), places=8)
    found = inserts_of(sample_message("text", Voice(), rulebook, NOW), str.upper)
    assert found == {
        "service": "Table",
        "when": "Friday 12 June, 14:00",
        "soon": "tomorrow, 14:00",
        "staff": "",
        "party": 2,
        "name": "Ada",
        "business": "The Mill",
        "phone": "",
        "address": "",
        "confirm": "CONFIRM",
        "reschedule": "RESCHEDULE",
        "cancel": "CANCEL",
    }


def test_each_template_of_a_voice_has_its_sample() -> None:
    said = (ReminderVoice("", "All: {{ confirm }}"), ReminderVoice("cut", "Cut: {{ confirm }}"))
    voice = Voice(reminders=said)
    rulebook = Rulebook(services=(Service("Colour", 90), Service("Cut", 45)))
    samples = [of_service("text", voice, rulebook, one.service).text for one in said]
    assert samples == [
        "All: https://salon.example/confirm Reply STOP to end texts.",
        "Cut: https://salon.example/confirm Reply STOP to end texts.",
    ]


def test_words_for_a_service_that_the_rules_do_not_name_yet_have_a_sample_too() -> None:
    voice = Voice(reminders=(ReminderVoice("Perm", "{{ service }}: {{ confirm }}"),))
    assert of_service("text", voice, Rulebook(), "Perm").text.startswith("Perm: https")


def test_a_sample_needs_no_rules() -> None:
    assert (
        sample_letter("mail", Voice(), Rulebook(), NOW).subject
        == "Are you coming? Appointment, tomorrow, 14:00"
    )


@pytest.mark.parametrize("kind", [*CUSTOMER_KINDS, *STAFF_KINDS])
def test_a_letter_to_try_out_names_nobody_and_does_nothing(kind: str) -> None:
    grace = {"name": "Grace Hopper", "phone": "+4917099", "email": "grace@example.org"}
    told = safe_sample(
        message(
            kind,
            appointment=grace,
            proposal={"name": "Grace", "sender": "grace@x"},
            summary={"quiet": [{"id": "A2", "name": "Grace"}]},
        ),
        DESK,
    )
    assert set(told.links.values()) == {DESK}
    said = as_text(told) + as_html(told)
    assert not any(word in said for word in ("Grace", "grace", "+4917099"))
    assert (told.stop_url, told.reply_to, told.calendar) == ("", "", None)


def test_a_text_to_try_out_leads_nowhere_else() -> None:
    told = safe_sample(message("reminder", "text"), DESK)
    assert DESK in told.text
    assert "/l/" not in told.text


def test_a_message_without_facts_can_be_tried_out() -> None:
    assert safe_sample(message("text_limit"), "#").subject
