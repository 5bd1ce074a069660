"""Check-in at the door: arrivals by nonce, walk-ins and extras."""

from datetime import timedelta
from itertools import permutations
from typing import Any

import pytest

from fullhouse.engine.ports import AuditPage
from fullhouse.kernel.commands import Command
from fullhouse.products.rsvp import check_in
from fullhouse.products.rsvp.bus_events import bus_event
from fullhouse.products.rsvp.commands import (
    AnswerByMail,
    CancelGuest,
    CheckIn,
    CheckOut,
    EraseGuest,
    ReleaseNoShows,
    WalkIn,
)
from tests.products.rsvp.door import (
    DOORS_OPEN,
    OVER,
    STARTED,
    at_the_door,
    release,
    scan,
    undo,
    walk_in,
)
from tests.support.rsvp_world import EVENT, full_room, mail


def test_one_tap_checks_the_whole_party_in() -> None:
    room = at_the_door()
    answer = scan(room, "anna")
    assert answer.code == "checked_in"
    assert room.guest("anna").arrived == 3
    assert room.event.checked_in == 3
    assert room.actions("anna")[-1] == "checked_in"


def test_a_party_may_come_in_parts() -> None:
    room = at_the_door()
    scan(room, "anna", "n1", people=1)
    assert room.guest("anna").arrived == 1
    scan(room, "anna", "n2")
    assert (room.guest("anna").arrived, room.event.checked_in) == (3, 3)


def test_the_same_nonce_counts_once_and_writes_nothing() -> None:
    room = at_the_door()
    scan(room, "anna", people=1)
    rev, actions = room.guest("anna").rev, room.actions()
    assert scan(room, "anna", people=1).code == "checked_in"
    assert room.guest("anna").rev == rev
    assert room.actions() == actions


def test_two_devices_that_scan_the_same_guest_count_the_party_once() -> None:
    room = at_the_door()
    scan(room, "anna", "device-a", people=3, admitted=True, at=DOORS_OPEN)
    assert scan(room, "anna", "device-b", people=2, admitted=True, at=DOORS_OPEN).code == (
        "already_in"
    )
    assert (room.guest("anna").arrived, room.event.checked_in) == (3, 3)
    assert scan(room, "anna", "device-c").code == "already_in"
    assert len(room.guest("anna").arrivals) == 2


def test_devices_may_catch_up_in_any_order() -> None:
    commands: list[Command] = [
        CheckIn(event_id=EVENT, guest_id="anna", nonce="a", people=1),
        CheckIn(event_id=EVENT, guest_id="anna", nonce="b", people=2),
        CheckOut(event_id=EVENT, guest_id="anna", nonces=("a",)),
        CheckIn(event_id=EVENT, guest_id="anna", nonce="a", people=1),
    ]
    ends = set()
    for order in permutations(commands):
        room = at_the_door(checks=False)
        for command in order:
            room.give(command)
        room.check()
        ends.add((room.guest("anna").arrived, room.event.checked_in))
    assert ends == {(2, 2)}


def test_check_out_undoes_all_or_only_what_it_names() -> None:
    room = at_the_door()
    scan(room, "anna", "n1", people=1)
    scan(room, "anna", "n2", people=2)
    assert undo(room, "anna", "n2").code == "checked_out"
    assert room.guest("anna").arrived == 1
    undo(room, "anna")
    assert (room.guest("anna").arrived, room.event.checked_in) == (0, 0)
    rev = room.guest("anna").rev
    assert undo(room, "anna").code == "checked_out"
    assert room.guest("anna").rev == rev
    assert scan(room, "anna", "n1", people=1).code == "checked_out"


def test_the_door_is_open_until_the_end_of_the_event() -> None:
    room = at_the_door()
    room.until(OVER)
    assert scan(room, "anna").code == "event_ended"
    assert undo(room, "anna").code == "event_ended"
    assert walk_in(room, "cleo").code == "event_ended"
    assert release(room).code == "event_ended"


def test_what_a_device_did_before_the_end_counts_when_it_is_sent_later() -> None:
    room = at_the_door()
    room.until(OVER)
    assert scan(room, "anna", admitted=True, at=STARTED).code == "checked_in"
    assert room.guest("anna").arrivals[0].at == STARTED
    assert undo(room, "anna", "n1", admitted=True, at=STARTED).code == "checked_out"


def test_a_device_whose_clock_is_ahead_gets_our_time() -> None:
    room = at_the_door()
    scan(room, "anna", admitted=True, at=room.now + timedelta(days=2))
    assert room.guest("anna").arrivals[0].at == room.now


