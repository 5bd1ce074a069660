"""Erasing an address that someone had earlier, or asked for and never confirmed."""

from fullhouse.engine.address_erasure import EraseAddress
from fullhouse.products.rsvp.commands import ChangeContact, ConfirmAddress
from fullhouse.products.rsvp.contact_changes import address_mark
from tests.support.rsvp_world import EVENT, Room, check_audit, mail

NEW = "new@example.org"


def erase(room: Room, address: str, name: str = "anna") -> bool:
    command = EraseAddress(
        scope=EVENT, kind="guest", key=(EVENT, name), address=address, instead="gone@invalid"
    )
    return bool(room.give(command))


def asks_for(room: Room, email: str) -> None:
    room.ask(ChangeContact(event_id=EVENT, guest_id="anna", email=email))


def confirms(room: Room, email: str) -> str:
    done = ConfirmAddress(event_id=EVENT, guest_id="anna", mark=address_mark(email))
    return room.ask(done).code


def test_an_earlier_address_goes_and_the_guest_stays() -> None:
    room = Room()
    room.sign_up("anna")
    asks_for(room, NEW)
    confirms(room, NEW)
    assert erase(room, mail("anna"))
    assert (room.guest("anna").email, room.guest("anna").state) == (NEW, "confirmed")
    assert mail("anna") not in {message.to for message in room.messages()}
    assert NEW in {message.to for message in room.messages()}
    check_audit(room.store)


def test_an_address_that_was_asked_for_is_withdrawn() -> None:
    room = Room()
    room.sign_up("anna")
    asks_for(room, NEW)
    assert erase(room, NEW)
    assert room.guest("anna").new_email == ""
    assert confirms(room, NEW) == "address_spent"
    assert room.guest("anna").email == mail("anna")


def test_the_current_address_and_strangers_are_left_alone() -> None:
    room = Room()
    room.sign_up("anna")
    before = room.guest("anna")
    assert not erase(room, mail("anna"))
    assert not erase(room, NEW, "nobody")
    assert room.guest("anna") == before
