"""An evening at the door, for tests."""

from typing import Any

from fullhouse.products.rsvp.commands import (
    CheckIn,
    CheckOut,
    ReleaseNoShows,
    WalkIn,
)
from fullhouse.products.rsvp.model import GuestResult
from tests.support.rsvp_world import EVENT, HOST, Room, there

DOORS_OPEN = there("2026-06-19 18:30")
STARTED = there("2026-06-19 19:10")
OVER = there("2026-06-20 19:10")


def at_the_door(**fields: Any) -> Room:
    """Four seats: anna comes with two others, ben alone."""
    room = Room(**{"cap": 4, "max_party": 4, **fields})
    room.sign_up("anna", party=3)
    room.sign_up("ben")
    room.until(DOORS_OPEN)
    return room


def scan(room: Room, name: str, nonce: str = "n1", **more: Any) -> GuestResult:
    return room.ask(CheckIn(event_id=EVENT, guest_id=name, nonce=nonce, **more))


def undo(room: Room, name: str, *nonces: str, **more: Any) -> GuestResult:
    return room.ask(CheckOut(event_id=EVENT, guest_id=name, nonces=nonces, **more))


def walk_in(room: Room, name: str, nonce: str = "w1", **more: Any) -> GuestResult:
    usual = {"guest_id": f"door-{name}", "name": name.title()}
    return room.ask(WalkIn(event_id=EVENT, nonce=nonce, **{**usual, **more}))


def release(room: Room) -> GuestResult:
    return room.ask(ReleaseNoShows(event_id=EVENT), HOST)