def test_a_device_without_a_time_gets_ours() -> None:
    room = at_the_door()
    scan(room, "anna", admitted=True)
    assert room.guest("anna").arrivals[0].at == room.now


@pytest.mark.parametrize("command", [CheckIn, WalkIn])
def test_nobody_is_checked_in_at_a_cancelled_event_except_as_extra(command: Any) -> None:
    room = at_the_door()
    room.call_off()
    told = room.ask(command(event_id=EVENT, guest_id="anna", nonce="n1"))
    assert told.code == "event_cancelled"
    kept = room.ask(command(event_id=EVENT, guest_id="anna", nonce="n1", admitted=True))
    assert kept.code == "admitted_extra"
    assert (room.guest("anna").admitted_extra, room.event.checked_in) == (3, 0)


def test_unknown_and_erased_guests_and_events_are_refused() -> None:
    room = at_the_door()
    assert scan(room, "nobody").code == "unknown_guest"
    assert undo(room, "nobody").code == "unknown_guest"
    room.give(EraseGuest(event_id=EVENT, guest_id="ben"))
    assert scan(room, "ben").code == "unknown_guest"
    assert undo(room, "ben").code == "unknown_guest"
    assert walk_in(room, "ben", guest_id="ben").code == "unknown_guest"
    nowhere = WalkIn(event_id="nowhere", guest_id="x", nonce="n1", name="X")
    assert room.ask(nowhere).code == "unknown_event"
    assert room.ask(ReleaseNoShows(event_id="nowhere")).code == "unknown_event"


def test_a_guest_without_a_seat_is_refused_and_kept_as_extra_if_already_inside() -> None:
    room = full_room()
    room.until(DOORS_OPEN)
    assert scan(room, "cem").code == "no_seat_here"
    answer = scan(room, "cem", people=1, admitted=True, at=DOORS_OPEN)
    assert answer.code == "admitted_extra"
    cem = room.guest("cem")
    assert (cem.state, cem.arrived, cem.admitted_extra) == ("waitlisted", 0, 1)
    assert scan(room, "cem", people=1, admitted=True).code == "admitted_extra"
    assert room.event.checked_in == 0
    undo(room, "cem", "n1")
    assert room.guest("cem").admitted_extra == 0


def test_check_in_keeps_a_seat_that_was_about_to_be_cancelled() -> None:
    room = full_room()
    free_text = AnswerByMail(
        event_id=EVENT,
        guest_id="anna",
        name="Anna",
        email=mail("anna"),
        wants="cancel",
        proven=True,
        marked="anna",
        exact=False,
    )
    room.give(free_text)
    assert room.guest("anna").cancels_at is not None
    scan(room, "anna")
    assert room.guest("anna").cancels_at is None
    room.after(hours=1)
    assert (room.guest("anna").state, room.event.checked_in) == ("confirmed", 1)


def test_a_host_who_cancels_a_seat_takes_the_check_in_back() -> None:
    room = at_the_door()
    scan(room, "anna")
    room.ask(CancelGuest(event_id=EVENT, guest_id="anna", by_host=True))
    assert (room.guest("anna").arrived, room.event.checked_in) == (0, 0)
    assert scan(room, "anna").code == "checked_out"


def test_a_smaller_or_larger_party_counts_those_who_are_here() -> None:
    room = at_the_door()
    scan(room, "anna", people=2)
    for party in (2, 3):
        assert room.party("anna", party).code == "party_changed"
        assert (room.guest("anna").arrived, room.event.checked_in) == (2, 2)


def test_a_guest_is_not_checked_in_without_end() -> None:
    room = at_the_door(checks=False)
    for number in range(check_in.MOST_ARRIVALS):
        scan(room, "ben", f"n{number}", people=1)
    assert scan(room, "ben", "one-more", people=1).code == "too_many_check_ins"
    assert len(room.guest("ben").arrivals) == check_in.MOST_ARRIVALS


def test_extras_beyond_the_bound_are_summed_up_and_never_lost() -> None:
    room = at_the_door(checks=False)
    for number in range(check_in.MOST_ARRIVALS):
        scan(room, "anna", f"n{number}", people=1)
    for number in range(50):
        told = scan(room, "anna", f"more{number}", people=1, admitted=True)
        assert told.code == "admitted_extra"
    room.check()
    anna = room.guest("anna")
    assert (anna.arrived, anna.admitted_extra) == (3, 0)
    assert len(anna.arrivals) == check_in.MOST_ARRIVALS + 1
    assert room.actions("anna").count("admitted_extra") == 3
    undo(room, "anna")
    assert room.guest("anna").admitted_extra == 0
    assert len(room.guest("anna").arrivals) == check_in.MOST_UNDONE
    assert walk_in(room, "anna", guest_id="anna").code == "checked_in"
    room.check()
    assert (room.guest("anna").arrived, room.guest("anna").admitted_extra) == (3, 0)


