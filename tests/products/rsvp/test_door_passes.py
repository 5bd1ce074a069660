"""Door passes: made and revoked by the host, for one event and its day."""

from fullhouse.products.rsvp import door_passes
from fullhouse.products.rsvp.commands import MakeDoorPass, RevokeDoorPass
from fullhouse.products.rsvp.model import GuestResult
from tests.support.rsvp_world import EVENT, HOST, Room, there


def make(room: Room, which: str = "p1", event_id: str = EVENT) -> GuestResult:
    return room.ask(MakeDoorPass(event_id=event_id, pass_id=which, name="Mia"), HOST)


def revoke(room: Room, which: str = "p1", event_id: str = EVENT) -> GuestResult:
    return room.ask(RevokeDoorPass(event_id=event_id, pass_id=which), HOST)


def test_a_pass_is_made_once_and_revoked_at_once() -> None:
    room = Room()
    assert make(room).code == "pass_made"
    assert make(room).code == "pass_made"
    assert [one.name for one in room.event.door_passes] == ["Mia"]
    assert door_passes.find_pass(room.event, "p1") is not None
    assert door_passes.find_pass(room.event, "p2") is None
    make(room, "p2")
    assert revoke(room).code == "pass_revoked"
    assert revoke(room).code == "pass_revoked"
    assert door_passes.find_pass(room.event, "p1") is None
    assert door_passes.find_pass(room.event, "p2") is not None
    assert room.actions(EVENT)[-3:] == ["door_pass_made", "door_pass_made", "door_pass_revoked"]


def test_there_are_not_too_many_passes() -> None:
    room = Room()
    for number in range(door_passes.MOST_PASSES):
        make(room, f"p{number}")
    assert make(room, "another").code == "too_many_passes"
    revoke(room, "p3")
    assert make(room, "another").code == "pass_made"
    assert len(room.event.door_passes) == door_passes.MOST_PASSES


def test_an_unknown_event_has_no_passes() -> None:
    room = Room()
    assert make(room, event_id="nowhere").code == "unknown_event"
    assert revoke(room, event_id="nowhere").code == "unknown_event"


def test_passes_work_on_the_day_of_the_event() -> None:
    event = Room().event
    assert door_passes.opens_at(event) == there("2026-06-19 00:00")
    assert door_passes.closes_at(event) == event.ends + door_passes.AFTER_THE_END
