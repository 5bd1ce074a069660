"""Replies go to the event's own address where mail is taken in; questions go to the host."""

from email import message_from_bytes
from typing import Any

import msgspec
import pytest
from icalendar import Calendar

from fullhouse.engine.composing import Composer
from fullhouse.engine.mime import message_id_of, to_mime
from fullhouse.engine.urls import one_address
from fullhouse.inbound.forms.event_json import event_id
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.mail_marks import guest_mark, message_mark
from tests.engine.test_core import KEYS
from tests.products.frontdesk.waitlist.told import message as at_the_desk
from tests.products.rsvp.told import GUEST_KINDS, HOST_KINDS, message

DOMAIN = "rsvp.example.org"


def ours(kind: str) -> str:
    return f"rsvp+E1.{message_mark(KEYS.keys, message(kind))}@{DOMAIN}"


OF_CALENDARS = f"rsvp+E1.{guest_mark(KEYS.keys, 'E1', message('confirmation').person)}@{DOMAIN}"


def letter(kind: str, domain: str = "rsvp.example.org", **facts: Any) -> Letter:
    return Composer(one_address("https://party.example"), KEYS, domain).letter(
        message(kind, **facts)
    )


@pytest.mark.parametrize("kind", GUEST_KINDS)
def test_an_answer_comes_to_the_event_and_a_question_to_the_host(kind: str) -> None:
    is_over = kind in {"event_cancelled", "thank_you"}
    assert letter(kind).reply_to == ("host@example.org" if is_over else ours(kind))


def test_a_mail_from_before_marks_keeps_the_address_it_was_sent_with() -> None:
    composer = Composer(one_address("https://party.example"), KEYS, DOMAIN)
    old = msgspec.structs.replace(message("link"), status="kept")
    assert composer.letter(old).reply_to == f"rsvp+E1@{DOMAIN}"
    assert composer.message_id(old) == f"<{message_id_of(message('link'))}@{DOMAIN}>"


def test_an_address_never_gets_too_long_for_its_mark() -> None:
    composer = Composer(one_address("https://party.example"), KEYS, DOMAIN)
    long = msgspec.structs.replace(message("link"), scope="e" * 40)
    assert composer.letter(long).reply_to == f"rsvp+{'e' * 40}@{DOMAIN}"


def test_a_message_that_cannot_be_composed_is_shown_by_its_kind() -> None:
    composer = Composer(one_address("https://party.example"), KEYS, DOMAIN)
    assert composer.letter_to_show(message("link")) == composer.letter(message("link"))
    odd = msgspec.structs.replace(message("link"), person="z.y")
    with pytest.raises(ValueError, match="y"):
        composer.letter(odd)
    assert composer.letter_to_show(odd) == Letter(subject="link", heading="link")


def test_the_longest_id_of_an_event_leaves_room_for_the_mark() -> None:
    composer = Composer(one_address("https://party.example"), KEYS, DOMAIN)
    scope = event_id("Summer supper " * 9, "0123456789")
    long = msgspec.structs.replace(message("link"), scope=scope)
    mark = message_mark(KEYS.keys, long)
    assert composer.letter(long).reply_to == f"rsvp+{scope}.{mark}@{DOMAIN}"


def test_the_mark_of_an_earlier_attempt_stays() -> None:
    composer = Composer(one_address("https://party.example"), KEYS, DOMAIN)
    again = msgspec.structs.replace(message("link"), mark="m" * 19, status="sending")
    assert composer.letter(again).reply_to == f"rsvp+E1.{'m' * 19}@{DOMAIN}"
    assert composer.message_id(again) == f"<{'m' * 19}@{DOMAIN}>"


def test_a_text_has_no_mark_and_no_message_id() -> None:
    composer = Composer(one_address("https://party.example"), KEYS, DOMAIN)
    text = msgspec.structs.replace(message("link"), channel="text")
    assert (composer.mark(text), composer.message_id(text)) == ("", "")


def test_the_id_that_the_carrier_gave_is_the_one_that_people_see() -> None:
    composer = Composer(one_address("https://party.example"), KEYS, message_id_domain="ses.example")
    sent = msgspec.structs.replace(message("link"), at_carrier=f"0102-{'0' * 20}", status="sent")
    assert composer.message_id(sent) == f"<0102-{'0' * 20}@ses.example>"


def test_someone_whom_the_host_took_off_the_list_writes_to_the_host() -> None:
    assert letter("cancelled", by_host=True).reply_to == "host@example.org"


@pytest.mark.parametrize("kind", HOST_KINDS)
def test_a_host_is_not_asked_to_answer(kind: str) -> None:
    assert letter(kind).reply_to == ""


def test_where_no_mail_is_taken_in_all_replies_go_to_the_host() -> None:
    assert letter("confirmation", "").reply_to == "host@example.org"


@pytest.mark.parametrize(
    ("domain", "organizer"), [(DOMAIN, OF_CALENDARS), ("", "desk@example.org")]
)
def test_a_calendar_answers_to_an_address_with_the_mark_of_the_guest(
    domain: str, organizer: str
) -> None:
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


def test_a_mails_id_is_its_mark() -> None:
    marked = msgspec.structs.replace(message("link"), mark="m" * 19)
    raw = to_mime(marked, letter("link"), "desk@example.org", message_id_domain="x.org")
    assert message_from_bytes(raw)["message-id"] == f"<{'m' * 19}@x.org>"


def test_a_booking_in_a_calendar_is_answered_to_the_desk() -> None:
    composer = Composer(one_address("https://salon.example"), KEYS, DOMAIN)
    booked = at_the_desk("booked")
    written = composer.letter(booked)
    assert written.calendar is not None
    assert written.calendar.organizer == ""
    assert written.reply_to == f"desk+{message_mark(KEYS.keys, booked)}@{DOMAIN}"


def test_a_note_to_staff_takes_no_answer() -> None:
    composer = Composer(one_address("https://salon.example"), KEYS, DOMAIN)
    note = msgspec.structs.replace(at_the_desk("nobody_fits"), person="")
    assert composer.letter(note).reply_to == ""