def test_check_ins_that_were_undone_never_lock_a_guest_out() -> None:
    """A helper who checks someone in and out again and again takes nobody's seat."""
    room = at_the_door(checks=False)
    for number in range(check_in.MOST_ARRIVALS + 5):
        assert scan(room, "ben", f"n{number}", people=1).code == "checked_in"
        undo(room, "ben", f"n{number}")
    assert scan(room, "ben", "at-last", people=1).code == "checked_in"
    assert len(room.guest("ben").arrivals) == check_in.MOST_UNDONE + 1
    room.check()


def test_a_guest_without_a_seat_is_not_let_in_without_end() -> None:
    room = full_room(checks=False)
    room.until(STARTED)
    for number in range(check_in.MOST_ARRIVALS + 20):
        walk_in(room, "cem", f"w{number}", guest_id="cem", admitted=True)
    room.check()
    cem = room.guest("cem")
    assert (cem.admitted_extra, len(cem.arrivals)) == (1, check_in.MOST_ARRIVALS + 1)
    scan(room, "ben")
    release(room)
    assert walk_in(room, "cem", "late", guest_id="cem").code == "too_many_check_ins"


def test_invented_nonces_that_are_undone_take_no_place_of_arrivals() -> None:
    room = at_the_door()
    for page in range(3):
        undo(room, "ben", *(f"x{page}-{number}" for number in range(100)))
    assert len(room.guest("ben").arrivals) == check_in.MOST_UNDONE
    undo(room, "ben", "honest")
    assert scan(room, "ben", "honest", people=1).code == "checked_out"
    assert scan(room, "ben").code == "checked_in"
    assert room.event.checked_in == 1


def test_an_extra_who_is_seated_later_counts_once() -> None:
    room = full_room()
    room.until(STARTED)
    walk_in(room, "cem", guest_id="cem", admitted=True)
    assert room.guest("cem").admitted_extra == 1
    scan(room, "ben")
    release(room)
    assert walk_in(room, "cem", "w2", guest_id="cem").code == "checked_in"
    cem = room.guest("cem")
    assert (cem.arrived, cem.admitted_extra) == (1, 0)


def test_an_erased_guest_who_was_let_in_offline_is_kept_as_extra() -> None:
    room = at_the_door()
    room.give(EraseGuest(event_id=EVENT, guest_id="ben"))
    assert scan(room, "ben", admitted=True).code == "admitted_extra"
    assert walk_in(room, "ben", guest_id="ben", admitted=True).code == "admitted_extra"
    ben = room.guest("ben")
    assert (ben.is_erased, ben.admitted_extra, room.event.checked_in) == (True, 1, 0)
    assert undo(room, "ben").code == "checked_out"
    assert room.guest("ben").admitted_extra == 0


def test_nobody_is_added_as_a_guest_on_the_list() -> None:
    room = at_the_door(cap=6)
    for admitted in (False, True):
        told = walk_in(room, "x", guest_id="z.y", on_list=True, admitted=admitted)
        assert told.code == "unknown_guest"
    assert {guest.id for guest in room.guests()} == {"anna", "ben"}


def test_a_walk_in_takes_a_free_seat_and_is_checked_in() -> None:
    room = at_the_door(cap=6)
    answer = walk_in(room, "cleo", party=2)
    assert answer.code == "checked_in"
    cleo = room.guest("door-cleo")
    assert (cleo.state, cleo.source, cleo.email, cleo.arrived) == ("confirmed", "door", "", 2)
    assert (room.event.confirmed, room.event.taken, room.event.checked_in) == (6, 6, 2)
    assert room.actions("door-cleo") == ["walked_in"]
    assert walk_in(room, "cleo", party=2).code == "checked_in"
    assert room.event.taken == 6


def test_two_walk_ins_may_both_have_no_address() -> None:
    room = at_the_door(cap=6)
    walk_in(room, "cleo")
    walk_in(room, "dora", "w2")
    assert room.event.checked_in == 2


def test_a_walk_in_never_oversells() -> None:
    room = at_the_door()
    assert walk_in(room, "cleo").code == "no_room"
    assert room.event.taken == 4


@pytest.mark.parametrize("party", [0, 51])
def test_a_walk_in_has_a_possible_party(party: int) -> None:
    assert walk_in(at_the_door(), "cleo", party=party).code == "bad_party"


