"""A question to the book in plain words becomes one of a few typed queries, or is not understood.

A closed grammar over the ideas in `ask_words`: every word must be known. What a query asks of the store stands here
too, always a page of known length; the answer is put into words at the desk.
"""

from datetime import datetime, timedelta
from typing import Literal

import msgspec

from fullhouse.kernel.question_times import PERIODS, WEEKDAYS, is_at, stretch
from fullhouse.kernel.questions import Grammar, Heard, Puzzled, has_name
from fullhouse.kernel.rulebook import Rulebook, known_as
from fullhouse.products.appointments.ask_words import FILLERS, IDEAS
from fullhouse.products.appointments.bookings import FARTHEST
from fullhouse.products.appointments.model import STANDING, Appointment, Between

PAGE = 500
LOOKED_THROUGH = 5000  # appointments, by one question, however many there are
FAR_AHEAD = timedelta(days=400)
LATELY = timedelta(days=30)
Standing = Literal["expected", "unconfirmed", "confirmed", "cancelled", "no_show"]
STATES: tuple[Standing, ...] = ("unconfirmed", "confirmed", "cancelled", "no_show")
ONE_THING = frozenset({"appointments", "coming", "absent", *STATES})
# Times in which something can have been done; a weekday is one where the last is meant.
LATELY_DONE = ("today", "yesterday", "this_week", "last_week", "this_month", "last_month")


class Which(msgspec.Struct, frozen=True, kw_only=True):
    """Which appointments: how they stand, of whom, for what, and when they start; without a time those ahead.

    Whoever did not come is looked for lately instead. `back` takes a weekday for the last one. With the `deed` of
    cancelling, the time is when that was done, whenever they start.
    """

    standing: Standing = "expected"
    service: str = ""
    staff: str = ""
    period: str = ""
    at: str = ""
    back: bool = False
    deed: Literal["", "cancelled"] = ""

    @property
    def can_be(self) -> bool:
        """Whether it can be answered: what was done was done at a time that is not still to come."""
        return not self.deed or (self.standing == self.deed and not self.at and _is_done(self.period, back=self.back))


class CountAppointments(msgspec.Struct, frozen=True):
    """How many appointments are such as these."""

    which: Which


class ListAppointments(msgspec.Struct, frozen=True):
    """Whose they are, in the order of their times."""

    which: Which


class FindAppointment(msgspec.Struct, frozen=True):
    """When someone comes, by mail address or by name; those ahead, or those of a time."""

    email: str = ""
    name: str = ""
    period: str = ""
    back: bool = False


Query = CountAppointments | ListAppointments | FindAppointment

# One question of each kind and then some: shown where a question puzzles, and held against the guide for staff.
EXAMPLES: dict[str, type] = {
    "Who comes tomorrow?": ListAppointments,
    "How many appointments are there this week?": CountAppointments,
    "How many appointments has {staff} on Friday?": CountAppointments,
    "Who has not confirmed?": ListAppointments,
    "Who cancelled this week?": ListAppointments,
    "Whose appointments this week are cancelled?": ListAppointments,
    "Who did not come last week?": ListAppointments,
    "When does Anna Berg come?": FindAppointment,
    "Has anna@example.org an appointment?": FindAppointment,
}

GRAMMAR = Grammar(IDEAS, FILLERS, PERIODS, days=True)


def _is_done(period: str, *, back: bool) -> bool:
    lately = period[-1:] in ("h", "d", "w") and period[:1].isdecimal()
    return period in LATELY_DONE or lately or (back and period in WEEKDAYS)


def read_question(text: str, book: Rulebook) -> Query | Puzzled:
    """Find out what is asked; never guesses at a word that it does not know."""
    known = {"service": tuple(one.name for one in book.services), "staff": book.staff}
    heard = GRAMMAR.hear(text, known)
    states = [one for one in STATES if one in _standings(heard)]
    if len(heard.periods) > 1 or len(states) > 1 or not ONE_THING & heard.ideas:
        return Puzzled(heard.rest)
    if heard.rest or heard.email:
        return _about_someone(heard)
    if "when" in heard.ideas:
        return Puzzled()
    standing = states[0] if states else "expected"
    back = standing == "no_show" or "back" in heard.ideas
    whose = {"service": heard.named.get("service", ""), "staff": heard.named.get("staff", "")}
    which = Which(standing=standing, period=heard.period, at=heard.at, back=back, deed="", **whose)
    done = msgspec.structs.replace(which, deed="cancelled")
    # Whose appointments of a day were cancelled is asked of that day; who cancelled, of when they did.
    which = done if "cancelled" in heard.ideas and "appointments" not in heard.ideas and done.can_be else which
    return CountAppointments(which) if "count" in heard.ideas else ListAppointments(which)


def _standings(heard: Heard) -> frozenset[str]:
    return frozenset(heard.ideas) | ({"cancelled"} if "absent" in heard.ideas else frozenset())


def _about_someone(heard: Heard) -> Query | Puzzled:
    """Take what is left over for a name, but only where a question about one person is asked."""
    many = {"count", "who"} & heard.ideas or heard.named or heard.at or (heard.email and heard.rest)
    if many:
        return Puzzled(heard.rest)
    back = "no_show" in heard.ideas or "back" in heard.ideas
    return FindAppointment(heard.email, heard.name, heard.period, back)


def span(query: Which | FindAppointment, now: datetime, zone: str) -> tuple[datetime, datetime]:
    """Say from when to when the appointments start that are asked for, or were cancelled."""
    if query.period:
        return stretch(query.period, now, zone, back=query.back)
    lately = query.back and (isinstance(query, FindAppointment) or query.standing == "no_show")
    return (now - LATELY, now) if lately else (now, now + FAR_AHEAD)


def page_of(query: Which | FindAppointment, now: datetime, zone: str) -> Between:
    """Say where a question begins to look through the book."""
    since, until = span(query, now, zone)
    # Nobody cancels what has begun: what was cancelled in a time starts in it, or as far behind it as one can book.
    ahead = FARTHEST if isinstance(query, Which) and query.deed else timedelta()
    return Between(since, until + ahead, limit=PAGE)


def is_meant(which: Which, one: Appointment, now: datetime, zone: str) -> bool:
    """Whether an appointment of that page is meant."""
    if which.deed:
        since, until = span(which, now, zone)
        if one.ended_at is None or not since <= one.ended_at < until:
            return False
    status = {"unconfirmed": {"booked"}, "expected": STANDING}.get(which.standing, {which.standing})
    fits = known_as(which.service) in ("", known_as(one.service)) and which.staff in ("", one.staff)
    return one.status in status and fits and is_at(which.at, one.starts_at, zone)


def is_theirs(query: FindAppointment, one: Appointment) -> bool:
    """Whether an appointment is of the person who is asked for."""
    return has_name(one.name, query.name) and query.email in ("", one.email)
