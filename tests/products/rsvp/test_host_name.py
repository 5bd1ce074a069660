"""The host's name in messages; without one they stay as they are."""

from datetime import datetime

import pytest

from fullhouse.products.rsvp.calendar_entries import public_entry
from fullhouse.products.rsvp.host_templates import check_template
from tests.products.rsvp.told import EVENT, NOW, letter
from tests.support.rsvp_world import Room

NAME = "Grace Hopper"
INVITES = {
    "en": f"{NAME} invites you to Summer party.",
    "de": f"{NAME} lädt dich zu „Summer party“ ein.",
    "fr": f"{NAME} vous invite à « Summer party ».",
    "es": f"{NAME} te invita a «Summer party».",
}
WROTE = {
    "en": f"{NAME} wrote:",
    "de": f"{NAME} schreibt:",
    "fr": f"{NAME} vous écrit :",
    "es": f"{NAME} te escribe:",
}
REPLIED = {
    "en": f"{NAME} replied: Summer party",
    "de": f"{NAME} hat dir geantwortet: Summer party",
    "fr": f"{NAME} vous a répondu : Summer party",
    "es": f"{NAME} te ha respondido: Summer party",
}


def of_host(language: str = "en", name: str = NAME) -> dict[str, str]:
    return {"language": language, "host_name": name}


@pytest.mark.parametrize("language", INVITES)
def test_an_invitation_names_the_host_by_name(language: str) -> None:
    told = letter("invite", event=of_host(language), guest={"invited": True})
    assert told.paragraphs[0] == INVITES[language]
    assert told.reply_to == EVENT["host_email"]


def test_an_invitation_needs_no_address_to_name_the_host() -> None:
    told = letter("invite", event={**of_host(), "host_email": ""}, guest={"invited": True})
    assert told.paragraphs[0] == INVITES["en"]


@pytest.mark.parametrize("language", WROTE)
def test_a_message_to_all_says_who_wrote_it(language: str) -> None:
    told = letter("broadcast", event=of_host(language), title="Parking", text="Behind the mill.")
    assert told.paragraphs == (WROTE[language], "Behind the mill.")
    unnamed = letter("broadcast", event={"language": language}, title="Parking", text="Behind it.")
    assert unnamed.paragraphs == ("Behind it.",)


@pytest.mark.parametrize("language", REPLIED)
def test_a_reply_of_the_host_says_who_wrote_it(language: str) -> None:
    told = letter("reply", event=of_host(language), guest={"answer": "Yes."})
    assert told.heading == REPLIED[language]
    assert NAME not in letter("reply", event=of_host(language), says="over").heading


def test_a_name_stays_on_one_line() -> None:
    told = letter("invite", event=of_host(name="Grace\r\nBcc: x"), guest={"invited": True})
    assert told.paragraphs[0].startswith("Grace Bcc: x invites")


def test_a_template_can_name_the_host() -> None:
    source = "{{ host_name }} asks you to write to {{ host }}."
    check_template("confirmation", source)
    named = letter("confirmation", event=of_host(), template=source)
    assert named.paragraphs == (f"{NAME} asks you to write to host@example.org.",)
    unnamed = letter("confirmation", template=source)
    assert unnamed.paragraphs == ("host@example.org asks you to write to host@example.org.",)


def test_a_calendar_entry_has_the_name_of_its_organizer() -> None:
    told = letter("confirmation", event=of_host())
    assert told.calendar is not None
    assert told.calendar.organizer_name == NAME
    assert public_entry(EVENT, "", NOW).organizer_name == ""


def test_messages_know_the_name_only_if_there_is_one() -> None:
    room = Room()
    room.sign_up("anna")
    room.edit(host_name=NAME)
    room.sign_up("ben")
    before, after = room.messages("confirmation")
    assert "host_name" not in before.facts["event"]
    assert after.facts["event"]["host_name"] == NAME


def test_a_new_name_is_no_news_to_guests() -> None:
    room = Room()
    room.sign_up("anna")
    assert room.edit(host_name=NAME).code != "unchanged"
    assert room.edit(host_name=NAME).code == "unchanged"
    assert room.messages("changed") == []


def details(kind: str, **event: object) -> dict[str, str]:
    return dict(letter(kind, event=event).details)


@pytest.mark.parametrize("kind", ["confirmation", "reminder", "invite", "waitlisted", "changed"])
def test_the_details_of_an_event_name_its_host(kind: str) -> None:
    assert details(kind, **of_host())["Host"] == NAME
    assert "Host" not in details(kind, language="en")


@pytest.mark.parametrize("kind", ["headcount", "question"])
def test_hosts_do_not_read_their_own_name(kind: str) -> None:
    assert NAME not in details(kind, **of_host()).values()


@pytest.mark.parametrize(
    ("language", "label", "when"),
    [
        ("en", "When", "Saturday 20 June 2026, 18:00 - 21:00 (Berlin time)"),
        ("de", "Wann", "Samstag, 20. Juni 2026, 18:00 Uhr - 21:00 Uhr (Ortszeit Berlin)"),
        ("ar", "الموعد", "السبت 20 يونيو 2026، 18:00 - 21:00 (بتوقيت برلين)"),
    ],
)
def test_the_details_say_when_it_begins_and_ends(language: str, label: str, when: str) -> None:
    assert details("confirmation", language=language)[label].replace("\N{EN DASH}", "-") == when


def test_a_late_end_has_its_day_and_an_open_end_is_not_shown() -> None:
    late = details("confirmation", ends_at=datetime(2026, 6, 22, 12, 0))["When"]
    assert late.endswith("18:00 \N{EN DASH} Monday 22 June, 12:00 (Berlin time)")
    assert details("confirmation", open_end=True)["When"].endswith("2026, 18:00 (Berlin time)")
