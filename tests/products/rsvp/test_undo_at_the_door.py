"""Whoever was let in at the door by mistake is as before once that is undone."""

from datetime import timedelta

from fullhouse.products.rsvp import check_in
from fullhouse.products.rsvp.commands import EraseGuest
from fullhouse.products.rsvp.wording import compose
from tests.products.rsvp.door import (
    DOORS_OPEN,
    STARTED,
    at_the_door,
    release,
    scan,
    undo,
    walk_in,
)
from tests.support.rsvp_world import EVENT, HOST, Room, full_room


def summary(room: Room) -> dict[str, str]:
    room.until("2026-06-20 12:00")
    (found,) = room.messages("summary")
    return dict(compose(found, lambda _purpose: "https://example.org").details)


def test_a_walk_in_that_is_undone_holds_no_seat() -> None:
    room = at_the_door(cap=5)
    walk_in(room, "typo")
    assert (room.event.taken, room.event.checked_in) == (5, 1)
    assert undo(room, "door-typo", "w1").code == "checked_out"
    assert (room.event.taken, room.event.checked_in, room.event.released) == (4, 0, 0)
    typo = room.guest("door-typo")
    assert (typo.state, typo.released_at, typo.arrived) == ("cancelled", None, 0)
    assert room.actions("door-typo")[-1] == "seat_returned"
    assert walk_in(room, "typo").code == "checked_out"  # sent once more
    assert room.event.taken == 4


def test_a_walk_in_that_is_undone_is_no_no_show() -> None:
    room = at_the_door(cap=5)
    walk_in(room, "typo")
    undo(room, "door-typo", "w1")
    scan(room, "anna")
    told = summary(room)
    assert (told["Came"], told["Did not come"]) == ("3", "1")


def test_a_walk_in_that_is_undone_and_let_in_again_has_a_seat_until_that_is_undone() -> None:
    room = at_the_door(cap=5)
    walk_in(room, "cleo")
    undo(room, "door-cleo")
    assert walk_in(room, "cleo", "w2", guest_id="door-cleo").code == "checked_in"
    assert (room.guest("door-cleo").state, room.event.taken) == ("confirmed", 5)
    undo(room, "door-cleo", "w2")
    assert (room.guest("door-cleo").state, room.event.taken) == ("cancelled", 4)


def test_what_another_device_admitted_keeps_the_seat_or_finds_one() -> None:
    room = at_the_door(cap=5)
    walk_in(room, "cleo")
    scan(room, "door-cleo", "n2", people=1, admitted=True, at=DOORS_OPEN)
    undo(room, "door-cleo", "w1")
    assert (room.guest("door-cleo").state, room.event.checked_in) == ("confirmed", 1)
    undo(room, "door-cleo", "n2")
    assert (room.guest("door-cleo").state, room.event.taken) == ("cancelled", 4)
    answer = scan(room, "door-cleo", "n3", people=1, admitted=True, at=DOORS_OPEN)
    assert (answer.code, room.event.taken) == ("checked_in", 5)


def test_someone_from_the_waitlist_is_back_at_their_place() -> None:
    room = full_room()
    room.until(STARTED)
    release(room)
    place, waits = room.guest("cem").place, room.event.waiting
    assert walk_in(room, "cem", guest_id="cem").code == "checked_in"
    assert room.event.waiting == waits - 1
    taken = room.event.taken
    undo(room, "cem", "w1")
    cem = room.guest("cem")
    assert (cem.state, cem.place, cem.confirmed_at) == ("waitlisted", place, None)
    assert (room.event.waiting, room.event.taken) == (waits, taken - cem.party)
    assert (room.event.owed, room.event.released) == (0, 2)


def test_before_the_start_the_seat_goes_to_the_waitlist_first() -> None:
    room = Room(cap=1)
    room.sign_up("anna", "cem")
    room.stop_mail("cem")
    room.until(DOORS_OPEN)
    room.cancel("anna")
    assert (room.event.free, room.event.waiting) == (1, 1)
    walk_in(room, "cem", guest_id="cem")
    assert (room.event.free, room.event.waiting) == (0, 0)
    answer = undo(room, "cem", "w1")
    assert answer.event is not None
    assert (answer.event.owed, answer.event.waiting, answer.event.free) == (1, 1, 0)
    assert (room.event.free, room.guest("cem").state) == (1, "waitlisted")  # cem can't be asked


