"""Sign-ups that are confirmed by email first: nothing is held until the link is pressed."""

import pytest
from msgspec import convert

from fullhouse.kernel.links import Link
from fullhouse.kernel.messages import Message, Refused
from fullhouse.products.rsvp.commands import (
    AnswerByMail,
    CancelGuest,
    ChangeContact,
    ConfirmAddress,
    ConfirmSignUp,
    EndSignUpRequest,
    EraseGuest,
    RequestSignUp,
    SendAgain,
)
from fullhouse.products.rsvp.contact_changes import address_mark
from fullhouse.products.rsvp.delivery import REQUEST_HOLDS, link
from fullhouse.products.rsvp.model import GuestResult
from fullhouse.products.rsvp.sign_up_requests import RequestState, confirm_sign_up
from fullhouse.products.rsvp.wording import compose
from tests.support.rsvp_world import EVENT, Carrier, Room, full_room, mail, sign_up


def requests(room: Room, name: str, **more: object) -> GuestResult:
    usual = {"guest_id": name, "name": name.title(), "email": mail(name), "client": "c1"}
    return room.ask(convert({"event_id": EVENT, **usual, **more}, RequestSignUp), "guest")


def request(room: Room, name: str) -> Message:
    return next(one for one in room.messages("invite", name) if one.facts.get("request"))


def confirms(room: Room, message: Message) -> GuestResult:
    return room.ask(ConfirmSignUp(event_id=EVENT, message_id=message.id), "guest")


def test_a_request_holds_no_seat_and_no_place_and_is_no_guest() -> None:
    room = Room(cap=1)
    before = room.actions()
    assert requests(room, "anna").code == "requested"
    assert (room.counts(), room.guests(), room.actions()) == ({}, (), before)
    assert [one.to for one in room.carrier.handed] == [mail("anna")]
    # The seat is still there for anyone else.
    assert room.sign_up("ben").code == "confirmed"


def test_its_link_signs_up_and_the_letter_says_that_nothing_is_held() -> None:
    room = Room(max_party=2)
    requests(room, "anna", party=2)
    message = request(room, "anna")
    letter = compose(message, lambda purpose: f"https://party.example/l/{purpose}")
    assert [button.purpose for button in letter.buttons] == ["confirm"]
    assert (letter.stop_url, letter.calendar, letter.takes_reply) == ("", None, False)
    assert "No seats are held for you" in " ".join(letter.paragraphs)
    mark = message.facts["request"]["mark"]
    ends_at = message.queued_at.replace(microsecond=0) + REQUEST_HOLDS
    assert link(message, "confirm") == Link("request", EVENT, "anna", mark, ends_at)
    answer = confirms(room, message)
    assert (answer.code, answer.known) == ("confirmed", False)
    assert room.guest("anna").party == 2
    assert room.kinds("anna") == ["invite", "confirmation"]


def test_pressing_takes_what_there_is_at_that_moment() -> None:
    room = Room(cap=1)
    requests(room, "anna")
    room.sign_up("ben", "cleo")
    answer = confirms(room, request(room, "anna"))
    assert (answer.code, answer.position) == ("waitlisted", 2)


def test_pressing_twice_changes_nothing_more() -> None:
    room = Room()
    requests(room, "anna")
    confirms(room, request(room, "anna"))
    again = confirms(room, request(room, "anna"))
    assert (again.code, again.known) == ("already", True)
    assert room.actions("anna") == ["signed_up"]


def test_a_link_that_was_pressed_is_over_once_its_guest_has_another_address() -> None:
    room = Room()
    requests(room, "anna")
    pressed = request(room, "anna")
    confirms(room, pressed)
    new = "anna@new.example"
    room.ask(ChangeContact(event_id=EVENT, guest_id="anna", email=new), "guest")
    room.ask(ConfirmAddress(event_id=EVENT, guest_id="anna", mark=address_mark(new)), "guest")
    assert confirms(room, pressed).code == "request_over"
    assert (len(room.guests()), room.guest("anna").email) == (1, new)


def test_a_guest_whom_the_index_does_not_show_yet_gets_their_status() -> None:
    room = full_room()
    requests(room, "anna")
    state = RequestState(request(room, "anna"), room.event, own=room.guest("anna"))
    command = ConfirmSignUp(event_id=EVENT, message_id=request(room, "anna").id)
    assert confirm_sign_up(state, command, room.now).answer.code == "already"


