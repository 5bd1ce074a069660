"""Questions of guests, the host's replies, and what people who write are told."""

from datetime import timedelta
from typing import Any

import pytest

from fullhouse.engine.ports import MessagePage
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Message
from fullhouse.kernel.product import Discard, SendNow
from fullhouse.products.rsvp import delivery
from fullhouse.products.rsvp.commands import (
    AnswerByMail,
    EraseGuest,
    ReplyToGuest,
    ResendLink,
)
from fullhouse.products.rsvp.guest_questions import LONGEST_TEXT, STRANGERS_STAY
from fullhouse.products.rsvp.model import GuestListState, GuestResult
from fullhouse.products.rsvp.wording import compose
from tests.products.rsvp.test_mail_replies import writes
from tests.support.rsvp_world import EVENT, Room, full_room, mail

HOST = "host@example.org"
TEXT = "Is there parking?"


def asks(room: Room, name: str = "anna", **more: Any) -> GuestResult:
    usual: dict[str, Any] = {"proven": True, "text": TEXT, "subject": "Parking"}
    return writes(room, name, "ask", **{**usual, **more})


def replies(room: Room, name: str = "anna", **more: Any) -> GuestResult:
    usual: dict[str, Any] = {
        "guest_id": name,
        "name": name.title(),
        "email": mail(name),
        "occasion": "1",
        "text": "Yes, behind the house.",
    }
    return room.ask(ReplyToGuest(event_id=EVENT, **{**usual, **more}), "host")


def sent(room: Room, kind: str) -> list[Message]:
    return room.messages(kind)


def letter_of(message: Message) -> Letter:
    return compose(message, lambda purpose: f"http://x/{purpose}")


def words(message: Message) -> str:
    letter = letter_of(message)
    return "\n".join((letter.subject, letter.heading, *letter.paragraphs))


@pytest.fixture
def room() -> Room:
    return full_room(host_email=HOST)


def test_a_guests_question_goes_to_the_host_and_they_are_told(room: Room) -> None:
    assert asks(room).code == "link_sent"
    (question,) = sent(room, "question")
    assert (question.to, question.person) == (HOST, "anna")
    assert question.facts["guest"]["text"] == TEXT
    letter = letter_of(question)
    assert (letter.subject, letter.reply_to) == ("Anna wrote to you: Summer party", mail("anna"))
    assert (letter.to_name, letter.takes_reply, letter.stop_url) == ("", False, "")
    assert TEXT in letter.paragraphs
    (status,) = sent(room, "link")
    assert status.facts["passed"]


def test_whoever_seems_to_cancel_in_an_answer_to_the_host_reads_how_to(room: Room) -> None:
    asks(room, exact=False)
    (told,) = sent(room, "link")
    assert told.facts["seems_cancel"]
    assert len(letter_of(told).paragraphs) > 1


@pytest.mark.parametrize(
    ("name", "more", "passed"),
    [
        ("anna", {"proven": False}, 1),
        ("eva", {}, 1),
        ("eva", {"proven": False}, 0),
        ("anna", {"may_pass": False}, 0),
        ("anna", {"text": ""}, 0),
    ],
)
def test_only_people_on_the_list_or_proven_senders_are_passed_on(
    room: Room, name: str, more: dict[str, Any], passed: int
) -> None:
    asks(room, name, **more)
    assert len(sent(room, "question")) == passed


def test_without_a_host_address_a_question_waits_on_the_desk() -> None:
    room = full_room(host_email="")
    assert asks(room).code == "link_sent"
    assert sent(room, "question") == []


def test_a_long_text_is_cut(room: Room) -> None:
    asks(room, text="x" * (LONGEST_TEXT + 1))
    assert len(sent(room, "question")[0].facts["guest"]["text"]) == LONGEST_TEXT


