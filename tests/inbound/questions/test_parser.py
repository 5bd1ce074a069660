"""A question to the whole desk goes to the right product; an unclear one gets no answer."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.inbound.questions.parser import parse_question
from fullhouse.inbound.questions.queries import (
    EXAMPLES,
    FindMessages,
    FindPerson,
    ListEvents,
    OfEvent,
    Own,
    Query,
    QuestionContext,
    WhichEvent,
    examples,
    front_desk_examples,
)
from fullhouse.kernel.question_grammar import NotUnderstood
from fullhouse.products.frontdesk.appointments.questions import FindAppointment, ListAppointments
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, Service
from fullhouse.products.frontdesk.waitlist.questions import CountWaiting, ListWaiting
from fullhouse.products.rsvp.questions import CountGuests, CountSeats, ListGuests, ShowTime
from tests.platforms.contract.stores import event

BOOK = Rulebook(services=(Service("Colour", 90), Service("Cut", 45)), staff=("Jess", "Sam"))
PARTY, BREAD = event("party", name="Summer Party"), event("bread", name="Sourdough for beginners")
SALON = QuestionContext(BOOK)
HALL = QuestionContext(Rulebook(), (PARTY, BREAD), 2)
BOTH = QuestionContext(BOOK, (PARTY, BREAD), 2)

UNDERSTOOD: list[tuple[str, QuestionContext, Query]] = [
    ("How many are waiting?", BOTH, CountWaiting()),
    ("Who waits for Colour?", SALON, ListWaiting("Colour")),
    ("Who has not confirmed?", BOTH, ListAppointments(standing="unconfirmed")),
    ("When does Anna come?", BOTH, FindAppointment(name="Anna")),
    ("Who has not confirmed?", HALL, WhichEvent(ListGuests(state="pending"))),
    ("How many seats are open?", BOTH, WhichEvent(CountSeats("open"))),
    (
        "How many seats are open?",
        QuestionContext(BOOK, (PARTY, BREAD), 1),
        OfEvent("party", CountSeats("open")),
    ),
    (
        "How many seats are open?",
        QuestionContext(BOOK, (PARTY,), 0),
        OfEvent("party", CountSeats("open")),
    ),
    ("How many seats are open for the summer party?", BOTH, OfEvent("party", CountSeats("open"))),
    (
        "Who cancelled for Summer Party this week?",
        BOTH,
        OfEvent("party", ListGuests(deed="cancelled", period="this_week")),
    ),
    ("When does Sourdough for Beginners start?", BOTH, OfEvent("bread", ShowTime())),
    ("How many wait for Summer Party?", BOTH, OfEvent("party", CountGuests(state="waitlisted"))),
    ("Which events are coming?", BOTH, ListEvents()),
    ("events", QuestionContext(Rulebook()), ListEvents()),
    ("How many events are there this month?", BOTH, ListEvents(period="this_month")),
    ("Which events are over?", BOTH, ListEvents(over=True, back=True)),
    ("Welche Veranstaltungen kommen?", HALL, ListEvents()),
    ("What was sent to Anna@Example.org?", BOTH, FindMessages("anna@example.org")),
    (
        "Did anna@example.org get a mail yesterday?",
        BOTH,
        FindMessages("anna@example.org", period="yesterday"),
    ),
    ("Which messages failed?", BOTH, FindMessages(status="failed")),
    ("Which messages are waiting?", BOTH, FindMessages(status="queued")),
    ("Was wurde an anna@example.org gesendet?", BOTH, FindMessages("anna@example.org")),
    ("Where is anna@example.org?", BOTH, FindPerson("anna@example.org")),
    ("anna@example.org", BOTH, FindPerson("anna@example.org")),
]
PUZZLING: list[tuple[str, QuestionContext, tuple[str, ...]]] = [
    ("How many vegetarians are coming?", BOTH, ("vegetarians",)),
    ("What is the weather like?", SALON, ("weather", "like")),
    ("How many seats are open?", SALON, ("seats",)),
    ("Who waits and who comes?", SALON, ("waits",)),
    ("Which messages failed and which are waiting?", HALL, ()),
    ("Which events got messages?", HALL, ()),
    ("Which events are coming and over?", HALL, ()),
    ("Where was anna@example.org yesterday?", SALON, ()),
    ("", BOTH, ()),
]


@pytest.mark.parametrize(
    ("question", "place", "query"), UNDERSTOOD, ids=[one[0] for one in UNDERSTOOD]
)
def test_a_question_goes_to_whom_it_names(
    question: str, place: QuestionContext, query: Query
) -> None:
    assert parse_question(question, place) == query


@pytest.mark.parametrize(("question", "place", "words"), PUZZLING, ids=[one[0] for one in PUZZLING])
def test_what_puzzles_everyone_is_answered_by_nobody(
    question: str, place: QuestionContext, words: tuple[str, ...]
) -> None:
    assert parse_question(question, place) == NotUnderstood(words)


@pytest.mark.parametrize("place", [SALON, HALL, BOTH, QuestionContext(BOOK, (PARTY,), 1)])
def test_every_example_that_is_shown_is_understood(place: QuestionContext) -> None:
    shown = examples(place)
    assert {question: type(parse_question(question, place)) for question in shown} == shown


def test_the_examples_show_every_kind_of_query_and_only_names_that_there_are() -> None:
    assert set(EXAMPLES.values()) == set(get_args(Own))
    assert {*front_desk_examples(BOOK)} <= {*examples(BOTH)}
    assert not any("{" in one for one in examples(BOTH))
    assert "How many appointments has Jess on Friday?" in examples(SALON)
    assert not any(
        "has  on" in one for one in examples(QuestionContext(Rulebook(services=BOOK.services)))
    )
    assert set(examples(QuestionContext(Rulebook()))) == set(EXAMPLES)


@given(st.text(max_size=400))
def test_any_text_is_read_or_puzzles(text: str) -> None:
    assert isinstance(parse_question(text, BOTH), (*get_args(Query), NotUnderstood))
