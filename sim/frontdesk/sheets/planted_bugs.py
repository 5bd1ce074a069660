"""Bugs planted in the syncs to test the checker of S17."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from fullhouse.kernel.decisions import Decision
from fullhouse.products.frontdesk.refill.removal_questions import DecideRemoval
from fullhouse.products.frontdesk.shared import held_removals
from sim.planting import Bug, rule, swap


def _always_ended(
    old: Callable[..., Decision], found: Any, command: DecideRemoval, now: Any
) -> Decision:
    return old(found, replace(command, keep=False), now)


PLANTED: Mapping[str, Mapping[str, Bug]] = {
    "S17": {
        "a wiped sheet is believed": swap(held_removals, "is_many", lambda *_: False),
        "what staff keep is ended": rule(DecideRemoval, _always_ended),
    },
}