def test_someone_on_the_list_gets_the_same_answer_and_then_their_status() -> None:
    room = full_room()
    assert requests(room, "cem", guest_id="other").code == "requested"
    answer = confirms(room, request(room, "cem"))
    assert (answer.code, answer.position, answer.known) == ("already", 1, True)
    room.cancel("cem")
    assert confirms(room, request(room, "cem")).code == "waitlisted"


def test_a_guest_who_was_to_confirm_an_invite_confirms_it_by_this_link_as_well() -> None:
    room = Room(confirm_by_mail=True)
    room.sign_up("anna")
    assert room.guest("anna").state == "pending"
    requests(room, "anna", guest_id="other")
    assert confirms(room, request(room, "anna")).code == "confirmed"
    assert room.counts() == {"confirmed": 1, "taken": 1}


def test_the_link_is_mailed_once_an_hour_however_often_it_is_asked_for() -> None:
    room = Room()
    for _ in range(5):
        requests(room, "anna")
    assert len(room.messages("invite", "anna")) == 1
    room.after(hours=1)
    requests(room, "anna")
    assert len(room.messages("invite", "anna")) == 2


def test_after_a_day_the_request_is_over_and_the_address_is_gone() -> None:
    room = Room()
    requests(room, "anna")
    message = request(room, "anna")
    room.after(hours=24)
    (left,) = room.messages("invite")
    assert (left.to, left.facts["guest"]["name"]) == ("anna@erased.invalid", "Erased guest")
    assert left.letter == ""
    assert confirms(room, message).code == "request_over"
    assert room.guests() == ()


def test_one_that_ends_before_it_was_erased_is_over_as_well() -> None:
    room = Room(settles=False)
    requests(room, "anna")
    message = request(room, "anna")
    room.now += REQUEST_HOLDS
    assert confirms(room, message).code == "request_over"


def test_a_request_that_became_a_guest_is_erased_with_them_and_not_before() -> None:
    room = Room()
    requests(room, "anna")
    confirms(room, request(room, "anna"))
    room.after(hours=24)
    assert request(room, "anna").to == mail("anna")
    room.ask(EraseGuest(event_id=EVENT, guest_id="anna"))
    assert room.messages(to="anna") == []


def test_ending_it_twice_or_for_nobody_does_nothing() -> None:
    room = Room()
    requests(room, "anna")
    message = request(room, "anna")
    end = EndSignUpRequest(event_id=EVENT, message_id=message.id)
    room.give(end, "host")
    room.give(end, "host")
    room.give(EndSignUpRequest(event_id=EVENT, message_id="none"), "host")
    assert room.messages(to="anna") == []
    assert room.alarms("end:") == []


@pytest.mark.parametrize("wrong", ["none", "invite:party:anna:1", "confirmation:party:ben:0"])
def test_only_a_request_can_be_confirmed(wrong: str) -> None:
    room = Room(confirm_by_mail=True)
    room.sign_up("anna")
    room.sign_up("ben", source="api")
    answer = room.ask(ConfirmSignUp(event_id=EVENT, message_id=wrong), "guest")
    assert answer.code == "request_over"


def test_a_request_for_another_event_is_not_confirmed_here() -> None:
    room = Room()
    requests(room, "anna")
    message = request(room, "anna")
    answer = room.ask(ConfirmSignUp(event_id="other", message_id=message.id), "guest")
    assert answer.code == "request_over"


def test_nobody_can_request_what_nobody_could_sign_up_for() -> None:
    room = Room()
    assert requests(room, "anna", party=2).field == "party"
    assert (
        room.ask(
            RequestSignUp(event_id="none", guest_id="a", name="A", email=mail("a")), "guest"
        ).code
        == "unknown_event"
    )
    room.close()
    assert requests(room, "anna").code == "sign_up_closed"
    room.call_off()
    assert requests(room, "anna").code == "event_cancelled"
    assert room.messages() == []


def test_a_link_that_was_not_sent_before_the_end_of_sign_up_is_not_sent_any_more() -> None:
    room = Room(settles=False)
    requests(room, "anna")
    requests(room, "ben")
    room.close()
    room.settle()
    assert room.carrier.handed == []
    assert {one.error for one in room.messages("invite")} == {"sign-up is closed"}
    later = Room(settles=False)
    requests(later, "anna")
    later.now += REQUEST_HOLDS
    later.relay()
    assert later.carrier.handed == []


