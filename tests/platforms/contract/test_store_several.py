"""Several changes in one commit: each sees those before it; all are written or none."""

import pytest

from fullhouse.engine.ports import AllRecords, Conflict, Store
from fullhouse.kernel.decisions import Change, at_least, at_most, create, if_unchanged, update
from fullhouse.kernel.records import Get
from fullhouse.products.rsvp.model import Event, Guest
from tests.platforms.contract.stores import commit, event, guest, put


def refused(store: Store, *changes: Change[Event] | Change[Guest]) -> None:
    before = list(store.load(AllRecords()))
    with pytest.raises(Conflict):
        commit(store, *changes)
    assert list(store.load(AllRecords())) == before


def test_a_condition_is_judged_on_what_an_earlier_change_set(store: Store) -> None:
    put(store, event(name="Party"))
    renamed = update(event(), name="Ball")
    commit(
        store, renamed, update(renamed.after, *if_unchanged(renamed.after, "name"), venue="Barn")
    )
    assert store.load(Get(Event, ("e1",))) == event(name="Ball", venue="Barn")
    refused(
        store,
        update(event(), name="Party"),
        update(event(), *if_unchanged(renamed.after, "name"), venue="Hall"),
    )


def test_a_condition_is_judged_on_what_an_earlier_change_added(store: Store) -> None:
    put(store, event(taken=3))
    more = update(event(taken=3), at_most("taken", 3), adds={"taken": 2})
    refused(store, more, update(more.after, at_most("taken", 4), name="Ball"))
    refused(store, more, update(more.after, at_least("taken", 6), name="Ball"))
    commit(store, more, update(more.after, *if_unchanged(more.after, "taken"), adds={"taken": -1}))
    assert store.load(Get(Event, ("e1",))) == event(taken=4)


def test_a_counter_is_set_and_then_added_to_or_added_to_and_then_set(store: Store) -> None:
    put(store, event(taken=3, held=3))
    first = update(event(taken=3, held=3), adds={"held": 4}, taken=7)
    second = update(first.after, at_least("taken", 7), adds={"taken": 1}, held=1)
    commit(store, first, second)
    assert store.load(Get(Event, ("e1",))) == event(taken=8, held=1)


def test_what_is_made_in_a_commit_may_change_in_it_but_is_made_once(store: Store) -> None:
    made = create(event())
    changed = update(made.after, *if_unchanged(made.after, "rev"), adds={"rev": 1}, name="Ball")
    refused(store, made, create(event(name="Other")))
    refused(store, made, update(made.after, at_least("taken", 1), name="Ball"))
    commit(store, made, changed)
    assert store.load(Get(Event, ("e1",))) == event(name="Ball", rev=1)


def test_two_who_come_under_one_address_in_one_commit_are_a_conflict(store: Store) -> None:
    put(store, event())
    refused(
        store,
        create(guest("g1", email="anna@example.org")),
        create(guest("g2", email="anna@example.org")),
    )
