"""Questions about appointments as queries, and what each needs from the store.

The desk pages write the answers.
"""

from datetime import datetime, timedelta
from typing import Literal

import msgspec

from fullhouse.kernel.question_grammar import Grammar, NotUnderstood, Pattern, has_name
from fullhouse.kernel.question_times import is_over, matches_time, to_range
from fullhouse.locale import to_translate
from fullhouse.products.frontdesk.appointments.bookings import FARTHEST
from fullhouse.products.frontdesk.appointments.model import (
    STANDING,
    Appointment,
    AppointmentsBetween,
)
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, normalized_name

PAGE = 500
LOOKED_THROUGH = 5000  # appointments, by one question, however many there are
FAR_AHEAD = timedelta(days=400)
LATELY = timedelta(days=30)
Standing = Literal["expected", "unconfirmed", "confirmed", "cancelled", "no_show"]


class AppointmentFilter(msgspec.Struct, frozen=True, kw_only=True):
    """A selection of appointments: by status, service, staff and start.

    Without a period those ahead are meant, or no-shows of late. `back` takes a weekday for the last
    one. With the `deed` of cancelling, the period is when that was done.
    """

    standing: Standing = "expected"
    service: str = ""
    staff: str = ""
    period: str = ""
    at: str = ""
    back: bool = False
    deed: Literal["", "cancelled"] = ""

    def __post_init__(self) -> None:
        """Refuse to ask what was cancelled in a time that is still to come."""
        if not self.deed:
            return
        is_done = is_over(self.period, back=self.back) and not self.at
        if self.standing != self.deed or not is_done:
            raise ValueError("this is not over yet")


class CountAppointments(AppointmentFilter, frozen=True, kw_only=True):
    """How many appointments are such as these."""


class ListAppointments(AppointmentFilter, frozen=True, kw_only=True):
    """Whose they are, in the order of their times."""


class FindAppointment(msgspec.Struct, frozen=True):
    """When someone comes, by mail address or by name; those ahead, or those of a time."""

    email: str = ""
    name: str = ""
    period: str = ""
    back: bool = False


Query = CountAppointments | ListAppointments | FindAppointment

# One question of each kind and then some: shown at the desk, and documented in the guide for staff.
EXAMPLES: dict[str, type] = {
    to_translate("Who comes tomorrow?"): ListAppointments,
    to_translate("How many appointments are there this week?"): CountAppointments,
    to_translate("How many appointments has {staff} on Friday?"): CountAppointments,
    to_translate("Who has not confirmed?"): ListAppointments,
    to_translate("Who cancelled this week?"): ListAppointments,
    to_translate("Whose appointments this week are cancelled?"): ListAppointments,
    to_translate("Who did not come last week?"): ListAppointments,
    to_translate("When does Anna Berg come?"): FindAppointment,
    to_translate("Has anna@example.org an appointment?"): FindAppointment,
}

# In English and German.
KEYWORDS: dict[str, str] = {
    # What is wanted.
    "count": "how many, how much, number, count, wie viel*, wieviel*, anzahl",
    "who": "who, whom, whose, which, what, show, names, wer, wen, welche*, zeig*, namen, wessen",
    "when": "when, what time, wann, wie viel uhr",
    # The thing itself.
    "appointments": "appointment*, booking*, booked, termin, termine, terminen, buchung*, gebucht*",
    "coming": "come, comes, coming, expected, kommt, kommen, erwartet*",
    # How they stand.
    "unconfirmed": (
        "not confirm*, unconfirmed, not answer*, no answer, unanswered, not repl*, "
        "nicht bestaetigt, unbestaetigt*, nicht geantwortet, keine antwort, nicht zugesagt"
    ),
    "confirmed": "confirm*, said yes, bestaetigt*, zugesagt",
    "cancelled": "cancel*, called off, abgesagt*, storniert*",
    "absent": "not coming, does not come, do not come, will not come, nicht kommt, nicht kommen",
    "no_show": (
        "not come, not came, not show up, not show, no-show*, no show*, missed, stayed away, "
        "nicht gekommen, nicht erschienen, nicht kam*, nicht da"
    ),
}
FILLERS = "customer customers kunde kunden kundin kundinnen next time up"
_SUBJECT = "appointments coming absent unconfirmed confirmed cancelled no_show"
_STANDING = {
    "unconfirmed": "unconfirmed",
    "confirmed": "confirmed",
    "cancelled": "cancelled",
    "absent": "cancelled",
    "no_show": "no_show",
}
_BACK = {"no_show": True, "back": True}


def _patterns(query: type, needs: str) -> tuple[Pattern, ...]:
    """Return what can be asked of several appointments: their number, or whose they are."""
    return (
        # "Who cancelled this week?" goes by when they did; any other question by the appointment.
        Pattern(
            query,
            f"{needs} cancelled period",
            may="who coming service staff",
            choices={"back": {"back": True}},
            fixed={"standing": "cancelled", "deed": "cancelled"},
        ),
        Pattern(
            query,
            needs,
            one_of=_SUBJECT,
            may="who service staff period at",
            choices={"standing": _STANDING, "back": _BACK},
        ),
    )


PATTERNS = (
    Pattern(FindAppointment, "name", one_of=_SUBJECT, may="when period", choices={"back": _BACK}),
    Pattern(FindAppointment, "email", one_of=_SUBJECT, may="when period", choices={"back": _BACK}),
    *_patterns(CountAppointments, "count"),
    *_patterns(ListAppointments, ""),
)
GRAMMAR = Grammar(KEYWORDS, PATTERNS, FILLERS)


def read_question(text: str, book: Rulebook) -> Query | NotUnderstood:
    """Return the query that a question about appointments means."""
    names = {"service": tuple(service.name for service in book.services), "staff": book.staff}
    query: Query | NotUnderstood = GRAMMAR.read(text, names)
    return query


def span(
    query: AppointmentFilter | FindAppointment, now: datetime, zone: str
) -> tuple[datetime, datetime]:
    """Return between which times the appointments start that are asked for, or were cancelled."""
    if query.period:
        return to_range(query.period, now, zone, back=query.back)
    is_of_late = isinstance(query, FindAppointment) or query.standing == "no_show"
    if query.back and is_of_late:
        return now - LATELY, now
    return now, now + FAR_AHEAD


def page_of(
    query: AppointmentFilter | FindAppointment, now: datetime, zone: str
) -> AppointmentsBetween:
    """Return the first page of appointments to look through."""
    since, until = span(query, now, zone)
    if isinstance(query, AppointmentFilter) and query.deed:
        # Nobody cancels what has begun: it started after that, as far ahead as one can book.
        until += FARTHEST
    return AppointmentsBetween(since, until, limit=PAGE)


def is_meant(which: AppointmentFilter, one: Appointment, now: datetime, zone: str) -> bool:
    """Return True if an appointment of that page is meant."""
    if which.deed:
        since, until = span(which, now, zone)
        if one.ended_at is None or not since <= one.ended_at < until:
            return False
    statuses = {"unconfirmed": {"booked"}, "expected": STANDING}
    if one.status not in statuses.get(which.standing, {which.standing}):
        return False
    if normalized_name(which.service) not in ("", normalized_name(one.service)):
        return False
    return which.staff in ("", one.staff) and matches_time(which.at, one.starts_at, zone)


def is_theirs(query: FindAppointment, one: Appointment) -> bool:
    """Return True if an appointment belongs to the person who is asked for."""
    return has_name(one.name, query.name) and query.email in ("", one.email)
