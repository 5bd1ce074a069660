"""Replies go to the event's own address where mail is taken in; questions go to the host."""

from email import message_from_bytes
from typing import Any

import pytest
from icalendar import Calendar

from fullhouse.engine.composing import Composer
from fullhouse.engine.mime import message_id_of, to_mime
from fullhouse.engine.urls import one_address
from fullhouse.kernel.letters import Letter
from tests.engine.test_core import KEYS
from tests.products.rsvp.told import GUEST_KINDS, HOST_KINDS, message

OURS = "rsvp+E1@rsvp.example.org"


def letter(kind: str, domain: str = "rsvp.example.org", **facts: Any) -> Letter:
    return Composer(one_address("https://party.example"), KEYS, domain).letter(
        message(kind, **facts)
    )


@pytest.mark.parametrize("kind", GUEST_KINDS)
def test_an_answer_comes_to_the_event_and_a_question_to_the_host(kind: str) -> None:
    is_over = kind in {"event_cancelled", "thank_you"}
    assert letter(kind).reply_to == ("host@example.org" if is_over else OURS)


def test_someone_whom_the_host_took_off_the_list_writes_to_the_host() -> None:
    assert letter("cancelled", by_host=True).reply_to == "host@example.org"


@pytest.mark.parametrize("kind", HOST_KINDS)
def test_a_host_is_not_asked_to_answer(kind: str) -> None:
    assert letter(kind).reply_to == ""


def test_where_no_mail_is_taken_in_all_replies_go_to_the_host() -> None:
    assert letter("confirmation", "").reply_to == "host@example.org"


@pytest.mark.parametrize(
    ("domain", "organizer"), [("rsvp.example.org", OURS), ("", "desk@example.org")]
)
def test_a_calendar_answers_to_the_same_address(domain: str, organizer: str) -> None:
    raw = to_mime(
        message("confirmation"),
        letter("confirmation", domain),
        "desk@example.org",
        message_id_domain="x.org",
    )
    file = next(
        part
        for part in message_from_bytes(raw).walk()
        if part.get_content_type() == "text/calendar"
    )
    content = file.get_payload(decode=True)
    assert isinstance(content, bytes)
    entry = Calendar.from_ical(content).walk("VEVENT")[0]
    assert entry["organizer"] == f"mailto:{organizer}"


def test_a_mails_id_is_made_from_its_key() -> None:
    raw = to_mime(message("link"), letter("link"), "desk@example.org", message_id_domain="x.org")
    assert message_from_bytes(raw)["message-id"] == f"<{message_id_of(message('link'))}@x.org>"
