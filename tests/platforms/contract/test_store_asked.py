"""Every store answers the ask box alike: by state, source, name and audit."""

from datetime import timedelta
from typing import Any

import pytest

from fullhouse.engine.ports import Store
from fullhouse.kernel.decisions import update
from fullhouse.products.rsvp.model import Offer
from fullhouse.products.rsvp.questions import GuestCountQuery, GuestQuery
from tests.platforms.contract.stores import NOW, commit, event, guest, put

HOUR = timedelta(hours=1)
OFFER = Offer("g-1", "invite", 1, (), NOW, NOW + HOUR)


@pytest.fixture
def people(store: Store) -> Store:
    put(
        store,
        event(),
        guest("ada", name="Ada Berg", source="import", joined_at=NOW + HOUR),
        guest("bob", name="Bob", state="cancelled"),
        guest("cy", name="Cy 100%", state="pending", offer=OFFER, source="import"),
        guest("di", name="Di", state="waitlisted", reach="bounced"),
        guest("eve", name="Ada Elsewhere", event_id="e2"),
    )
    return store


def asks(store: Store, **what: Any) -> list[str]:
    """Ask who, and hold it against how many."""
    found = [one.id for one in store.load(GuestQuery("e1", **what))]
    assert store.load(GuestCountQuery("e1", **what)) == len(found)
    return found


def test_everyone_comes_in_the_order_in_which_they_joined(people: Store) -> None:
    assert asks(people) == ["bob", "cy", "di", "ada"]


def test_no_more_come_than_were_asked_for(people: Store) -> None:
    assert [one.id for one in people.load(GuestQuery("e1", limit=2))] == ["bob", "cy"]


def test_all_that_is_given_must_hold(people: Store) -> None:
    assert asks(people, state="cancelled") == ["bob"]
    assert asks(people, source="import") == ["cy", "ada"]
    assert asks(people, source="import", state="pending") == ["cy"]
    assert asks(people, unanswered=True) == ["cy"]
    assert asks(people, lost=True) == ["di"]
    assert asks(people, lost=True, state="confirmed") == []


def test_a_name_is_found_by_a_part_of_it_and_stars_mean_nothing(people: Store) -> None:
    assert asks(people, named="BERG") == ["ada"]
    assert asks(people, named="%") == ["cy"]
    assert asks(people, named="_") == []


def test_what_someone_did_is_looked_up_in_the_audit_between_two_times(people: Store) -> None:
    commit(people, update(guest("ada"), rev=1))
    did = {"actions": ("changed", "cancelled"), "since": NOW, "until": NOW + HOUR}
    assert asks(people, **did) == []
    put(people, event("someone", name="Not a guest"))
    put(people, guest("someone", name="Someone"))
    assert asks(people, **did) == ["someone"]
    assert asks(people, **{**did, "since": NOW + HOUR}) == []
    assert asks(people, **{**did, "until": NOW}) == []
    assert asks(people, **{**did, "actions": ("claimed",)}) == []
