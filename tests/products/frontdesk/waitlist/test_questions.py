"""Questions about the waitlist, in English and German: any word order, no guessing."""

from datetime import timedelta
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.kernel.question_grammar import NotUnderstood
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, Service
from fullhouse.products.frontdesk.waitlist.model import (
    Entry,
    FreedBetween,
    LinePage,
    Slot,
    SlotPage,
    SlotsBetween,
)
from fullhouse.products.frontdesk.waitlist.questions import (
    EXAMPLES,
    FILLERS,
    KEYWORDS,
    LOOKED_THROUGH,
    STATUS,
    CountSlots,
    CountWaiting,
    FindEntry,
    ListOffers,
    ListSlots,
    ListWaiting,
    Query,
    WhoWasOffered,
    is_asked_for,
    is_meant,
    line_of,
    read_question,
    slots_at,
    slots_of,
    waits,
)
from tests.support.rsvp_world import BERLIN, there

BOOK = Rulebook(services=(Service("Colour", 90), Service("Cut", 45)), staff=("Jess", "Sam"))
NOW = there("2026-06-10 12:00")  # a Wednesday

UNDERSTOOD: dict[str, Query] = {
    "How many are waiting?": CountWaiting(),
    "How long is the line for Cut?": CountWaiting("Cut"),
    "how many people are on the waiting list for colour with Jess": CountWaiting("Colour", "Jess"),
    "Who waits for Colour?": ListWaiting("Colour"),
    "Who is in line?": ListWaiting(),
    "Is anyone waiting?": ListWaiting(),
    "Is Anna on the list?": FindEntry(name="Anna"),
    "Is Jess Miller waiting for Cut?": FindEntry(name="Jess Miller", service="Cut"),
    "Is Anna@Example.org on the list?": FindEntry("anna@example.org"),
    "How many slots were filled this week?": CountSlots("filled", "this_week", back=True),
    "How many Colour slots were freed in the last 3 days?": CountSlots(
        "freed", "3d", "Colour", back=True
    ),
    "Which slots are open?": ListSlots("open"),
    "Which slots with Sam are open on Friday?": ListSlots("open", "friday", staff="Sam"),
    "Which slots were not filled last week?": ListSlots("handed_back", "last_week", back=True),
    "Who has an offer?": ListOffers(),
    "Who was offered the slot on Tuesday at 3?": WhoWasOffered("tuesday", "03:00?"),
    "Who was asked for the Cut slot last Friday?": WhoWasOffered(
        "friday", service="Cut", back=True
    ),
    "Wie viele warten auf Colour?": CountWaiting("Colour"),
    "Wer steht auf der Warteliste?": ListWaiting(),
    "Steht Anna Berg auf der Liste?": FindEntry(name="Anna Berg"),
    "Wie viele Slots wurden diese Woche gefüllt?": CountSlots("filled", "this_week", back=True),
    "Welche Slots sind offen?": ListSlots("open"),
    "Wer hat ein Angebot?": ListOffers(),
    "Wem wurde der Slot am Dienstag um 15 Uhr angeboten?": WhoWasOffered("tuesday", "15:00"),
    "Is Will on the list?": FindEntry(name="Will"),
    "Does will wait?": FindEntry(name="will"),
}
PUZZLING: dict[str, tuple[str, ...]] = {
    "How many vegetarians are waiting?": ("vegetarians",),
    "Is Anna on the list today?": ("Anna",),
    "Is Anna on the list with Jess?": ("Anna",),
    "Is Anna here?": ("Anna", "here"),
    "Is Anna at a@b.org on the list?": ("Anna",),
    "What is the weather like?": ("weather", "like"),
    "How many are waiting today?": (),
    "How many waited last?": (),
    "Which slots are open today and tomorrow?": (),
    "Which slots are open at 3?": (),
    "Which slots are there?": (),
    "Who is open?": (),
    "How many waiting slots are open?": (),
    "Which slots were freed and filled?": (),
    "How many have an offer?": (),
    "Who has an offer for Cut?": (),
    "Who comes?": ("comes",),
    "who": (),
    "": (),
}


@pytest.mark.parametrize("question", UNDERSTOOD)
def test_a_question_becomes_a_typed_query(question: str) -> None:
    assert read_question(question, BOOK) == UNDERSTOOD[question]