def test_the_host_replies_to_a_guest_once(room: Room) -> None:
    for _ in range(2):
        assert replies(room, subject="Re: Parking", question=TEXT).code == "replied"
    (reply,) = sent(room, "reply")
    assert (reply.to, reply.person) == (mail("anna"), "anna")
    said = words(reply)
    assert said.startswith("Re: Parking\n")
    assert "behind the house" in said
    assert TEXT in said


def test_a_reply_without_a_subject_or_question_is_the_hosts_text_alone(room: Room) -> None:
    replies(room)
    (reply,) = sent(room, "reply")
    assert letter_of(reply).paragraphs == ("Yes, behind the house.",)
    assert letter_of(reply).subject == "About your email: Summer party"


def test_the_host_replies_to_someone_who_is_not_on_the_list(room: Room) -> None:
    asks(room, "eva")
    assert replies(room, "eva").code == "replied"
    told, reply = sent(room, "reply")
    assert (told.facts["says"], reply.to, reply.person) == ("page", mail("eva"), "eva")
    assert letter_of(reply).stop_url == ""


def test_a_reply_needs_a_text_an_event_and_someone_to_read_it(room: Room) -> None:
    assert replies(room, text=" \n").code == "no_text"
    missing = ReplyToGuest(
        event_id="other", guest_id="x", name="X", email="x@y.z", occasion="1", text="Hi"
    )
    assert room.ask(missing).code == "unknown_event"
    room.ask(EraseGuest(event_id=EVENT, guest_id="anna"))
    assert replies(room).code == "unknown_guest"
    assert asks(room, email="anna@erased.invalid").code == "unknown_guest"
    assert sent(room, "reply") == []


def test_erasing_a_guest_erases_what_they_wrote_and_what_they_were_told(room: Room) -> None:
    asks(room)
    replies(room, subject="Parking", question=TEXT)
    room.ask(EraseGuest(event_id=EVENT, guest_id="anna"))
    for message in (*sent(room, "question"), *sent(room, "reply")):
        assert message.letter == ""
        assert TEXT not in str(message.facts)
        assert "behind the house" not in str(message.facts)
        assert mail("anna") not in str(message)


def test_whoever_wrote_and_never_signed_up_is_erased_after_a_while(room: Room) -> None:
    asks(room, "eva")
    room.after(hours=STRANGERS_STAY / timedelta(hours=1) + 1)
    for message in (*sent(room, "question"), *sent(room, "reply")):
        assert TEXT not in str(message.facts)
        assert mail("eva") not in str(message)


def test_a_reply_keeps_its_text_if_the_guest_changes_before_it_is_sent(room: Room) -> None:
    replies(room)
    (reply,) = sent(room, "reply")
    room.cancel("anna")
    needed = delivery.needs(reply, {})
    state = GuestListState(**{name: room.store.load(one) for name, one in needed.items()})
    verdict = delivery.check_delivery(reply, state, room.now)
    assert isinstance(verdict, SendNow)
    assert verdict.facts is not None
    assert verdict.facts["guest"]["answer"] == "Yes, behind the house."
    assert verdict.facts["guest"]["state"] == "cancelled"


def test_an_answer_to_a_mail_is_of_no_use_days_later(room: Room) -> None:
    asks(room, "eva")
    (told,) = sent(room, "reply")
    late = room.now + timedelta(days=2)
    verdict = delivery.check_delivery(told, GuestListState(), late)
    assert isinstance(verdict, Discard)


def test_a_question_has_no_signed_link_and_leads_to_the_desk(room: Room) -> None:
    asks(room)
    (question,) = sent(room, "question")
    assert delivery.link(question, "manage") is None
    assert delivery.page(question, "desk").path == f"/desk/e/{EVENT}/questions"


def test_a_mail_to_no_event_is_answered_only_if_proven(room: Room) -> None:
    for proven in (False, True):
        command = AnswerByMail(
            event_id="other",
            guest_id="x",
            name="X",
            email="x@example.org",
            wants="ask",
            proven=proven,
            occasion="1",
        )
        assert room.ask(command).code == "unknown_event"
    (answer,) = room.store.load(MessagePage(kind="reply"))
    assert "no event" in words(answer)
    assert answer.status == "sent"


