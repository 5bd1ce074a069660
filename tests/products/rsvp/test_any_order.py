"""Whatever people do, in whatever order, the promises hold after every step."""

from collections.abc import Callable
from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from fullhouse.kernel.messages import CarrierDown, Refused, ResultUnknown, Sent
from fullhouse.kernel.times import wall_time
from fullhouse.products.rsvp import commands
from fullhouse.products.rsvp.offers import why_not
from tests.support.rsvp_world import EVENT, Room

NAMES = ("anna", "ben", "cem", "dora", "emil", "finn")
names = st.sampled_from(NAMES)
MOST = 3
parties = st.integers(1, MOST)
deeds = st.one_of(
    st.tuples(st.just("sign up"), names, parties),
    st.tuples(st.just("invite"), names, parties),
    st.tuples(st.just("cancel"), names, st.just(0)),
    st.tuples(st.just("claim"), names, st.just(0)),
    st.tuples(st.just("decline"), names, st.just(0)),
    st.tuples(st.just("take"), names, st.just(0)),
    st.tuples(st.just("party"), names, parties),
    st.tuples(st.just("stop"), names, st.just(0)),
    st.tuples(st.just("resume"), names, st.just(0)),
    st.tuples(st.just("erase"), names, st.just(0)),
    st.tuples(st.just("check in"), names, parties),
    st.tuples(st.just("check out"), names, parties),
    st.tuples(st.just("walk in"), names, parties),
    st.tuples(st.just("no-shows"), names, st.just(0)),
    st.tuples(st.just("rename"), names, st.just(0)),
    st.tuples(st.just("move"), names, st.integers(2, 40)),
    st.tuples(st.just("cap"), names, st.integers(1, 5)),
    st.tuples(st.just("wait"), names, st.integers(1, 40)),
    st.tuples(st.just("carrier"), names, st.integers(0, 4)),
)
ANSWERS = (
    Sent(),
    Refused("busy"),
    Refused("gone", permanent=True),
    CarrierDown("down"),
    ResultUnknown("lost"),
)


def walk_in(room: Room, name: str, party: int) -> None:
    known = {guest.id for guest in room.guests()}
    command = commands.WalkIn(
        event_id=EVENT,
        guest_id=name if name in known else f"door-{name}",
        nonce=f"in-{party}",
        name=name,
        party=party,
        admitted=party == MOST,
    )
    room.give(command)


def check_in(room: Room, name: str, people: int) -> None:
    command = commands.CheckIn(
        event_id=EVENT,
        guest_id=name,
        nonce=f"n{people}-{room.now.minute % 3}",
        people=people,
        admitted=people == MOST,
    )
    room.give(command)


def check_out(room: Room, name: str, number: int) -> None:
    nonces = (f"n{number}-0",) if number > 1 else ()
    room.give(commands.CheckOut(event_id=EVENT, guest_id=name, nonces=nonces))


def release_no_shows(room: Room, _name: str, _number: int) -> None:
    room.give(commands.ReleaseNoShows(event_id=EVENT))


AT_THE_DOOR: dict[str, Callable[[Room, str, int], None]] = {
    "walk in": walk_in,
    "check in": check_in,
    "check out": check_out,
    "no-shows": release_no_shows,
}


def do(room: Room, deed: str, name: str, number: int) -> None:
    known = {guest.id: guest for guest in room.guests()}
    if name in known and known[name].is_erased:
        return
    if deed in AT_THE_DOOR:
        AT_THE_DOOR[deed](room, name, number)
    elif deed == "sign up":
        room.sign_up(name, party=number)
    elif deed == "invite":
        room.sign_up(name, party=number, source="host", place_as="pending")
    elif deed == "cap":
        room.edit(cap=number)
    elif deed == "move":
        room.edit(starts_at=wall_time(room.now, room.zone) + timedelta(hours=number))
    elif deed == "wait":
        room.after(minutes=17 * number)
    elif deed == "carrier":
        room.carrier.answers.append(ANSWERS[number])
    elif name in known:
        do_as_guest(room, deed, name, number)


def do_as_guest(room: Room, deed: str, name: str, number: int) -> None:
    offer = room.guest(name).offer
    offer_id = offer.id if offer is not None else f"{name}-1"
    if deed == "claim":
        room.claim(name, offer_id)
    elif deed == "decline":
        room.decline(name, offer_id)
    elif deed == "party":
        room.party(name, number)
    elif deed == "erase":
        room.give(commands.EraseGuest(event_id=EVENT, guest_id=name))
    elif deed == "rename":
        room.give(commands.ChangeContact(event_id=EVENT, guest_id=name, name=name[::-1]))
    elif deed == "cancel":
        room.cancel(name)
    elif deed == "take":
        room.take(name)
    elif deed == "stop":
        room.stop_mail(name)
    else:
        room.resume_mail(name)


def check_the_line(room: Room) -> None:
    """No seat is idle while someone may be asked, except in quiet hours or with a carrier down."""
    event = room.event
    if event.owed:
        held_back = any(alarm.due_at > room.now for alarm in room.alarms("fill"))
        assert held_back or all(why_not(event, guest) for guest in room.guests())
    for guest in room.guests():
        if guest.offer is not None:
            assert guest.offer.ends_at <= event.starts
            assert guest.offer.ends_at > room.now
            assert guest.state in ("waitlisted", "pending")


@given(cap=st.integers(1, 3), steps=st.lists(deeds, max_size=25), lapse_limit=st.integers(0, 2))
def test_the_promises_hold_in_any_order(
    cap: int, steps: list[tuple[str, str, int]], lapse_limit: int
) -> None:
    room = Room(
        cap=cap, max_party=3, lapse_limit=lapse_limit, claim_window="3h", invite_window="5h"
    )
    for deed, name, number in steps:
        do(room, deed, name, number)
        check_the_line(room)
    handed = [message.id for message in room.carrier.handed]
    for message in room.messages():
        assert handed.count(message.id) <= 12
    room.until(room.event.ends + timedelta(days=5))
    assert room.event.held == room.event.owed == 0
    assert room.alarms() == []
    assert {message.status for message in room.messages()} <= {"sent", "failed"}


@given(
    seed=st.lists(st.tuples(names, st.booleans()), min_size=1, max_size=30), cap=st.integers(1, 3)
)
def test_seats_go_to_the_line_in_join_order(seed: list[tuple[str, bool]], cap: int) -> None:
    room = Room(cap=cap, lapse_limit=0)
    for name, comes in seed:
        guests = {guest.id: guest for guest in room.guests()}
        if comes:
            room.sign_up(name)
        elif name in guests and guests[name].state == "confirmed":
            room.cancel(name)
        asked = [guest.place for guest in room.guests() if guest.offer is not None]
        waits = [guest.place for guest in room.guests() if guest.is_waiting]
        assert not asked or not waits or max(asked) < min(waits)
