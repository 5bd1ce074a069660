from typing import Any

import pytest

from fullhouse.products.rsvp.commands import AnswerByMail, ConfirmSignUp, NoteBounce
from fullhouse.products.rsvp.model import GuestResult
from tests.support.rsvp_world import EVENT, Room, full_room, mail


def writes(room: Room, name: str, wants: Any = "come", **more: Any) -> GuestResult:
    usual: dict[str, Any] = {
        "guest_id": name,
        "name": name.title(),
        "email": mail(name),
        "occasion": f"{name}-{wants}",
        "marked": name,
    }
    return room.ask(AnswerByMail(event_id=EVENT, wants=wants, **{**usual, **more}))


def bounces(
    room: Room, name: str, reason: str = "550 no such user", email: str = ""
) -> GuestResult:
    return room.ask(
        NoteBounce(event_id=EVENT, guest_id=name, email=email or mail(name), reason=reason)
    )


def test_a_proven_sender_gets_a_seat() -> None:
    room = Room()
    assert writes(room, "anna", proven=True).code == "confirmed"
    assert room.guest("anna").source == "mail"
    assert room.kinds("anna") == ["confirmation"]


def test_an_unproven_sender_has_nothing_until_they_confirm() -> None:
    room = Room()
    assert writes(room, "anna").code == "requested"
    assert (room.kinds("anna"), room.guests()) == (["invite"], ())
    (message,) = room.messages("invite", "anna")
    confirm = ConfirmSignUp(event_id=EVENT, message_id=message.id)
    assert room.ask(confirm).code == "confirmed"
    assert room.kinds("anna") == ["invite", "confirmation"]


def test_forged_emails_hold_no_seat_and_no_place() -> None:
    room = Room(cap=3)
    for number in range(20):
        writes(room, f"forged{number}")
    assert (room.counts(), room.guests()) == ({}, ())
    assert room.sign_up("anna", "ben", "cem").code == "confirmed"
    writes(room, "dora")
    assert room.event.waiting == 0


def test_a_proven_reply_to_an_invite_confirms_it() -> None:
    room = Room()
    room.sign_up("anna", place_as="pending", source="host")
    assert writes(room, "anna").code == "already"
    assert writes(room, "anna", proven=True).code == "confirmed"
    assert room.kinds("anna") == ["invite", "link", "confirmation"]


def test_a_proven_reply_to_an_offer_claims_the_seat() -> None:
    room = full_room()
    room.cancel("anna")
    assert room.offered() == ["cem"]
    assert writes(room, "cem", proven=True).code == "confirmed"


def test_someone_on_the_list_is_told_where_they_stand_once() -> None:
    room = full_room()
    assert writes(room, "anna", proven=True).code == "already"
    assert writes(room, "anna", proven=True).code == "already"
    assert writes(room, "dora").position == 2
    assert room.kinds("anna") == ["confirmation", "link"]
    assert room.messages("link", "dora")[0].facts["position"] == 2


def test_a_calendar_that_says_yes_to_a_seat_they_have_gets_no_mail() -> None:
    room = full_room()
    assert writes(room, "anna", proven=True, quiet=True).code == "already"
    assert room.kinds("anna") == ["confirmation"]


@pytest.mark.parametrize("wants", ["ask", "thanks"])
def test_who_knows_their_status_gets_no_mail(wants: str) -> None:
    room = full_room()
    answer = writes(room, "dora", wants, proven=True, quiet=True)
    assert (answer.code, answer.position) == ("link_sent", 2)
    assert room.kinds("dora") == ["waitlisted"]


def test_someone_in_line_takes_a_free_seat_only_if_proven() -> None:
    room = Room(cap=2, max_party=2)
    room.sign_up("anna", party=2)
    room.sign_up("ben", party=2)
    room.cancel("anna")
    room.decline("ben")
    assert writes(room, "ben").code == "already"
    assert room.guest("ben").state == "waitlisted"
    assert writes(room, "ben", proven=True).code == "confirmed"


def test_a_full_room_means_a_place_in_line() -> None:
    room = full_room()
    assert writes(room, "eva", proven=True).code == "waitlisted"
    assert room.kinds("eva") == ["waitlisted"]


def test_a_proven_cancel_gives_the_seat_back() -> None:
    room = full_room()
    assert writes(room, "anna", "cancel", proven=True).code == "cancelled"
    assert room.kinds("anna") == ["confirmation", "cancelled"]
    assert room.offered() == ["cem"]


