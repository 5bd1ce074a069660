"""Every store answers for a long guest list alike: order, pages, filters, counts."""

import re
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from fullhouse.engine.ports import AllRecords, Conflict, Store
from fullhouse.kernel.decisions import if_unchanged, update
from fullhouse.kernel.records import Get
from fullhouse.platforms.local.sqlite import statements
from fullhouse.products.rsvp.event_content import CoverImage, EventContent
from fullhouse.products.rsvp.form_questions import FormQuestion
from fullhouse.products.rsvp.guest_search import (
    INITIALS,
    NO_PLACE,
    SORTS,
    GuestSearch,
    GuestTally,
    after_cursor,
    case_variants,
)
from fullhouse.products.rsvp.model import Event, Guest
from fullhouse.products.rsvp.seat_history import HEARD, SeatLines
from tests.platforms.contract.stores import NOW, commit, event, guest, put

HOUR = timedelta(hours=1)


@pytest.fixture
def people(store: Store) -> Store:
    put(
        store,
        event(),
        guest("a", name="Zoe Berg", joined_at=NOW, source="import"),
        guest("b", name="émile", joined_at=NOW + 2 * HOUR, state="waitlisted", place=9),
        guest("c", name="Eva", joined_at=NOW + HOUR, state="waitlisted", place=2, reach="bounced"),
        guest("d", name="Émile", joined_at=NOW + 3 * HOUR, state="cancelled"),
        guest(
            "e", name="ADA", joined_at=NOW + 3 * HOUR, state="pending", email="Post@Berg.example"
        ),
        guest("f", name="Ada", event_id="e2"),
    )
    return store


def pages(store: Store, sort: str, size: int, **which: Any) -> list[str]:
    """Go through the whole list, page by page."""
    need = GuestSearch(event_id="e1", sort=sort, key=SORTS[sort], limit=size, **which)
    found: list[str] = []
    while page := store.load(need):
        assert len(page) <= size
        found += [one.id for one in page]
        need = after_cursor(need, page[-1])
    return found


@pytest.mark.parametrize("size", [1, 2, 9])
def test_each_order_goes_on_page_by_page(people: Store, size: int) -> None:
    assert pages(people, "name", size) == ["e", "b", "d", "c", "a"]
    assert pages(people, "joined", size) == ["e", "d", "b", "c", "a"]
    assert pages(people, "place", size) == ["c", "b", "a", "d", "e"]
    assert pages(people, "state", size) == ["a", "e", "b", "c", "d"]


def test_all_that_is_given_must_hold(people: Store) -> None:
    assert pages(people, "name", 9, state="waitlisted") == ["b", "c"]
    assert pages(people, "name", 9, source="import") == ["a"]
    assert pages(people, "name", 9, reach="bounced", state="confirmed") == []
    assert pages(people, "joined", 9, **case_variants("berg")) == ["e", "a"]
    assert pages(people, "name", 1, **case_variants("ÉMILE")) == ["b", "d"]
    assert pages(people, "name", 9, **case_variants("%")) == []


def test_each_state_is_counted_under_the_same_filters(people: Store) -> None:
    counts = (("cancelled", 1), ("confirmed", 1), ("pending", 1), ("waitlisted", 2))
    assert people.load(GuestTally(event_id="e1")) == counts
    assert people.load(GuestTally(event_id="e1", **case_variants("berg"))) == (
        ("confirmed", 1),
        ("pending", 1),
    )
    assert people.load(GuestTally(event_id="e1", reach="bounced")) == (("waitlisted", 1),)
    assert people.load(GuestTally(event_id="e3")) == ()


def test_lines_that_tell_of_seats_come_in_order_after_a_number(store: Store) -> None:
    put(store, event())
    put(store, event("e2"), scope="e2")
    for name in ("b", "c"):
        commit(store, update(event(), name=name))
    first, second, third = (one.number for one in store.load(SeatLines("e1")))
    assert first < second < third
    assert [one.number for one in store.load(SeatLines("e1", first, 1))] == [second]
    assert store.load(SeatLines("e3")) == ()


def test_the_sql_names_every_action_that_tells_of_seats() -> None:
    step = next(script for number, script in statements.migrations() if number == 4)
    for text in (statements.queries()["SeatLines"].sql, step.partition("audit_seats")[2]):
        assert set(re.findall(r"'(\w+)'", text)) == set(HEARD)
    assert INITIALS in step
    assert str(NO_PLACE) in step


def test_neither_order_of_joining_nor_the_lines_of_seats_are_read_by_looking_at_everything(
    store: Store,
) -> None:
    if not hasattr(store, "reader"):
        return
    search = GuestSearch(event_id="e1", sort="joined", key=SORTS["joined"])
    for need in (search, SeatLines("e1")):
        query = statements.queries()[getattr(need, "query_name", type(need).__name__)]
        bound = msgspec.structs.asdict(need)
        plan = " ".join(
            row[3]
            for row in store.reader.execute(
                f"EXPLAIN QUERY PLAN {statements.chosen(query, need)}", bound
            )
        )
        assert "TEMP B-TREE" not in plan
        assert "guest_joined" in plan or "audit_seats" in plan


def test_the_texts_of_an_event_are_stored_beside_it_and_guarded(store: Store) -> None:
    texts = EventContent(event_id="e1", description="Bring **cake**.\n", map_of_venue=True, rev=1)
    put(store, event(), texts)
    assert store.load(Get(EventContent, ("e1",))) == texts
    assert store.load(Get(EventContent, ("e2",))) is None
    changed = update(texts, *if_unchanged(texts, "rev"), adds={"rev": 1}, contact="a@example.org")
    commit(store, changed)
    with pytest.raises(Conflict):
        commit(store, changed)
    assert store.load(Get(EventContent, ("e1",))) == changed.after
    assert changed.after in list(store.load(AllRecords()))


def test_the_files_of_a_cover_are_stored_byte_by_byte(store: Store) -> None:
    image = CoverImage(id="e1:640", digest="aa", content=bytes(range(256)))
    put(store, image)
    assert store.load(Get(CoverImage, ("e1:640",))) == image
    guards = if_unchanged(image, "rev")
    removed = update(image, *guards, adds={"rev": 1}, digest="", content=b"")
    commit(store, removed)
    assert store.load(Get(CoverImage, ("e1:640",))) == removed.after


def test_questions_and_answers_are_stored_and_none_is_no_answer(store: Store) -> None:
    question = FormQuestion("food", "What do you eat?", "choice", ("Fish", "Käse"), True, "party")
    texts = EventContent(event_id="e1", questions=(question,), rev=1)
    answered = guest("g1", answers={"food": ("Fish", "Käse")})
    put(store, event(asks=1), texts, answered, guest("g2"))
    assert store.load(Get(EventContent, ("e1",))) == texts
    assert store.load(Get(Guest, ("e1", "g1"))) == answered
    blank = store.load(Get(Guest, ("e1", "g2")))
    assert blank is not None
    assert blank.answers is None
    commit(store, update(answered, *if_unchanged(answered, "rev"), answers=None, rev=1))
    emptied = store.load(Get(Guest, ("e1", "g1")))
    assert emptied is not None
    assert emptied.answers is None
    assert store.load(Get(Event, ("e1",))) == event(asks=1)