def test_a_walk_in_with_a_known_address_is_that_guest() -> None:
    room = at_the_door(cap=6)
    answer = walk_in(room, "ben", email=mail("ben"))
    assert answer.code == "address_taken"
    assert answer.guest is not None
    assert answer.guest.id == "ben"
    kept = walk_in(room, "ben", email=mail("ben"), admitted=True)
    assert kept.code == "admitted_extra"
    assert room.guest("door-ben").email == ""
    assert room.guest("ben").email == mail("ben")


def test_a_walk_in_that_was_let_in_offline_is_kept_as_extra_when_full() -> None:
    room = at_the_door()
    answer = walk_in(room, "cleo", party=2, email=mail("cleo"), admitted=True, at=DOORS_OPEN)
    assert answer.code == "admitted_extra"
    cleo = room.guest("door-cleo")
    assert (cleo.admitted_extra, cleo.arrived, cleo.email) == (2, 0, mail("cleo"))
    assert (room.event.taken, room.event.checked_in) == (4, 0)
    lines = room.store.load(AuditPage(EVENT, limit=1_000))
    assert [bus_event(line) for line in lines if line.subject == "door-cleo"] == [()]


def test_a_waiting_guest_is_let_in_when_a_seat_is_free() -> None:
    room = full_room()
    room.until(STARTED)
    assert walk_in(room, "cem", guest_id="cem").code == "no_room"
    scan(room, "ben")
    release(room)
    assert walk_in(room, "cem", guest_id="cem").code == "checked_in"
    cem = room.guest("cem")
    assert (cem.state, cem.name, cem.arrived, room.event.waiting) == ("confirmed", "Cem", 1, 1)
    assert room.actions("cem")[-2:] == ["let_in", "checked_in"]


def test_a_guest_with_an_offer_is_let_in_on_it() -> None:
    room = full_room()
    room.cancel("anna")
    assert walk_in(room, "cem", guest_id="cem").code == "checked_in"
    assert (room.guest("cem").state, room.guest("cem").offer) == ("confirmed", None)
    assert room.actions("cem")[-2:] == ["claimed", "checked_in"]


def test_an_offer_whose_time_is_over_lets_nobody_in() -> None:
    room = full_room(settles=False)
    room.cancel("anna")
    room.settle()
    room.now += timedelta(hours=7)
    assert walk_in(room, "cem", guest_id="cem").code == "offer_lapsed"


def test_a_walk_in_of_a_guest_with_a_seat_is_a_check_in() -> None:
    room = at_the_door()
    assert walk_in(room, "ben", guest_id="ben").code == "checked_in"
    assert walk_in(room, "ben", guest_id="ben").code == "checked_in"
    assert room.event.checked_in == 1


def test_whoever_is_inside_keeps_the_seat_until_the_check_in_is_undone() -> None:
    room = at_the_door()
    scan(room, "anna", people=2)
    assert room.cancel("anna").code == "is_inside"
    assert room.party("anna", 1).code == "is_inside"
    assert room.party("anna", 2).code == "party_changed"
    assert (room.event.checked_in, room.event.free) == (2, 1)
    undo(room, "anna", "n1")
    assert room.cancel("anna").code == "cancelled"


def test_a_walk_in_without_an_address_is_cancelled_without_an_email() -> None:
    room = at_the_door(cap=5)
    walk_in(room, "cleo")
    cancel = CancelGuest(event_id=EVENT, guest_id="door-cleo", by_host=True)
    assert room.ask(cancel).code == "cancelled"
    assert (room.guest("door-cleo").state, room.event.checked_in) == ("cancelled", 0)


def test_a_check_in_lets_in_part_of_a_party_without_a_seat_if_asked_for() -> None:
    room = at_the_door()
    room.cancel("anna")
    assert scan(room, "anna", people=2).code == "no_seat_here"
    assert scan(room, "anna", people=2, let_in=True).code == "checked_in"
    assert (room.guest("anna").arrived, room.event.confirmed) == (2, 4)
    room.call_off()
    assert scan(room, "ben", "n2", let_in=True).code == "event_cancelled"


def test_invented_nonces_push_no_real_check_in_out_of_memory() -> None:
    room = at_the_door()
    scan(room, "ben", "real", people=1)
    undo(room, "ben", *(f"x{number}" for number in range(check_in.MOST_UNDONE + 9)))
    undo(room, "ben")
    assert scan(room, "ben", "real", people=1).code == "checked_out"
    assert room.event.checked_in == 0
