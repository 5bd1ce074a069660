"""Questions about events, in English and German: any word order, no guessing."""

from datetime import datetime, timedelta
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.kernel.audit import AuditLine
from fullhouse.kernel.question_grammar import NotUnderstood
from fullhouse.products.rsvp.questions import (
    DEEDS,
    EVER,
    EXAMPLES,
    FILLERS,
    KEYWORDS,
    SOURCES,
    CountGuests,
    CountSeats,
    FindGuest,
    GuestCountQuery,
    GuestFilter,
    ListGuests,
    NextInLine,
    Query,
    ShowTime,
    answers,
    is_meant,
    listed,
    people_meant,
    read_question,
)
from tests.platforms.contract.stores import NOW, guest
from tests.support.rsvp_world import BERLIN, there

UNDERSTOOD: dict[str, Query] = {
    "How many seats are still open?": CountSeats("open"),
    "Are there any seats left?": CountSeats("open"),
    "is it full": CountSeats("open"),
    "How many seats are taken?": CountSeats("taken"),
    "How many seats are confirmed?": CountSeats("taken"),
    "how many seats are held?": CountSeats("held"),
    "How many seats are there in all?": CountSeats("cap"),
    "how many seats do we have": CountSeats("cap"),
    "Who has not answered?": ListGuests(unanswered=True),
    "who hasn't answered yet?": ListGuests(unanswered=True),
    "Who has an offer?": ListGuests(unanswered=True),
    "Who cannot be reached?": ListGuests(lost=True),
    "Who can\u2019t be reached?": ListGuests(lost=True),
    "Did anna@example.org confirm?": FindGuest(email="anna@example.org"),
    "Anna@Example.org": FindGuest(email="anna@example.org"),
    "what about anna@example.org.": FindGuest(email="anna@example.org"),
    "Is Anna Berg coming?": FindGuest(name="Anna Berg"),
    "where does Bert stand?": FindGuest(name="Bert"),
    "Is Anna on the waiting list?": FindGuest(name="Anna"),
    "Who cancelled on Friday?": ListGuests(deed="cancelled", period="friday"),
    "How many came from the import?": CountGuests(source="import"),
    "Who came by mail?": ListGuests(source="mail"),
    "Who cancelled this week?": ListGuests(deed="cancelled", period="this_week"),
    "this week, who cancelled?": ListGuests(deed="cancelled", period="this_week"),
    "who left the line yesterday?": ListGuests(deed="cancelled", period="yesterday"),
    "who isn't coming?": ListGuests(state="cancelled"),
    "who won't come?": ListGuests(state="cancelled"),
    "Who hasn't confirmed yet?": ListGuests(state="pending"),
    "Who is in line?": ListGuests(state="waitlisted"),
    "How long is the line?": CountGuests(state="waitlisted"),
    "How many are on the waitlist?": CountGuests(state="waitlisted"),
    "How many are coming?": CountGuests(state="confirmed"),
    "How many people signed up today?": CountGuests(deed="joined", period="today"),
    "who signed up in the last 3 days?": ListGuests(deed="joined", period="3d"),
    "who is new in the last 12 hours": ListGuests(deed="joined", period="12h"),
    "Who said no?": ListGuests(deed="declined"),
    "Who let their offer lapse?": ListGuests(deed="lapsed"),
    "who came from the import last week?": ListGuests(
        deed="joined", source="import", period="last_week"
    ),
    "How many guests are on the list?": CountGuests(),
    "Who is next in line?": NextInLine(),
    "Who is next on the waitlist?": NextInLine(),
    "When does it start?": ShowTime(),
    "How many days are left?": ShowTime(),
    "Wie viele Plätze sind noch frei?": CountSeats("open"),
    "Wer hat nicht geantwortet?": ListGuests(unanswered=True),
    "Hat anna@example.org zugesagt?": FindGuest(email="anna@example.org"),
    "Wie viele kamen aus dem Import?": CountGuests(source="import"),
    "Wer hat diese Woche abgesagt?": ListGuests(deed="cancelled", period="this_week"),
    "Wer hat sich in den letzten 2 Tagen angemeldet?": ListGuests(deed="joined", period="2d"),
    "Kommt Anna Berg?": FindGuest(name="Anna Berg"),
    "Wer steht auf der Warteliste?": ListGuests(state="waitlisted"),
    "Wann beginnt es?": ShowTime(),
}


@pytest.mark.parametrize("question", UNDERSTOOD)
def test_a_question_becomes_a_typed_query(question: str) -> None:
    assert read_question(question) == UNDERSTOOD[question]


def test_the_examples_show_every_kind_of_query() -> None:
    assert {question: type(read_question(question)) for question in EXAMPLES} == EXAMPLES
    assert set(EXAMPLES.values()) == set(get_args(Query))


