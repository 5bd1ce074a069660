"""Answers to questions about appointments, from the store."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from itertools import islice
from typing import Any

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.locale import to_translate, to_translate_count
from fullhouse.locale.current import gettext, ngettext, translate
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
    CountedTexts,
    answer_view,
    at,
    at_hour,
    counted_sentence,
    for_whom,
    in_time,
    joined,
)
from fullhouse.web.desk.frontdesk.appointments.formatting import STATES
from fullhouse.web.desk.frontdesk.appointments.layout import LIST, path_of
from fullhouse.web.desk.frontdesk.waitlist.formatting import (
    with_staff,
)

DOTS = {
    "booked": "pending",
    "confirmed": "confirmed",
    "cancelled": "cancelled",
    "no_show": "cancelled",
}
# Sentences for no, one and several appointments; %(about)s says which and when.
SAID: dict[questions.Standing, CountedTexts] = {
    "expected": (
        to_translate("No appointment%(about)s."),
        to_translate_count("%(count)s appointment%(about)s.", "%(count)s appointments%(about)s."),
    ),
    "unconfirmed": (
        to_translate("No unconfirmed appointment%(about)s."),
        to_translate_count(
            "%(count)s appointment%(about)s: not confirmed.",
            "%(count)s appointments%(about)s: not confirmed.",
        ),
    ),
    "confirmed": (
        to_translate("No confirmed appointment%(about)s."),
        to_translate_count(
            "%(count)s appointment%(about)s: confirmed.",
            "%(count)s appointments%(about)s: confirmed.",
        ),
    ),
    "cancelled": (
        to_translate("No cancelled appointment%(about)s."),
        to_translate_count(
            "%(count)s appointment%(about)s: cancelled.",
            "%(count)s appointments%(about)s: cancelled.",
        ),
    ),
    "no_show": (
        to_translate("Nobody stayed away%(about)s."),
        to_translate_count(
            "%(count)s person did not come%(about)s.", "%(count)s people did not come%(about)s."
        ),
    ),
}
# What became of appointments that nobody expects any more.
OVER: tuple[questions.Standing, ...] = ("cancelled", "no_show")
CANCELLED: CountedTexts = (
    to_translate("No appointment was cancelled%(about)s."),
    to_translate_count(
        "%(count)s appointment was cancelled%(about)s.",
        "%(count)s appointments were cancelled%(about)s.",
    ),
)


def row(one: Appointment, book: Rulebook) -> AnswerRow:
    """Return an appointment as a row."""
    staff = gettext("with %(staff)s", staff=one.staff) if one.staff else ""
    state = translate(STATES[one.status])
    about = joined(at(one.starts_at, book), one.service, staff, state)
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
    texts = CANCELLED if query.deed else SAID[query.standing]
    whose = for_whom(query.service, query.staff)
    about = f"{whose}{_when(engine, book, query)}{at_hour(query.at)}"
    is_part = len(page) >= questions.LOOKED_THROUGH
    said = counted_sentence(texts, len(found), about, at_least=is_part)
    if isinstance(query, questions.CountAppointments):
        return AnswerView(said=f"{said}{_besides(query, page, now, book.zone)}")
    return answer_view(said, [row(booked, book) for booked in found], elsewhere=LIST)


def _besides(
    query: questions.CountAppointments, page: Iterable[Appointment], now: datetime, zone: str
) -> str:
    """Return how many more of a time were cancelled or missed: summaries count these, too."""
    if query.standing != "expected" or not query.period:
        return ""
    others = [msgspec.structs.replace(query, standing=standing) for standing in OVER]
    count = sum(questions.is_meant(other, one, now, zone) for other in others for one in page)
    if not count:
        return ""
    said = ngettext(
        "%(count)s more was cancelled or missed.", "%(count)s more were cancelled or missed.", count
    )
    return f" {said}"


def _when(
    engine: Engine, book: Rulebook, query: questions.AppointmentFilter | questions.FindAppointment
) -> str:
    now = engine.now()
    if query.period:
        return in_time(query.period, now, book.zone, back=query.back)
    since, _ = questions.span(query, now, book.zone)
    return " " + (gettext("in the last 30 days") if since < now else gettext("from now on"))


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
        said = ngettext(
            "%(count)s appointments are under %(whom)s%(when)s.",
            "%(count)s appointments are under %(whom)s%(when)s.",
            len(found),
            whom=whom,
            when=when,
        )
        return answer_view(said, rows, "", LIST)
    looked = ""
    if len(page) >= questions.LOOKED_THROUGH:
        looked = gettext("I looked through the first %(number)s.", number=questions.LOOKED_THROUGH)
    said = gettext("%(whom)s has no appointment%(when)s.", whom=whom, when=when)
    return AnswerView(said=said, more=looked)


def _one_appointment(one: Appointment, book: Rulebook) -> AnswerView:
    when = at(one.starts_at, book)
    said = gettext("%(name)s was booked for %(when)s.", name=one.name, when=when)
    if one.stands:
        said = gettext("%(name)s is booked for %(when)s.", name=one.name, when=when)
    what = f"{with_staff(one.service, one.staff)}: {translate(STATES[one.status])}."
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
