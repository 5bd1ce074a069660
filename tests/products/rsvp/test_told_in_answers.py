"""Answers to mails: what was passed on, what came too late, and who is checked in already."""

from typing import Any

import pytest

from fullhouse.kernel.letter_html import as_html, as_text
from fullhouse.kernel.letters import Letter, single_line
from fullhouse.kernel.messages import Message
from fullhouse.locale import LANGUAGES, catalogue
from fullhouse.products.rsvp.commands import FEWER, ResendLink
from fullhouse.products.rsvp.wording import compose
from tests.products.rsvp.door import STARTED, at_the_door, scan, undo
from tests.products.rsvp.test_mail_replies import writes
from tests.products.rsvp.told import GUEST_KINDS, letter, message
from tests.support.rsvp_world import EVENT, Room, full_room

HOST = "host@example.org"
TEXT = "Yes! Is there parking?"
PAGE = "https://party.example/l/manage"


def says(language: str, key: str, count: int = 1) -> str:
    """Return one of our phrases, for a guest without a name."""
    return catalogue(language).text("rsvp", key, count).format(comma_name="", party=count)


def letter_to(message: Message) -> Letter:
    return compose(message, lambda purpose: f"http://x/{purpose}")


def said(message: Message) -> str:
    return "\n".join(letter_to(message).paragraphs)


def last(room: Room, name: str) -> Message:
    return room.messages(to=name)[-1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["offer", "invite", "confirmation", "waitlisted", "reply"])
def test_emails_to_guests_link_to_their_own_page(kind: str, language: str) -> None:
    told = letter(kind, event={"language": language}, guest={"answer": "Yes, in front."})
    assert told.links["manage"] == PAGE
    assert PAGE in as_text(told)
    assert PAGE in as_html(told)


def test_someone_who_is_not_on_the_list_has_no_page() -> None:
    assert list(letter("reply", stranger=True, guest={"answer": "Yes."}).links) == ["event"]


