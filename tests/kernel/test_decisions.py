"""What a rule may decide: guards, changes, and a decision's parts."""

from typing import Literal

import pytest

from fullhouse.kernel.decisions import (
    Decision,
    Guard,
    MustBeAbsent,
    Step,
    at_least,
    at_most,
    create,
    if_unchanged,
    update,
)
from fullhouse.kernel.messages import Message
from fullhouse.products.rsvp.model import Guest
from tests.support.rsvp_world import Room, full_room


@pytest.mark.parametrize(
    ("guard", "holds"),
    [
        (Guard("taken", "==", 2), True),
        (Guard("taken", "==", 3), False),
        (at_most("taken", 2), True),
        (at_most("taken", 1), False),
        (at_least("taken", 2), True),
        (at_least("taken", 3), False),
        (Guard("freed_at", "==", None), True),
        (Guard("state", "==", "closed"), False),
    ],
)
def test_a_guard_judges_one_field(guard: Guard, holds: bool) -> None:
    assert guard.holds(full_room().event) is holds


@pytest.mark.parametrize("test", ["<=", ">="])
def test_nothing_is_neither_more_nor_less(test: Literal["<=", ">="]) -> None:
    event = full_room().event
    assert not Guard("freed_at", test, event.created_at).holds(event)
    assert not Guard("taken", test, None).holds(event)


def test_a_change_shows_the_record_before_and_after() -> None:
    event = Room().event
    moved = update(event, at_most("taken", 1), adds={"taken": 1, "held": 0}, name="Party")
    assert (moved.before, moved.after.taken, moved.after.name) == (event, 1, "Party")
    assert (moved.sets, moved.adds, moved.key) == ({"name": "Party"}, {"taken": 1}, ("party",))


def test_a_new_record_has_nothing_before_it() -> None:
    event = Room().event
    added = create(event)
    assert (added.before, added.after, added.key) == (None, event, event.key)


def test_unchanged_means_what_the_rule_saw() -> None:
    event = full_room().event
    assert if_unchanged(event, "taken", "state") == (
        Guard("taken", "==", 2),
        Guard("state", "==", "open"),
    )


def test_changes_stand_in_the_order_in_which_they_were_decided() -> None:
    event = Room().event
    one, two, three = (update(event, name=name) for name in ("one", "two", "three"))
    steps = (Step("party", "a", "party", (one,)), Step("party", "b", "party", (two,)))
    assert Decision(None, steps=steps, moves=(three,)).changes == (one, two, three)


def test_a_decision_without_effects_is_empty_whatever_it_answers() -> None:
    room = full_room()
    message: Message = room.messages()[0]
    alarm = room.alarms()[0]
    assert Decision("an answer").is_empty
    for decision in (
        Decision(None, steps=(Step("party", "a", "party", ()),)),
        Decision(None, moves=(update(room.event),)),
        Decision(None, messages=(message,)),
        Decision(None, set_alarms=(alarm,)),
        Decision(None, clear_alarms=("fill:party",)),
    ):
        assert not decision.is_empty


def test_what_must_be_absent_is_only_a_condition_for_what_is_committed() -> None:
    assert Decision("an answer", absent=(MustBeAbsent(Guest, ("party", "anna")),)).is_empty
