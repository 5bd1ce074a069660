"""Scenes at the door of an event: for each rare planted bug a short script that shows it."""

from collections.abc import Mapping
from typing import Any

from fullhouse.kernel.commands import Command
from fullhouse.products.rsvp.commands import CheckIn, CheckOut, WalkIn
from sim.rsvp.sweep_stories import cancel, claim, give_up, house, up
from tests.sim.scripted import Scene, told

MOST_ARRIVALS = 100
MOST_UNDONE = 50


def scan(who: str, nonce: str = "n1", people: int | None = None, **more: Any) -> CheckIn:
    """Check someone in."""
    return CheckIn(event_id="e", guest_id=who, nonce=nonce, people=people, **more)


def undo(who: str, *nonces: str) -> CheckOut:
    """Check someone out again."""
    return CheckOut(event_id="e", guest_id=who, nonces=nonces)


def walk_in(who: str, nonce: str = "w1", **more: Any) -> WalkIn:
    """Let someone in who is not on the list, or has no seat."""
    return WalkIn(event_id="e", guest_id=who, nonce=nonce, name=who, **more)


def storm(who: str, scans: int) -> tuple[Command, ...]:
    """Let in one person of a party again and again, on a device that is offline."""
    return tuple(scan(who, f"s{number}", 1, admitted=True) for number in range(scans))


def inside(*more: Command, cap: int = 1) -> Scene:
    """Begin with Anna inside and Ben in line."""
    return told(house(cap), up("anna"), up("ben"), scan("anna"), *more)


SCENES: Mapping[str, Scene] = {
    "a walk-in that is undone keeps the seat": told(house(1), walk_in("x"), undo("x", "w1")),
    "a second scan counts again": inside(scan("anna", people=1)),
    "a check-in that was undone before it came counts": told(
        house(1), up("anna"), undo("anna", "n1"), scan("anna")
    ),
    "whoever gives up a seat stays checked in": inside(cancel("anna")),
    "what was let in offline is refused": told(
        house(1), up("anna"), up("ben"), scan("ben", admitted=True)
    ),
    "everyone is counted whoever came before": told(
        house(2), up("pair", 2), scan("pair"), scan("pair", "n2", 2)
    ),
    "an extra who is seated counts twice": told(
        *(house(1), up("anna"), up("ben"), scan("ben", admitted=True), cancel("anna")),
        *(claim("ben"), scan("ben", "n2", 1)),
    ),
    "a device makes up a guest": told(house(1), walk_in("nobody", on_list=True)),
    "arrivals have no bound": told(house(1), up("anna"), *storm("anna", MOST_ARRIVALS + 1)),
    "an extra beyond the bound is lost": told(
        house(3), up("pair", 2), *storm("pair", MOST_ARRIVALS + 1)
    ),
    "an extra who gets a seat still counts as one": told(
        *(house(1), up("anna"), up("ben"), scan("ben", admitted=True), cancel("anna")),
        scan("ben", "n2", let_in=True),
    ),
    "extras are not counted": told(house(1), up("anna"), up("ben"), scan("ben", admitted=True)),
    "a link takes the seat of someone who is inside": inside(cancel("anna")),
    "an email takes the seat of someone who is inside": inside(give_up("anna")),
    "invented nonces are kept without end": inside(
        undo("anna", *(f"x{number}" for number in range(MOST_UNDONE + 5)))
    ),
}
