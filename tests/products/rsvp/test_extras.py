"""People let in beyond the seats: the event counts as many as its guests have on record."""

import pytest

from fullhouse.products.rsvp.commands import CancelGuest, ChangeParty
from tests.products.rsvp.door import DOORS_OPEN, at_the_door, scan, undo, walk_in
from tests.support.rsvp_world import EVENT, Room, mail


def extras(room: Room) -> int:
    """Return the extras that the event counts, which are those on record with its guests."""
    assert room.event.extras == sum(guest.admitted_extra for guest in room.guests())
    return room.event.extras


def with_cleo() -> Room:
    """Cleo and someone else were let in while a device was offline, and the room is full."""
    room = at_the_door()
    walk_in(room, "cleo", party=2, email=mail("cleo"), admitted=True, at=DOORS_OPEN)
    assert extras(room) == 2
    return room


def test_an_extra_who_gets_a_seat_is_no_longer_counted_as_one() -> None:
    room = with_cleo()
    room.cancel("anna")
    assert walk_in(room, "cleo", "w2", guest_id="door-cleo").code == "checked_in"
    assert (extras(room), room.event.checked_in) == (0, 2)
    room.ask(CancelGuest(event_id=EVENT, guest_id="door-cleo", by_host=True))
    assert (extras(room), room.event.checked_in) == (2, 0)


def test_an_extra_who_is_undone_counts_no_more() -> None:
    room = with_cleo()
    undo(room, "door-cleo")
    assert extras(room) == 0


@pytest.mark.parametrize("frees", [True, False])
@pytest.mark.parametrize("place_as", ["confirmed", "pending"])
def test_an_extra_who_signs_up_again_alone_counts_once(frees: bool, place_as: str) -> None:
    room = with_cleo()
    if frees:
        room.cancel("anna")
    answer = room.sign_up("door-cleo", email=mail("cleo"), place_as=place_as)
    assert answer.code == (place_as if frees else "waitlisted")
    assert extras(room) == 1


def test_extras_are_counted_again_when_a_waiting_party_changes() -> None:
    room = at_the_door()
    room.sign_up("cem", party=2)
    scan(room, "cem", admitted=True, people=2, at=DOORS_OPEN)
    assert extras(room) == 2
    assert room.ask(ChangeParty(event_id=EVENT, guest_id="cem", party=1)).code == "party_changed"
    assert extras(room) == 1
