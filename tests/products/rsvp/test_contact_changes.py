"""Guests put their own name and address right; a new address counts only once it has answered."""

import pytest

from fullhouse.kernel.messages import Refused
from fullhouse.products.rsvp.commands import ChangeContact, ConfirmAddress
from fullhouse.products.rsvp.contact_changes import address_mark
from fullhouse.products.rsvp.delivery import link
from fullhouse.products.rsvp.model import GuestResult
from fullhouse.products.rsvp.wording import compose
from tests.support.rsvp_world import EVENT, Room, full_room, mail

NEW = "anna@new.example"


def asks(room: Room, who: str = "anna", **new: str) -> GuestResult:
    return room.ask(ChangeContact(event_id=EVENT, guest_id=who, **new), "guest")


def confirms(room: Room, address: str, name: str = "anna") -> GuestResult:
    return room.ask(
        ConfirmAddress(event_id=EVENT, guest_id=name, mark=address_mark(address)), "guest"
    )


def test_a_new_name_counts_at_once_and_nobody_is_mailed() -> None:
    room = full_room()
    before = len(room.messages())
    assert asks(room, name="Anna Berg").code == "contact_changed"
    assert room.guest("anna").name == "Anna Berg"
    assert room.actions("anna") == ["signed_up", "contact_changed"]
    assert len(room.messages()) == before


def test_a_new_address_is_asked_before_it_counts() -> None:
    room = full_room()
    assert asks(room, email=NEW).code == "address_asked"
    guest = room.guest("anna")
    assert (guest.email, guest.new_email) == (mail("anna"), NEW)
    question = room.messages("address", to=NEW)[0]
    asked = link(question, "address")
    assert asked is not None
    assert asked.offer == address_mark(NEW)
    letter = compose(question, lambda purpose: f"https://party.example/l/{purpose}")
    assert [button.purpose for button in letter.buttons] == ["address"]
    assert letter.stop_url == ""


def test_the_link_makes_it_count_and_both_addresses_are_told() -> None:
    room = full_room()
    asks(room, email=NEW)
    answer = confirms(room, NEW)
    assert (answer.code, room.guest("anna").email, room.guest("anna").new_email) == (
        "address_changed",
        NEW,
        "",
    )
    old, new = room.messages("changed", to="anna"), room.messages("changed", to=NEW)
    assert (len(old), len(new)) == (1, 1)
    letter = compose(old[0], lambda purpose: f"https://party.example/l/{purpose}")
    assert (letter.buttons, letter.stop_url, letter.calendar) == ((), "", None)
    assert NEW not in "".join((*letter.paragraphs, *letter.footer))
    assert (
        compose(new[0], lambda purpose: f"https://party.example/l/{purpose}").calendar is not None
    )


def test_a_link_pressed_twice_says_the_same_again() -> None:
    room = full_room()
    asks(room, email=NEW)
    assert [confirms(room, NEW).code for _ in range(2)] == ["address_changed"] * 2
    assert len(room.messages("changed")) == 2


def test_an_older_link_does_not_confirm_a_newer_address() -> None:
    room = full_room()
    asks(room, email="first@new.example")
    asks(room, email=NEW)
    assert confirms(room, "first@new.example").code == "address_spent"
    assert confirms(room, NEW).code == "address_changed"
    assert confirms(room, "first@new.example").code == "address_spent"


def test_giving_the_present_address_takes_the_question_back() -> None:
    room = full_room()
    asks(room, email=NEW)
    assert asks(room, email=mail("anna")).code == "contact_changed"
    assert confirms(room, NEW).code == "address_spent"


def test_the_same_address_is_asked_again_after_an_hour_and_not_before() -> None:
    room = full_room()
    for _ in range(3):
        assert asks(room, email=NEW).code == "address_asked"
    assert len(room.messages("address")) == 1
    room.after(hours=1)
    asks(room, email=NEW)
    assert len(room.messages("address")) == 2


def test_an_address_on_the_list_cannot_be_taken() -> None:
    room = full_room()
    answer = asks(room, email=mail("ben"))
    assert (answer.code, answer.field) == ("address_taken", "email")
    assert room.guest("anna").new_email == ""


def test_an_address_that_signed_up_in_the_meantime_cannot_be_taken() -> None:
    room = full_room()
    asks(room, email=NEW)
    room.sign_up("eve", email=NEW)
    assert confirms(room, NEW).code == "address_taken"
    assert room.guest("anna").email == mail("anna")


def test_nothing_new_changes_nothing() -> None:
    room = full_room()
    assert asks(room, name="Anna", email=mail("anna")).code == "unchanged"
    assert asks(room).code == "unchanged"
    assert room.actions("anna") == ["signed_up"]


def test_a_new_address_is_reachable_whatever_the_old_one_was() -> None:
    room = full_room()
    room.stop_mail("cem")
    room.cancel("anna")
    assert room.offered() == ["dora"]
    room.decline("dora")
    assert room.offered() == []
    room.sign_up("ed", "fay")
    room.cancel("ben")
    asks(room, "cem", email="cem@new.example")
    confirms(room, "cem@new.example", "cem")
    assert room.guest("cem").reach == "fine"


def test_seats_set_aside_are_offered_to_whoever_becomes_reachable_by_a_new_address() -> None:
    room = full_room(now="2026-06-01T23:00")
    room.stop_mail("cem")
    asks(room, "cem", email="cem@new.example")
    room.cancel("anna")
    confirms(room, "cem@new.example", "cem")
    room.until("2026-06-02T09:00")
    assert room.offered() == ["cem"]


def test_what_was_waiting_to_leave_goes_to_the_new_address() -> None:
    room = full_room(now="2026-06-01T23:00", max_party=2)
    room.edit(venue="Elsewhere")
    asks(room, email=NEW)
    confirms(room, NEW)
    room.until("2026-06-02T09:00")
    told = [
        one.to
        for one in room.messages("changed")
        if one.person == "anna" and "venue" in one.facts["changes"]
    ]
    assert told == [NEW]


def test_an_old_address_that_bounces_says_nothing_of_the_new_one() -> None:
    room = full_room(settles=False)
    asks(room, email=NEW)
    confirms(room, NEW)
    room.carrier.always = Refused("550 no such user", permanent=True)
    old = room.messages("changed", to="anna")
    assert room.dispatch(old[0]) is not None
    room.settle()
    assert room.guest("anna").reach == "bounced"  # of the new address, which bounced too
    assert "bounced" in room.actions("anna")


def test_a_question_that_bounces_leaves_the_guest_reachable() -> None:
    room = full_room()
    room.carrier.always = Refused("550 no such user", permanent=True)
    asks(room, email=NEW)
    assert room.guest("anna").reach == "fine"


@pytest.mark.parametrize("code", ["event_cancelled", "event_over", "already_cancelled"])
def test_when_it_is_too_late_nothing_changes(code: str) -> None:
    room = full_room()
    if code == "event_cancelled":
        room.call_off()
    elif code == "event_over":
        room.until("2026-06-20T12:00")
    else:
        room.cancel("anna")
    assert asks(room, name="Other", email=NEW).code == code


def test_nobody_can_be_changed_who_is_not_there() -> None:
    room = full_room()
    assert asks(room, "nobody", name="X").code == "unknown_guest"
    assert confirms(room, NEW, "nobody").code == "unknown_guest"