def test_an_erased_guest_is_not_back_on_the_waitlist() -> None:
    room = full_room()
    room.until(STARTED)
    release(room)
    walk_in(room, "cem", guest_id="cem")
    room.ask(EraseGuest(event_id=EVENT, guest_id="cem"), HOST)
    waits = room.event.waiting
    assert undo(room, "cem", "w1").code == "checked_out"
    assert (room.guest("cem").state, room.event.waiting) == ("cancelled", waits)


def test_a_cancelled_guest_is_cancelled_again() -> None:
    room = at_the_door()
    room.cancel("ben")
    walk_in(room, "ben", guest_id="ben")
    undo(room, "ben", "w1")
    assert (room.guest("ben").state, room.guest("ben").released_at) == ("cancelled", None)
    assert (room.event.taken, room.event.released) == (3, 0)


def test_a_released_guest_is_released_again() -> None:
    room = at_the_door()
    room.until(STARTED)
    release(room)
    released_at = room.guest("anna").released_at
    walk_in(room, "anna", guest_id="anna")
    assert room.event.released == 1
    undo(room, "anna", "w1")
    assert (room.guest("anna").released_at, room.event.released) == (released_at, 4)
    assert (room.event.taken, room.event.checked_in) == (0, 0)


def test_a_released_guest_let_in_without_a_seat_is_released_again() -> None:
    room = at_the_door()
    room.until(STARTED)
    release(room)
    walk_in(room, "cleo", party=4)
    released_at = room.guest("ben").released_at
    scan(room, "ben", people=1, admitted=True, at=DOORS_OPEN)
    assert (room.event.extras, room.event.released) == (1, 3)
    undo(room, "ben", "n1")
    assert (room.guest("ben").released_at, room.event.released) == (released_at, 4)
    assert (room.event.extras, room.event.taken) == (0, 4)
    undo(room, "ben", "never-came")
    assert room.event.released == 4


def test_someone_with_a_live_offer_keeps_the_seat_that_was_held_for_them() -> None:
    room = full_room()
    room.cancel("anna")
    walk_in(room, "cem", guest_id="cem")
    undo(room, "cem", "w1")
    assert (room.guest("cem").state, room.guest("cem").arrived) == ("confirmed", 0)


def test_a_seat_of_their_own_is_kept_when_an_older_check_in_is_undone() -> None:
    room = at_the_door()
    room.cancel("ben")
    walk_in(room, "ben", guest_id="ben")
    undo(room, "ben", "w1")
    room.now += (STARTED - DOORS_OPEN) / 8
    room.sign_up("ben")
    scan(room, "ben", "n2")
    undo(room, "ben")
    assert (room.guest("ben").state, room.event.taken) == ("confirmed", 4)


def test_a_guest_who_waits_again_is_not_released_by_undoing_an_extra() -> None:
    room = at_the_door()
    room.until(STARTED)
    release(room)
    walk_in(room, "cleo", party=4)
    scan(room, "ben", people=1, admitted=True, at=DOORS_OPEN)
    day = timedelta(days=1)
    room.edit(starts_at=room.event.starts_at + day, ends_at=room.event.ends_at + day)
    assert room.sign_up("ben").code == "waitlisted"
    undo(room, "ben", "n1")
    assert (room.guest("ben").released_at, room.event.released) == (None, 3)


def test_many_undone_check_ins_do_not_hide_where_a_seat_came_from() -> None:
    room = at_the_door(cap=5)
    walk_in(room, "cleo")
    scan(room, "door-cleo", "n2", people=1, admitted=True, at=DOORS_OPEN)
    undo(room, "door-cleo", "w1")
    for start in range(0, check_in.MOST_UNDONE + 20, 10):
        undo(room, "door-cleo", *(f"x{start + one}" for one in range(10)))
    undo(room, "door-cleo", "n2")
    assert (room.guest("door-cleo").state, room.event.taken) == ("cancelled", 4)