@pytest.mark.parametrize("question", PUZZLING)
def test_what_is_not_understood_is_never_answered_as_something_else(question: str) -> None:
    assert read_question(question, BOOK) == NotUnderstood(PUZZLING[question])


def test_the_examples_show_every_kind_of_query() -> None:
    asked = {one: type(read_question(one.format(service="Colour"), BOOK)) for one in EXAMPLES}
    assert asked == EXAMPLES
    assert set(EXAMPLES.values()) == set(get_args(Query))


@given(st.text(max_size=400))
def test_any_text_is_read_or_puzzles(text: str) -> None:
    assert isinstance(read_question(text, BOOK), (*get_args(Query), NotUnderstood))


def test_a_word_has_a_meaning_or_none_but_not_both() -> None:
    ways = {way for said in KEYWORDS.values() for way in said.split(", ")}
    assert {way for way in ways if " " not in way} & set(FILLERS.split()) == set()
    assert set(STATUS) <= set(KEYWORDS)


def entry(**fields: Any) -> Entry:
    usual = {
        "id": "anna",
        "name": "Anna Berg",
        "email": "anna@example.org",
        "service": "Colour",
        "line": "colour",
    }
    return Entry(**{**usual, "joined_at": NOW, **fields})


def slot(**fields: Any) -> Slot:
    usual = {
        "id": "s",
        "service": "Colour",
        "line": "colour",
        "staff": "Jess",
        "minutes": 90,
        "agenda": "a",
    }
    times = {"starts_at": NOW + timedelta(hours=3), "closes_at": NOW, "freed_at": NOW}
    return Slot(**{**usual, **times, **fields})


def test_a_question_looks_through_one_page_of_the_line() -> None:
    assert line_of(CountWaiting("Colour")) == LinePage("colour", limit=LOOKED_THROUGH)
    assert waits(ListWaiting(), entry())
    assert waits(ListWaiting(staff="Jess"), entry(staff="Jess"))
    assert not waits(CountWaiting(staff="Jess"), entry())


def test_someone_is_found_by_a_part_of_the_name_or_the_whole_address() -> None:
    assert waits(FindEntry(name="berg"), entry())
    assert waits(FindEntry("anna@example.org"), entry())
    assert not waits(FindEntry("bo@example.org"), entry())
    assert not waits(FindEntry(name="Bo"), entry())


def test_a_question_looks_through_one_page_of_slots() -> None:
    today = (there("2026-06-10 00:00"), there("2026-06-11 00:00"))
    assert slots_of(ListSlots("freed", "today"), NOW, BERLIN) == FreedBetween(
        *today, limit=LOOKED_THROUGH
    )
    assert slots_of(CountSlots("freed"), NOW, BERLIN) == SlotPage("", limit=LOOKED_THROUGH)
    assert slots_of(CountSlots("filled", "today"), NOW, BERLIN) == SlotPage(
        "booked", limit=LOOKED_THROUGH
    )
    assert slots_at(WhoWasOffered("today"), NOW, BERLIN) == SlotsBetween(
        *today, limit=LOOKED_THROUGH
    )


@pytest.mark.parametrize(
    ("query", "fields", "meant"),
    [
        (ListSlots("open"), {}, True),
        (ListSlots("open"), {"starts_at": NOW - timedelta(minutes=1)}, False),
        (ListSlots("open", "today"), {}, True),
        (ListSlots("open", "tomorrow"), {}, False),
        (CountSlots("open", service="COLOUR"), {}, True),
        (CountSlots("open", service="Cut"), {}, False),
        (CountSlots("open", staff="Sam"), {}, False),
        (CountSlots("filled", "today"), {"ended_at": NOW}, True),
        (CountSlots("filled", "today"), {"ended_at": NOW - timedelta(days=1)}, False),
        (CountSlots("filled", "today"), {}, False),
        (CountSlots("freed", "today"), {}, True),
    ],
)
def test_a_slot_is_meant_by_its_names_and_by_when_it_became_so(
    query: CountSlots | ListSlots, fields: dict[str, Any], meant: bool
) -> None:
    assert is_meant(query, slot(**fields), NOW, BERLIN) is meant


def test_the_slot_at_an_hour_is_asked_for() -> None:
    assert is_asked_for(WhoWasOffered("today", "03:00?"), slot(), BERLIN)
    assert not is_asked_for(WhoWasOffered("today", "04:00?"), slot(), BERLIN)
    assert not is_asked_for(WhoWasOffered("today", staff="Sam"), slot(), BERLIN)