@pytest.mark.parametrize("kind", ["confirmation", "waitlisted", "cancelled", "declined", "invite"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_says_that_the_host_has_the_email(kind: str, language: str) -> None:
    event = {"language": language}
    told = letter(kind, passed=True, event=event)
    assert told.paragraphs.count(says(language, "answer.passed")) == 1
    assert says(language, "answer.passed") not in letter(kind, event=event).paragraphs


def test_a_text_of_the_host_does_not_hide_that_the_email_was_passed_on() -> None:
    told = letter("confirmation", passed=True, template="See you!")
    assert told.paragraphs == ("See you!", says("en", "answer.passed"))


@pytest.mark.parametrize(("cap", "kind"), [(5, "confirmation"), (2, "waitlisted")])
def test_who_signs_up_and_asks_is_told_that_the_host_got_it(cap: int, kind: str) -> None:
    room = full_room(cap=cap, host_email=HOST)
    writes(room, "eva", proven=True, text=TEXT)
    answer = last(room, "eva")
    assert answer.kind == kind
    assert says("en", "answer.passed") in said(answer)
    assert len(room.messages("question")) == 1


def test_only_the_writer_is_told_of_their_email() -> None:
    room = full_room(host_email=HOST)
    writes(room, "anna", "cancel", proven=True, exact=True, text=TEXT)
    assert last(room, "anna").facts["passed"]
    assert "passed" not in last(room, "cem").facts


def lapsed(**fields: Any) -> tuple[Room, str]:
    """Let cem's offer end without an answer."""
    room = full_room(**fields)
    room.cancel("anna")
    offer = room.offer("cem")
    room.until(offer.ends_at)
    return room, offer.id


@pytest.mark.parametrize("proven", [True, False])
def test_a_late_yes_reads_that_it_came_too_late_and_keeps_the_place(*, proven: bool) -> None:
    room, offer = lapsed()
    writes(room, "cem", proven=proven, offer=offer)
    told = letter_to(last(room, "cem"))
    assert told.subject == "This offer has ended: Summer party"
    assert told.heading == "Your yes came too late, Cem."
    assert told.paragraphs == (says("en", "late.line"),)
    assert room.guest("cem").state == "waitlisted"


def test_a_late_yes_with_a_question_reads_of_both() -> None:
    room, offer = lapsed(host_email=HOST)
    writes(room, "cem", proven=True, offer=offer, text=TEXT)
    told = letter_to(last(room, "cem"))
    assert told.paragraphs == (says("en", "late.line"), says("en", "answer.passed"))


def test_a_late_yes_gets_a_seat_that_is_still_free() -> None:
    room, offer = lapsed()
    room.edit(cap=5)
    for name in ("cem", "dora"):
        if room.guest(name).offer:
            room.decline(name)
    writes(room, "cem", proven=True, offer=offer)
    answer = last(room, "cem")
    assert answer.kind == "confirmation"
    assert says("en", "late.seat") in said(answer)


@pytest.mark.parametrize(("closed", "kind"), [(False, "waitlisted"), (True, "reply")])
def test_a_late_yes_of_someone_off_the_list_reads_that_it_came_too_late(
    *, closed: bool, kind: str
) -> None:
    room, offer = lapsed(lapse_limit=1)
    assert room.guest("cem").state == "cancelled"
    if closed:
        room.close()
    writes(room, "cem", proven=True, offer=offer, lapsed=True)
    answer = last(room, "cem")
    assert answer.kind == kind
    assert says("en", "late") in said(answer)


def test_a_yes_in_time_or_to_no_offer_is_not_late() -> None:
    room = full_room()
    room.cancel("anna")
    offer = room.offer("cem").id
    writes(room, "cem", proven=True, offer=offer)
    writes(room, "cem", proven=True, offer=offer, occasion="again")
    writes(room, "dora", proven=True)
    told = [last(room, "cem"), room.messages(to="cem")[-2], last(room, "dora")]
    assert not any(message.facts.get("late") for message in told)


def test_after_the_start_the_event_is_the_answer() -> None:
    room, offer = lapsed()
    room.until(room.event.starts)
    writes(room, "cem", proven=True, offer=offer)
    assert not last(room, "cem").facts.get("late")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_late_yes_is_answered_in_every_language(language: str) -> None:
    event = {"language": language}
    guest = {"state": "waitlisted", "name": ""}
    told = letter("link", late=True, event=event, guest=guest)
    assert told.heading == says(language, "late.heading")
    assert told.paragraphs == (says(language, "late.line"),)
    for party in (1, 2):
        seated = letter("confirmation", late=True, event=event, guest={"party": party})
        assert says(language, "late.seat", party) in seated.paragraphs


@pytest.mark.parametrize("more", [{"exact": True}, {"exact": False}, {"proven": False}])
@pytest.mark.parametrize("wants", ["cancel", "doubt"])
def test_whoever_is_checked_in_keeps_the_seat_whatever_they_write(
    wants: str, more: dict[str, Any]
) -> None:
    room = at_the_door(host_email=HOST)
    scan(room, "anna", people=1)
    before = room.guest("anna")
    writes(room, "anna", wants, **{"proven": True, "text": "I can't come", **more})
    assert room.guest("anna") == before
    answer = last(room, "anna")
    assert says("en", "inside", 3) in said(answer)
    assert list(letter_to(answer).links) == ["manage"]
    assert [one.facts["guest"]["text"] for one in room.messages("question")] == ["I can't come"]


def test_a_check_in_that_was_undone_lets_the_guest_cancel_again() -> None:
    room = at_the_door()
    scan(room, "ben")
    undo(room, "ben", "n1")
    assert writes(room, "ben", "cancel", proven=True).code == "cancelled"


def test_whoever_is_checked_in_is_not_asked_whether_they_come() -> None:
    room = at_the_door()
    scan(room, "ben")
    room.ask(ResendLink(event_id=EVENT, guest_id="ben", occasion="1", asks=True))
    answer = last(room, "ben")
    assert not answer.facts["asks"]
    assert "cancel" not in letter_to(answer).links


@pytest.mark.parametrize("language", LANGUAGES)
def test_someone_who_is_checked_in_reads_so_in_every_language(language: str) -> None:
    for party in (1, 2):
        guest = {"party": party, "arrived": 1}
        told = letter("link", inside=True, event={"language": language}, guest=guest)
        assert told.paragraphs == (single_line(says(language, "inside", party)),)


def test_after_the_start_nobody_is_offered_to_cancel() -> None:
    room = at_the_door(host_email=HOST)
    room.until(STARTED)
    writes(room, "ben", "ask", proven=True, text="Running late!")
    assert list(letter_to(last(room, "ben")).links) == ["manage"]


@pytest.mark.parametrize("kind", GUEST_KINDS)
def test_every_kind_of_email_can_be_read_after_the_start(kind: str) -> None:
    after = STARTED.replace(year=2027)
    told = compose(message(kind, now=after), lambda purpose: purpose)
    assert set(told.links) <= {"manage"}


def test_another_number_of_people_is_said_with_the_way_to_change_it() -> None:
    room = Room(cap=9, max_party=3)
    room.sign_up("anna", party=2)
    for people, way in ((1, "open your page"), (FEWER, "open your page"), (5, "Up to 3 people")):
        writes(room, "anna", people=people, occasion=f"x{people}", wants="ask", text="Hello")
        assert last(room, "anna").facts["people"] == people
        assert way in said(last(room, "anna"))
    writes(room, "anna", people=2, occasion="same", wants="ask", text="Hello")
    assert "people" not in last(room, "anna").facts
