"""A tiny event, salon or clinic, three commands: every order and nesting keeps the promises."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from fullhouse.products.frontdesk.appointments import day_schedule
from fullhouse.products.frontdesk.refill import free_slot, own_times, slot_sync
from fullhouse.products.frontdesk.waitlist import entries, slot_index, slots
from fullhouse.products.rsvp import offers, seat_counters
from sim.checks.state_model import PromiseBroken
from sim.exhaustive import AT_COMMITS, STOPS, Choices, Scene, paths, play
from sim.frontdesk.appointments.exhaustive_scenes import SCENES as OF_A_CLINIC
from sim.frontdesk.waitlist.exhaustive_scenes import SCENES as OF_A_SALON
from sim.planting import swap, together, without, wrap
from sim.rsvp.exhaustive_scenes import SCENES as OF_A_ROOM
from tests.support.proof import some_of

# A salon's state is loaded in many pieces. Stopping at each takes long: scenes stop at commits.
SCENES: Mapping[str, tuple[Scene, tuple[str, ...]]] = {
    **{f"rsvp: {name}": (scene, STOPS) for name, scene in OF_A_ROOM.items()},
    **{f"waitlist: {name}": (scene, AT_COMMITS) for name, scene in OF_A_SALON.items()},
    **{f"appointments: {name}": (scene, AT_COMMITS) for name, scene in OF_A_CLINIC.items()},
}


@pytest.mark.parametrize("name", some_of(SCENES, 4))
def test_every_order_keeps_every_promise(name: str) -> None:
    scene, stops = SCENES[name]
    walked = [tuple(path) for path in paths(lambda choices: play(scene, choices, stops))]
    assert len(walked) == len(set(walked)) > 15


def unseen(old: Callable[..., Any], record: Any, *guards: Any, **sets: Any) -> Any:
    """Write what was written to the sheet down, and let nobody see that the entry has changed."""
    return old(
        record,
        *guards,
        **{name: one for name, one in sets.items() if name != "rev" or len(sets) > 2},
    )


DROPPED = {
    ("S1", "rsvp: three for one seat"): swap(seat_counters, "_room_for", lambda *_: ()),
    ("S3", "rsvp: silent while looked for"): wrap(
        seat_counters, "if_unchanged", without("line_rev")
    ),
    ("S5", "rsvp: claimed, declined and cancelled"): wrap(offers, "if_unchanged", without("rev")),
    # The window of the offer is worked out from the old date.
    ("S4", "rsvp: moved while looked for"): wrap(
        seat_counters, "if_unchanged", without("rev", "dated")
    ),
    ("L2", "rsvp: invited while it moves"): wrap(seat_counters, "if_unchanged", without("dated")),
    ("S3", "waitlist: one slot, and one comes who stands ahead"): swap(
        slots, "_if_lines_unchanged", lambda _state, _slot, decision: decision
    ),
    ("S3", "waitlist: silent while looked for"): swap(
        slots, "_if_lines_unchanged", lambda _state, _slot, decision: decision
    ),
    ("S5", "waitlist: written to the sheet while it changes"): wrap(entries, "update", unseen),
    # The day's book and the appointment that the claim became would hold two clicks apart as well.
    ("S11", "waitlist: freed again by two clicks"): together(
        wrap(slot_index, "if_unchanged", without("rev")),
        wrap(day_schedule, "if_unchanged", without("rev")),
        wrap(free_slot, "if_unchanged", without("rev")),
        swap(free_slot, "is_unavailable", lambda *_: False),
    ),
    ("S11", "appointments: two pick the same time"): wrap(
        day_schedule, "if_unchanged", without("rev")
    ),
    # Both what frees a time and what offers it look whether the chair is taken.
    ("S11", "appointments: two times of one chair on offer, and both are claimed"): together(
        swap(free_slot, "is_unavailable", lambda *_: False),
        swap(own_times, "lost_chair", lambda *_: None),
    ),
    ("L2", "appointments: claimed while staff write someone in"): wrap(
        slot_sync, "if_unchanged", without("rev")
    ),
}


@pytest.mark.parametrize(("promise", "name"), DROPPED)
def test_a_dropped_condition_is_found_by_some_order(promise: str, name: str) -> None:
    scene, stops = SCENES[name]
    with DROPPED[promise, name](), pytest.raises(PromiseBroken) as broken:
        list(paths(lambda choices: play(scene, choices, stops)))
    assert broken.value.promise == promise


def test_all_paths_are_walked() -> None:
    def two_coins_and_a_die(choices: Choices) -> None:
        choices.choose(2), choices.choose(2), choices.choose(6)

    assert len(list(paths(two_coins_and_a_die))) == 24
