"""Questions about appointments, in English and German: any word order, no guessing."""

from datetime import timedelta
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.kernel.question_grammar import NotUnderstood
from fullhouse.products.frontdesk.appointments.bookings import FARTHEST
from fullhouse.products.frontdesk.appointments.model import Appointment, AppointmentsBetween
from fullhouse.products.frontdesk.appointments.questions import (
    EXAMPLES,
    FAR_AHEAD,
    FILLERS,
    KEYWORDS,
    LATELY,
    PAGE,
    AppointmentFilter,
    CountAppointments,
    FindAppointment,
    ListAppointments,
    Query,
    is_meant,
    is_theirs,
    page_of,
    read_question,
    span,
)
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, Service
from tests.support.rsvp_world import BERLIN, there

BOOK = Rulebook(services=(Service("Colour", 90), Service("Cut", 45)), staff=("Jess", "Sam"))
NOW = there("2026-06-10 12:00")  # a Wednesday

UNDERSTOOD: dict[str, Query] = {
    "Who comes tomorrow?": ListAppointments(period="tomorrow"),
    "Who comes for Cut with Jess on 12 June at 10?": ListAppointments(
        service="Cut", staff="Jess", period="--06-12", at="10:00?"
    ),
    "How many appointments has Jess on Friday?": CountAppointments(staff="Jess", period="friday"),
    "How many are booked this week?": CountAppointments(period="this_week"),
    "Who has not confirmed?": ListAppointments(standing="unconfirmed"),
    "who hasn't answered for tomorrow?": ListAppointments(
        standing="unconfirmed", period="tomorrow"
    ),
    "Who confirmed for today?": ListAppointments(standing="confirmed", period="today"),
    "Who cancelled this week?": ListAppointments(
        standing="cancelled", period="this_week", deed="cancelled"
    ),
    "Who has cancelled Colour today?": ListAppointments(
        standing="cancelled", service="Colour", period="today", deed="cancelled"
    ),
    "How many cancelled in the last 3 days?": CountAppointments(
        standing="cancelled", period="3d", deed="cancelled"
    ),
    "Who cancelled last Friday?": ListAppointments(
        standing="cancelled", period="friday", back=True, deed="cancelled"
    ),
    "Wer hat diese Woche abgesagt?": ListAppointments(
        standing="cancelled", period="this_week", deed="cancelled"
    ),
    "Whose appointments this week were cancelled?": ListAppointments(
        standing="cancelled", period="this_week"
    ),
    "Which appointments today are cancelled?": ListAppointments(
        standing="cancelled", period="today"
    ),
    "Wessen Termine sind diese Woche abgesagt?": ListAppointments(
        standing="cancelled", period="this_week"
    ),
    "Who cancelled?": ListAppointments(standing="cancelled"),
    "Who cancelled for Friday?": ListAppointments(standing="cancelled", period="friday"),
    "Who cancelled for next week?": ListAppointments(standing="cancelled", period="next_week"),
    "Who cancelled in the next 3 days?": ListAppointments(standing="cancelled", period="+3d"),
    "Who cancelled today at 3?": ListAppointments(
        standing="cancelled", period="today", at="03:00?"
    ),
    "Who isn't coming tomorrow?": ListAppointments(standing="cancelled", period="tomorrow"),
    "Who isn't coming today?": ListAppointments(standing="cancelled", period="today"),
    "Who did not come last week?": ListAppointments(
        standing="no_show", period="last_week", back=True
    ),
    "How many no-shows were there on Monday?": CountAppointments(
        standing="no_show", period="monday", back=True
    ),
    "How many appointments had Sam last Friday?": CountAppointments(
        staff="Sam", period="friday", back=True
    ),
    "When does Anna come?": FindAppointment(name="Anna"),
    "Is Anna Berg coming tomorrow?": FindAppointment(name="Anna Berg", period="tomorrow"),
    "When is Anna's next appointment?": FindAppointment(name="Anna"),
    "Has anna@example.org an appointment?": FindAppointment("anna@example.org"),
    "Didn't Anna come?": FindAppointment(name="Anna", back=True),
    "Wer kommt morgen?": ListAppointments(period="tomorrow"),
    "Wie viele Termine hat Jess am Freitag?": CountAppointments(staff="Jess", period="friday"),
    "Wer hat nicht bestätigt?": ListAppointments(standing="unconfirmed"),
    "Wer ist letzte Woche nicht gekommen?": ListAppointments(
        standing="no_show", period="last_week", back=True
    ),
    "Wann kommt Anna Berg?": FindAppointment(name="Anna Berg"),
}
PUZZLING: dict[str, tuple[str, ...]] = {
    "How many vegetarians are coming?": ("vegetarians",),
    "Who comes today and tomorrow?": (),
    "Who confirmed and who cancelled?": (),
    "When does Jess work?": ("Jess", "work"),
    "When does Jess come?": (),
    "Does Anna come to Jess?": ("Anna",),
    "Does Anna come at 3?": ("Anna",),
    "Does Anna at a@b.org come?": ("Anna",),
    "What is the weather like?": ("weather", "like"),
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
    asked = {one: type(read_question(one.format(staff="Jess"), BOOK)) for one in EXAMPLES}
    assert asked == EXAMPLES
    assert set(EXAMPLES.values()) == set(get_args(Query))


@given(st.text(max_size=400))
def test_any_text_is_read_or_puzzles(text: str) -> None:
    assert isinstance(read_question(text, BOOK), (*get_args(Query), NotUnderstood))


def test_a_word_has_a_meaning_or_none_but_not_both() -> None:
    ways = {way for said in KEYWORDS.values() for way in said.split(", ")}
    assert {way for way in ways if " " not in way} & set(FILLERS.split()) == set()


def appointment(**fields: Any) -> Appointment:
    usual = {
        "id": "anna",
        "name": "Anna Berg",
        "email": "anna@example.org",
        "service": "Colour",
        "staff": "Jess",
    }
    times = {"starts_at": NOW + timedelta(hours=3), "minutes": 90, "made_at": NOW}
    return Appointment(**{**usual, **times, **fields})


def test_without_a_time_those_ahead_are_meant_and_whoever_stayed_away_lately() -> None:
    assert span(AppointmentFilter(), NOW, BERLIN) == (NOW, NOW + FAR_AHEAD)
    assert span(AppointmentFilter(back=True), NOW, BERLIN) == (NOW, NOW + FAR_AHEAD)
    assert span(FindAppointment(name="Anna"), NOW, BERLIN) == (NOW, NOW + FAR_AHEAD)
    assert span(FindAppointment(name="Anna", back=True), NOW, BERLIN) == (NOW - LATELY, NOW)
    assert span(AppointmentFilter(standing="no_show", back=True), NOW, BERLIN) == (
        NOW - LATELY,
        NOW,
    )


def test_a_question_begins_where_its_time_begins() -> None:
    today = (there("2026-06-10 00:00"), there("2026-06-11 00:00"))
    assert page_of(AppointmentFilter(period="today"), NOW, BERLIN) == AppointmentsBetween(
        *today, limit=PAGE
    )


@pytest.mark.parametrize(
    ("which", "fields", "meant"),
    [
        (AppointmentFilter(), {}, True),
        (AppointmentFilter(), {"status": "confirmed"}, True),
        (AppointmentFilter(), {"status": "cancelled"}, False),
        (AppointmentFilter(standing="unconfirmed"), {}, True),
        (AppointmentFilter(standing="unconfirmed"), {"status": "confirmed"}, False),
        (AppointmentFilter(standing="no_show"), {"status": "no_show"}, True),
        (AppointmentFilter(service="colour", staff="Jess", at="03:00?"), {}, True),
        (AppointmentFilter(service="Cut"), {}, False),
        (AppointmentFilter(staff="Sam"), {}, False),
        (AppointmentFilter(at="16:00"), {}, False),
    ],
)
def test_an_appointment_is_meant_if_all_that_was_said_holds(
    which: AppointmentFilter, fields: dict[str, Any], meant: bool
) -> None:
    assert is_meant(which, appointment(**fields), NOW, BERLIN) is meant


@pytest.mark.parametrize(
    ("ended", "meant"),
    [
        ("2026-06-08 00:00", True),
        ("2026-06-10 11:00", True),
        ("2026-06-07 23:59", False),
        ("", False),
    ],
)
def test_who_cancelled_is_asked_of_when_they_did(ended: str, meant: bool) -> None:
    which = AppointmentFilter(standing="cancelled", period="this_week", deed="cancelled")
    gone = {
        "status": "cancelled",
        "starts_at": there("2026-08-20 10:00"),
        "ended_at": there(ended) if ended else None,
    }
    assert is_meant(which, appointment(**gone), NOW, BERLIN) is meant
    week = (there("2026-06-08 00:00"), there("2026-06-15 00:00") + FARTHEST)
    assert page_of(which, NOW, BERLIN) == AppointmentsBetween(*week, limit=PAGE)


def test_whoever_stayed_away_in_that_time_did_not_cancel() -> None:
    which = AppointmentFilter(standing="cancelled", period="this_week", deed="cancelled")
    assert not is_meant(which, appointment(status="no_show", ended_at=NOW), NOW, BERLIN)


def test_someone_is_found_by_a_part_of_the_name_or_the_whole_address() -> None:
    assert is_theirs(FindAppointment(name="berg"), appointment())
    assert is_theirs(FindAppointment("anna@example.org"), appointment())
    assert not is_theirs(FindAppointment("bo@example.org"), appointment())
    assert not is_theirs(FindAppointment(name="Bo"), appointment())
