"""Answers to questions about appointments, from the store."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.products.frontdesk.appointments import questions
from fullhouse.products.frontdesk.appointments.model import (
    Appointment,
    AppointmentsAt,
    AppointmentsBetween,
)
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.web.desk.answer_view import (
    AnswerRow,
    AnswerView,
    answer_view,
    at,
    at_hour,
    counted,
    for_whom,
    in_time,
    joined,
)
from fullhouse.web.desk.frontdesk.appointments.formatting import STATES
from fullhouse.web.desk.frontdesk.appointments.layout import LIST, path_of

DOTS = {
    "booked": "pending",
    "confirmed": "confirmed",
    "cancelled": "cancelled",
    "no_show": "cancelled",
}
# Wording for one, several and no appointment, and the end of the sentence.
_APPOINTMENTS = ("appointment", "appointments", "No appointment")
SAID: dict[questions.Standing, tuple[tuple[str, str, str], str]] = {
    "expected": (_APPOINTMENTS, ""),
    "unconfirmed": (_APPOINTMENTS, ": not confirmed"),
    "confirmed": (_APPOINTMENTS, ": confirmed"),
    "cancelled": (_APPOINTMENTS, ": cancelled"),
    "no_show": (("person did not come", "people did not come", "Nobody stayed away"), ""),
}
CANCELLED = (
    ("appointment was cancelled", "appointments were cancelled", "No appointment was cancelled"),
    "",
)


def row(one: Appointment, book: Rulebook) -> AnswerRow:
    """Return an appointment as a row."""
    staff = f"with {one.staff}" if one.staff else ""
    about = joined(at(one.starts_at, book), one.service, staff, STATES[one.status])
    return AnswerRow(path_of(one), one.name, about, DOTS[one.status])


def walk(engine: Engine, first: AppointmentsBetween) -> Iterator[Appointment]:
    """Yield appointments page by page, up to the limit of one question."""
    return islice(_walk(engine, first), questions.LOOKED_THROUGH)


def _walk(engine: Engine, need: AppointmentsBetween) -> Iterator[Appointment]:
    while page := engine.load(need):
        yield from page
        if len(page) < need.limit:
            break
        need = msgspec.structs.replace(need, since=page[-1].starts_at, after=page[-1].id)


def find_appointments(
    engine: Engine, book: Rulebook, query: questions.AppointmentFilter
) -> AnswerView:
    """Count or list appointments."""
    now = engine.now()
    page = list(walk(engine, questions.page_of(query, now, book.zone)))
    found = [booked for booked in page if questions.is_meant(query, booked, now, book.zone)]
    words, behind = CANCELLED if query.deed else SAID[query.standing]
    number = counted(len(found), *words, at_least=len(page) >= questions.LOOKED_THROUGH)
    whose = for_whom(query.service, query.staff)
    said = f"{number}{whose}{_when(engine, book, query)}{at_hour(query.at)}{behind}."
    if isinstance(query, questions.CountAppointments):
        return AnswerView(said=said)
    return answer_view(said, [row(booked, book) for booked in found], elsewhere=LIST)


def _when(
    engine: Engine, book: Rulebook, query: questions.AppointmentFilter | questions.FindAppointment
) -> str:
    now = engine.now()
    if query.period:
        return in_time(query.period, now, book.zone, back=query.back)
    since, _ = questions.span(query, now, book.zone)
    return " in the last 30 days" if since < now else " from now on"


def find_appointment(
    engine: Engine, book: Rulebook, query: questions.FindAppointment
) -> AnswerView:
    """Answer when a customer comes, and whether they confirmed."""
    first = questions.page_of(query, engine.now(), book.zone)
    page = _page(engine, first, query.email)
    theirs = [booked for booked in page if questions.is_theirs(query, booked)]
    found = [booked for booked in theirs if first.since <= booked.starts_at < first.until]
    found.sort(key=lambda booked: (booked.starts_at, booked.id))
    rows = [row(booked, book) for booked in found]
    if len(found) == 1:
        return _one_appointment(found[0], book)
    whom, when = query.email or f"“{query.name}”", _when(engine, book, query)
    if found:
        return answer_view(f"{len(found)} appointments are under {whom}{when}.", rows, "", LIST)
    looked = ""
    if len(page) >= questions.LOOKED_THROUGH:
        looked = f"I looked through the first {questions.LOOKED_THROUGH:,}."
    return AnswerView(said=f"{whom} has no appointment{when}.", more=looked)


def _one_appointment(one: Appointment, book: Rulebook) -> AnswerView:
    stands = "is" if one.stands else "was"
    said = f"{one.name} {stands} booked for {at(one.starts_at, book)}."
    what = f"{one.service}{for_whom('', one.staff)}: {STATES[one.status]}."
    return answer_view(said, [row(one, book)], what)


def _page(engine: Engine, first: AppointmentsBetween, email: str) -> tuple[Appointment, ...]:
    if email:
        return engine.load(AppointmentsAt(email))
    return tuple(walk(engine, first))


ANSWERS: dict[type, Callable[[Engine, Rulebook, Any], AnswerView]] = {
    questions.CountAppointments: find_appointments,
    questions.ListAppointments: find_appointments,
    questions.FindAppointment: find_appointment,
}
