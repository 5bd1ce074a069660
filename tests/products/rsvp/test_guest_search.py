"""The orders of a guest list, and what a search looks for."""

from typing import Any

import pytest

from fullhouse.products.rsvp.guest_search import (
    LONGEST_TEXT,
    SORTS,
    GuestSearch,
    GuestTally,
    after_cursor,
    case_variants,
    name_key,
    search,
    sort_key,
    tally,
)
from tests.platforms.contract.stores import NOW, guest


def test_accented_names_stand_among_the_plain_ones() -> None:
    names = ["Zoe", "Émile", "Łukasz", "Øyvind", "anna", "Ödön", "Eva", "", "Дарья", "Ångström"]
    initials = [name_key(name)[:1] for name in sorted(names, key=name_key)]
    assert initials == ["", "a", "a", "e", "e", "l", "o", "o", "z", "Д"]


@pytest.mark.parametrize("sort", SORTS)
def test_every_order_starts_ahead_of_everyone(sort: str) -> None:
    key = sort_key(sort, guest(name="", place=1))
    start = SORTS[sort]
    assert type(key) is type(start)
    assert key < start if sort == "joined" else key >= start  # type: ignore[operator]  # one type


def test_those_in_line_come_first_by_place_and_states_in_the_order_of_seats() -> None:
    in_line, seated = guest(place=7, state="waitlisted"), guest()
    places: Any = [sort_key("place", one) for one in (in_line, seated)]
    states: Any = [sort_key("state", one) for one in (seated, in_line)]
    assert places[0] < places[1]
    assert states[0] < states[1]


def test_a_search_is_spelled_as_names_are_written() -> None:
    assert case_variants("  ÄRGER   öz ") == {
        "text": "ärger öz",
        "titled": "Ärger Öz",
        "loud": "Ärger Öz",
    }
    found = case_variants("müller")
    for name in ("Müller", "müller", "MÜLLER", "Anna Müller"):
        assert GuestTally(event_id="e1", **found).takes(guest(name=name))
    for name in ("Ärger", "ärger", "ÄRGER"):
        assert GuestTally(event_id="e1", **case_variants("ärger")).takes(guest(name=name))
    assert not GuestTally(event_id="e1", **found).takes(guest(name="Muller"))
    assert len(case_variants("x" * 1000)["text"]) == LONGEST_TEXT


def test_addresses_are_searched_too_and_everything_else_must_hold() -> None:
    someone = guest("ann", name="Ann", source="import", reach="bounced")
    assert GuestTally(event_id="e1", **case_variants("@Example")).takes(someone)
    assert GuestTally(event_id="e1", source="import", reach="bounced").takes(someone)
    assert not GuestTally(event_id="e1", source="form").takes(someone)
    assert not GuestTally(event_id="e1", reach="fine").takes(someone)
    assert not GuestTally(event_id="e2").takes(someone)


def test_the_next_page_begins_behind_the_last_guest() -> None:
    need = after_cursor(
        GuestSearch(event_id="e1", sort="joined", key=SORTS["joined"]), guest("zoe")
    )
    assert (need.key, need.after) == (NOW.timestamp() * 1000, "zoe")
    assert (need.by_name, need.by_joined, need.by_place, need.by_state) == (
        False,
        True,
        False,
        False,
    )


def test_a_list_is_searched_in_an_order_from_a_guest_on_and_counted_by_state() -> None:
    people = [
        guest("b", name="Ben"),
        guest("a", name="Ada", state="pending"),
        guest("c", name="Ada", event_id="e2"),
    ]
    by_name = GuestSearch(event_id="e1", sort="name", key=SORTS["name"])
    assert [one.id for one in search(people, by_name)] == ["a", "b"]
    assert [one.id for one in search(people, after_cursor(by_name, people[1]))] == ["b"]
    latest = GuestSearch(event_id="e1", sort="joined", key=SORTS["joined"], state="confirmed")
    assert [one.id for one in search(people, latest)] == ["b"]
    assert tally(people, GuestTally(event_id="e1")) == (("confirmed", 1), ("pending", 1))