@pytest.mark.parametrize("wants", ["come", "cancel", "keep", "doubt", "thanks", "ask"])
@pytest.mark.parametrize("name", ["anna", "cem", "eva"])
@pytest.mark.parametrize(("when", "says"), [(19.5, "begun"), (30, "over"), (0, "called_off")])
def test_after_the_start_nobody_is_told_more_than_what_is_true(
    wants: str, name: str, when: float, says: str
) -> None:
    room = full_room()
    if when:
        room.now = room.event.starts + timedelta(hours=when - 19)
    else:
        room.call_off()
    before = {one.id: one.state for one in room.guests()}
    writes(room, name, wants, proven=True)
    assert {one.id: one.state for one in room.guests()} == before
    told = [one for one in room.messages("", name) if one.id.endswith(f"{name}-{wants}")]
    has_seat = says == "begun" and name == "anna" and wants not in ("cancel", "doubt")
    assert [one.kind for one in told] == ["link" if has_seat else "reply"]
    assert told[0].facts.get("says", "") == ("" if has_seat else says)
    assert not told[0].facts.get("asks")


def test_a_calendar_is_told_nothing_after_the_end(room: Room) -> None:
    room.now = room.event.ends
    writes(room, "cem", proven=True, quiet=True)
    writes(room, "eva", proven=True, quiet=True)
    assert sent(room, "reply") == []


def test_a_link_that_is_asked_for_after_the_end_says_that_it_is_over(room: Room) -> None:
    room.now = room.event.ends
    room.ask(ResendLink(event_id=EVENT, guest_id="anna", occasion="x", asks=True))
    (told,) = sent(room, "reply")
    assert told.facts["says"] == "over"
    assert sent(room, "link") == []


def test_whoever_cancelled_is_not_welcome_back_while_sign_up_is_closed(room: Room) -> None:
    room.cancel("anna")
    room.close()
    asks(room)
    assert [one.facts["says"] for one in sent(room, "reply")] == ["closed"]


@pytest.mark.parametrize(
    ("most", "people", "says"),
    [(1, 3, "people_alone"), (2, 3, "people"), (4, -1, "several")],
)
def test_too_many_people_or_an_unknown_number_are_asked_about(
    most: int, people: int, says: str
) -> None:
    room = Room(max_party=most)
    writes(room, "anna", proven=True, people=people)
    (told,) = room.messages("reply", "anna")
    assert told.facts["says"] == says
    asked = "Please sign up one by one." if most == 1 else "How many people, including you?"
    assert asked in words(told)
    assert room.guests() == ()


def test_the_three_of_us_get_three_seats_and_an_unproven_mail_asks_for_three() -> None:
    room = Room(cap=6, max_party=4)
    writes(room, "anna", proven=True, people=3)
    assert room.guest("anna").party == 3
    writes(room, "ben", people=3)
    assert room.messages("invite", "ben")[0].facts["guest"]["party"] == 3


def test_other_people_than_the_offer_is_for_are_asked_about() -> None:
    room = full_room(max_party=3)
    room.cancel("anna")
    assert writes(room, "cem", proven=True, people=3).code == "already"
    assert room.offered() == ["cem"]
    (status,) = room.messages("link", "cem")
    assert "3 people" in words(status)


def test_denying_a_cancel_claims_nothing() -> None:
    room = full_room()
    room.cancel("anna")
    assert writes(room, "cem", "keep", proven=True).code == "already"
    assert writes(room, "cem", "keep").code == "already"
    assert room.offered() == ["cem"]


def test_an_earlier_offer_declines_no_later_one() -> None:
    room = full_room()
    room.cancel("anna")
    first = room.offer("cem").id
    assert writes(room, "cem", "cancel", proven=True, offer=f"{first}0").code == "link_sent"
    assert room.offered() == ["cem"]
    assert writes(room, "cem", "cancel", proven=True, offer=first).code == "declined"
    assert room.offered() == ["dora"]