def test_an_unproven_cancel_gets_the_link_and_moves_nothing() -> None:
    room = full_room()
    assert writes(room, "anna", "cancel").code == "link_sent"
    assert room.guest("anna").state == "confirmed"
    assert room.kinds("anna") == ["confirmation", "link"]


def test_a_second_cancel_says_where_they_stand() -> None:
    room = full_room()
    room.cancel("anna")
    assert writes(room, "anna", "cancel", proven=True).code == "already_cancelled"
    assert room.kinds("anna") == ["confirmation", "cancelled", "link"]


def test_a_cancel_from_a_stranger_is_told_that_they_are_not_on_the_list() -> None:
    room = full_room()
    assert writes(room, "eva", "cancel", proven=True).code == "unknown_guest"
    (told,) = room.messages("reply", "eva")
    assert told.facts["says"] == "not_on_list"


def test_someone_who_cancelled_comes_back_by_mail() -> None:
    room = Room()
    room.sign_up("anna")
    room.cancel("anna")
    assert writes(room, "anna", proven=True).code == "confirmed"


def test_stop_ends_reminders_and_offers_and_is_not_answered() -> None:
    room = full_room()
    assert writes(room, "anna", "stop").code == "link_sent"
    assert writes(room, "anna", "stop", proven=True).code == "stopped"
    assert room.guest("anna").reach == "opted_out"
    assert room.kinds("anna") == ["confirmation", "link"]


def test_a_closed_list_takes_nobody_new_and_says_so() -> None:
    room = full_room()
    room.close()
    assert writes(room, "eva", proven=True).code == "sign_up_closed"
    assert writes(room, "fay").code == "sign_up_closed"
    assert [one.facts["says"] for one in room.messages("reply")] == ["closed", "closed"]
    assert (room.event.waiting, len(room.guests())) == (2, 4)


def test_a_mail_to_no_event_is_nothing() -> None:
    room = Room()
    command = AnswerByMail(event_id="other", guest_id="x", name="X", email="x@example.org")
    assert room.ask(command).code == "unknown_event"


def test_a_bounce_ends_reminders_and_offers() -> None:
    room = full_room()
    assert bounces(room, "anna").code == "bounced"
    assert (room.guest("anna").reach, room.guest("anna").reach_note) == (
        "bounced",
        "550 no such user",
    )
    assert room.actions("anna")[-1] == "bounced"
    assert bounces(room, "anna").code == "unchanged"


def test_an_offer_that_bounced_goes_to_the_next() -> None:
    room = full_room()
    room.cancel("anna")
    assert bounces(room, "cem").code == "bounced"
    assert room.guest("cem").reach == "unreachable"
    assert room.offered() == ["dora"]


@pytest.mark.parametrize("name", ["anna", "eva"])
def test_a_bounce_of_an_old_address_or_a_stranger_is_nothing(name: str) -> None:
    room = full_room()
    assert bounces(room, name, email="old@example.org").code in {"unchanged", "unknown_guest"}
    assert room.guest("anna").reach == "fine"


def test_a_bounced_invite_stays_until_it_lapses() -> None:
    room = Room()
    room.sign_up("anna", place_as="pending", source="host")
    assert bounces(room, "anna").code == "bounced"
    assert room.guest("anna").state == "pending"


@pytest.mark.parametrize("marked", ["", "ben", "nobody"])
@pytest.mark.parametrize("wants", ["come", "cancel", "stop"])
def test_what_a_guest_has_changes_only_with_the_mark_of_a_message_to_them(
    wants: str, marked: str
) -> None:
    room = full_room()
    before = {name: room.guest(name) for name in ("anna", "ben", "cem")}
    assert writes(room, "anna", wants, proven=True, marked=marked).code in ("already", "link_sent")
    assert {name: room.guest(name) for name in before} == before
    assert room.kinds("anna")[-1] == "link"


def test_an_offer_and_a_free_seat_need_the_mark_too() -> None:
    room = full_room()
    room.cancel("anna")
    assert room.offered() == ["cem"]
    assert writes(room, "cem", proven=True, marked="anna").code == "already"
    assert room.offered() == ["cem"]


def test_whoever_cancelled_may_sign_up_again_without_a_mark() -> None:
    room = Room()
    room.sign_up("anna")
    room.cancel("anna")
    assert writes(room, "anna", proven=True, marked="").code == "confirmed"