def test_a_refused_link_changes_nothing_and_is_not_sent_again_by_hand() -> None:
    room = Room(settles=False)
    room.carrier = Carrier(always=Refused("no such user", permanent=True))
    requests(room, "anna")
    room.settle()
    message = request(room, "anna")
    assert message.status == "failed"
    again = SendAgain(event_id=EVENT, message_id=message.id, occasion=1)
    assert room.ask(again).code == "unknown_guest"


def test_the_answer_of_the_same_submission_is_the_same() -> None:
    room = Room(cap=1)
    first = room.sign_up("anna", sent="one")
    again = room.sign_up("anna", sent="one", guest_id="other")
    assert (first.code, again.code, again.known) == ("confirmed", "confirmed", False)
    room.sign_up("ben", sent="two")
    again = room.sign_up("ben", sent="two")
    assert (again.code, again.position, again.known) == ("waitlisted", 1, False)
    assert room.kinds("anna") == ["confirmation"]


def test_another_submission_is_told_that_it_is_known_and_the_status_is_mailed_once() -> None:
    room = Room(cap=1)
    room.sign_up("anna", sent="one")
    for sent in ("", "two", "three"):
        answer = room.sign_up("anna", sent=sent)
        assert (answer.code, answer.known) == ("already", True)
    assert room.kinds("anna") == ["confirmation", "link"]
    room.after(hours=1)
    room.sign_up("anna")
    assert room.kinds("anna") == ["confirmation", "link", "link"]


def test_a_guest_in_line_who_finds_a_seat_is_known_as_well() -> None:
    room = full_room()
    room.stop_mail("cem")
    room.stop_mail("dora")
    room.cancel("anna")
    answer = room.sign_up("cem")
    assert (answer.code, answer.known) == ("confirmed", True)


def test_a_guest_who_comes_back_keeps_the_new_submission() -> None:
    room = Room()
    room.sign_up("anna", sent="one")
    room.ask(CancelGuest(event_id=EVENT, guest_id="anna"))
    assert room.sign_up("anna", sent="two").known is False
    assert room.sign_up("anna", sent="two").code == "confirmed"
    room.ask(EraseGuest(event_id=EVENT, guest_id="anna"))
    assert room.guest("anna").sent == ""


def test_with_confirmation_by_mail_a_problem_is_told_to_known_and_new_alike() -> None:
    room = Room(confirm_by_mail=True)
    room.sign_up("anna")
    assert room.sign_up("anna", party=2).code == room.sign_up("ben", party=2).code
    room.close()
    assert room.sign_up("anna").code == room.sign_up("ben").code == "sign_up_closed"


def test_with_confirmation_by_mail_known_and_new_addresses_cost_one_commit_each() -> None:
    room = Room(confirm_by_mail=True, cap=1)
    room.sign_up("anna", "ben")
    for name in ("anna", "ben", "cem", "anna", "cem"):
        decision = room.decide(sign_up(name), "guest")
        assert (decision.is_empty, len(decision.messages)) == (False, 1)


def test_its_link_keeps_a_seat_that_is_about_to_be_cancelled() -> None:
    room = Room()
    room.sign_up("anna")
    gives_up = AnswerByMail(
        event_id=EVENT,
        guest_id="anna",
        name="Anna",
        email=mail("anna"),
        wants="cancel",
        occasion="one",
        proven=True,
        marked="anna",
        exact=False,
    )
    room.give(gives_up, "mail")
    assert room.guest("anna").cancels_at is not None
    requests(room, "other", email=mail("anna"))
    message = next(one for one in room.messages("invite") if one.facts.get("request"))
    assert confirms(room, message).code == "kept"
    assert room.guest("anna").cancels_at is None


def test_a_request_keeps_its_language_when_the_event_changes_before_it_leaves() -> None:
    room = Room(settles=False)
    requests(room, "anna", language="fr")
    room.edit(venue="Elsewhere")
    room.settle()
    (left,) = [one for one in room.carrier.handed if one.facts.get("request")]
    facts = left.facts["event"]
    assert (facts["language"], facts["venue"]) == ("fr", "Elsewhere")