PUZZLING = {
    "How many vegetarians are coming?": ("vegetarians",),
    "What is the weather like?": ("weather", "like"),
    "Who came?": ("came",),
    "Who is not in line?": ("not",),
    "Did anna@example.org and bert@example.org confirm?": ("bert@example.org",),
    "Did anna@example.org pay?": ("pay",),
    "Did Anna sign up today?": ("Anna",),
    "Who cancelled and who confirmed?": (),
    "Who has not answered this week?": (),
    "How many seats were open yesterday?": (),
    "How many open seats came from the import?": (),
    "Who cancelled today and yesterday?": (),
    "How many signed up this week and last week?": (),
    "Who cancelled in the last 3 days or the last 5 weeks?": (),
    "Did anna@example.org cancel yesterday?": (),
    "Who cancelled in the last \u0663 days?": ("\u0663", "days"),
    "seats": (),
    "": (),
    "?!": (),
}


@pytest.mark.parametrize("question", PUZZLING)
def test_what_is_not_understood_is_never_answered_as_something_else(question: str) -> None:
    assert read_question(question) == NotUnderstood(PUZZLING[question])


@given(st.permutations(["how", "many", "seats", "are", "still", "open"]))
def test_the_order_of_words_does_not_matter(words: list[str]) -> None:
    assert read_question(" ".join(words)) == CountSeats("open")


@given(st.text(max_size=400))
def test_any_text_is_read_or_puzzles(text: str) -> None:
    assert isinstance(
        read_question(text),
        CountSeats | CountGuests | ListGuests | FindGuest | NotUnderstood | ShowTime | NextInLine,
    )


def test_a_word_has_a_meaning_or_none_but_not_both() -> None:
    ways = {way for said in KEYWORDS.values() for way in said.split(", ")}
    assert {way for way in ways if " " not in way} & set(FILLERS.split()) == set()
    assert {*SOURCES, *DEEDS} <= set(KEYWORDS)


def test_a_query_about_guests_asks_the_store_for_all_that_was_said() -> None:
    now = there("2026-06-10 12:00")
    need = people_meant("party", GuestFilter(deed="declined", source="form"), now, BERLIN)
    assert (need.event_id, need.source, need.actions) == (
        "party",
        "form",
        ("declined", "invite_declined"),
    )
    assert need.since == EVER
    assert need.since < now < need.until
    assert listed(need, 7).limit == 7
    assert listed(need, 7).actions == need.actions


@pytest.mark.parametrize(
    ("period", "since", "until"),
    [
        ("today", "2026-06-10 00:00", "2026-06-11 00:00"),
        ("yesterday", "2026-06-09 00:00", "2026-06-10 00:00"),
        ("this_week", "2026-06-08 00:00", "2026-06-15 00:00"),
        ("last_week", "2026-06-01 00:00", "2026-06-08 00:00"),
        ("this_month", "2026-06-01 00:00", "2026-07-01 00:00"),
        ("friday", "2026-06-05 00:00", "2026-06-06 00:00"),
        ("3d", "2026-06-07 12:00", "2026-06-10 12:00"),
        ("12h", "2026-06-10 00:00", "2026-06-10 12:00"),
    ],
)
def test_a_time_in_words_is_meant_by_the_clocks_there(period: str, since: str, until: str) -> None:
    guests = GuestFilter(deed="cancelled", period=period)
    found = people_meant("party", guests, there("2026-06-10 12:00"), BERLIN)
    assert found.since == there(since)
    assert found.until.replace(microsecond=0) == there(until)


@pytest.mark.parametrize("period", ["", "12h", "today"])
def test_what_happens_just_now_counts(period: str) -> None:
    now = there(datetime(2026, 6, 10, 12, 0))
    assert people_meant("party", GuestFilter(deed="joined", period=period), now, BERLIN).until > now


@pytest.mark.parametrize(
    "fields",
    [
        {"state": "confirmed", "lost": True},
        {"unanswered": True, "lost": True},
        {"state": "confirmed", "period": "today"},
        {"deed": "cancelled", "period": "tomorrow"},
        {"deed": "cancelled", "period": "+3d"},
    ],
)
def test_what_one_sentence_cannot_answer_cannot_be_asked(fields: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        GuestFilter(**fields)


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ({}, True),
        ({"state": "pending"}, False),
        ({"source": "import"}, False),
        ({"unanswered": True}, False),
        ({"lost": True}, False),
        ({"named": "ANN"}, True),
        ({"named": "ben"}, False),
        ({"actions": ("claimed",)}, False),
    ],
)
def test_all_that_is_asked_for_must_hold_of_a_guest(asked: dict[str, Any], meant: bool) -> None:
    assert is_meant(GuestCountQuery("e1", **asked), guest(), ()) is meant


def test_who_has_left_is_nobody_that_cannot_be_reached() -> None:
    need = GuestCountQuery("e1", lost=True)
    lost = msgspec.structs.replace(guest(), reach="bounced")
    assert is_meant(need, lost, ())
    assert not is_meant(need, msgspec.structs.replace(lost, state="cancelled"), ())


def test_what_someone_did_is_told_by_a_line_of_the_time_asked_for() -> None:
    need = GuestCountQuery("e1", actions=("claimed",), since=NOW, until=NOW + timedelta(hours=1))
    line = AuditLine("e1", NOW, "guest", "claimed", "g1", "o1", ())
    assert answers(need, line)
    assert is_meant(need, guest("g1"), {"g1"})
    assert not answers(need, msgspec.structs.replace(line, action="cancelled"))
    assert not answers(need, msgspec.structs.replace(line, at=NOW + timedelta(hours=1)))
