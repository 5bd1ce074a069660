"""Let a language model pick a typed query for a question that the rules don't understand.

Its answer is data: a query and its fields. They are checked into the query's own type. Names and
addresses have to be in the question; services, staff and events must exist. Anything else leaves
the question unanswered, and no number comes from the model.
"""

import logging
from collections.abc import Callable
from datetime import datetime, time
from typing import Any, get_args

import msgspec

from fullhouse.inbound.llm.port import Answer, LanguageModel, ModelUnavailable
from fullhouse.inbound.questions import queries
from fullhouse.inbound.questions.queries import OfEvent, Query, QuestionContext
from fullhouse.kernel.question_grammar import words_of
from fullhouse.kernel.question_times import PERIODS, to_range
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.appointments import questions as appointments
from fullhouse.products.frontdesk.waitlist import questions as waitlist
from fullhouse.products.rsvp import questions as rsvp

log = logging.getLogger(__name__)
NONE = "none"
MOST_EVENTS = 20
LONGEST_VALUE = 200
OF_GUESTS = get_args(rsvp.Query)
# The names that the model may choose from.
QUERIES: dict[str, type] = {
    "CountWaiting": waitlist.CountWaiting,
    "ListWaiting": waitlist.ListWaiting,
    "FindEntry": waitlist.FindEntry,
    "CountSlots": waitlist.CountSlots,
    "ListSlots": waitlist.ListSlots,
    "ListOffers": waitlist.ListOffers,
    "WhoWasOffered": waitlist.WhoWasOffered,
    "CountAppointments": appointments.CountAppointments,
    "ListAppointments": appointments.ListAppointments,
    "FindAppointment": appointments.FindAppointment,
    "CountSeats": rsvp.CountSeats,
    "CountGuests": rsvp.CountGuests,
    "ListGuests": rsvp.ListGuests,
    "FindGuest": rsvp.FindGuest,
    "NextInLine": rsvp.NextInLine,
    "TellTime": rsvp.ShowTime,
    "ListEvents": queries.ListEvents,
    "FindMessages": queries.FindMessages,
    "FindPerson": queries.FindPerson,
}
OF_SOMEONE = (waitlist.FindEntry, appointments.FindAppointment, rsvp.FindGuest)
MEANINGS = {
    "service": "one of these services: {services}",
    "staff": "one of these: {staff}",
    "event": "for queries about guests and seats: one of these events: {events}",
    "period": (
        f"one of {', '.join(PERIODS)}; 3d for the last 3 days, +3d for the next 3; "
        "or a date, YYYY-MM-DD"
    ),
    "at": "an hour, HH:MM",
    "name": "a person's name as the question writes it",
    "email": "a mail address that is in the question",
    "standing": "expected, unconfirmed, confirmed, cancelled or no_show",
    "became": "open, filled, freed or handed_back",
    "which": "of seats: open, taken, held or cap",
    "status": "of messages: failed or queued",
    "state": f"of guests: {', '.join(rsvp.STATES)}",
    "deed": (
        f"what guests did: {', '.join(rsvp.DEEDS)}; of appointments: cancelled, in the period"
    ),
    "source": f"how guests came: {', '.join(rsvp.SOURCES)}",
    "unanswered": "true: guests who have not answered an offer",
    "lost": "true: guests whom mail does not reach",
    "over": "true: events that are over",
    "back": "true: a weekday that is past",
}
TASK = (
    "Someone who works at a front desk or hosts an event asks the question in the material. Pick "
    f"the one query that answers exactly this, or {NONE}. The queries:\n{{queries}}\nTheir fields, "
    "empty where they are not asked for:\n{fields}\nToday is {today}."
)


def choose_query(
    question: str, context: QuestionContext, now: datetime, scribe: LanguageModel
) -> Query | None:
    """Return the query that a model picks, or None. It takes seconds: not for the event loop."""
    try:
        answer = scribe.ask(_task(context, now), question, _shape())
    except ModelUnavailable as down:
        log.info("the question stays unanswered", extra={"facts": {"why": down.reason}})
        return None
    return _checked(answer, question, context, now)


def _task(context: QuestionContext, now: datetime) -> str:
    book = context.book
    names = {
        "services": ", ".join(service.name for service in book.services),
        "staff": ", ".join(book.staff),
        "events": ", ".join(event.name for event in context.events[:MOST_EVENTS]),
    }
    lines = [
        f"- {name} ({', '.join(_field_names(query))}): {query.__doc__}"
        for name, query in QUERIES.items()
    ]
    fields = [f"- {name}: {meaning.format_map(names)}" for name, meaning in MEANINGS.items()]
    today = f"{wall_time(now, book.zone):%A %Y-%m-%d}"
    return TASK.format(queries="\n".join(lines), fields="\n".join(fields), today=today)


def _shape() -> dict[str, object]:
    properties: dict[str, object] = {"query": {"type": "string", "enum": [*QUERIES, NONE]}}
    for name in MEANINGS:
        properties[name] = {"type": "string"}
    return {
        "type": "object",
        "properties": properties,
        "required": [*properties],
        "additionalProperties": False,
    }


def _field_names(query: type) -> list[str]:
    names = [field.name for field in msgspec.structs.fields(query)]
    if query in OF_GUESTS:
        names.append("event")
    return names


def _checked(
    answer: Answer, question: str, context: QuestionContext, now: datetime
) -> Query | None:
    """Return the query that an answer names; None if anything in it does not hold."""
    query = QUERIES.get(str(answer.get("query")))
    if query is None:
        return None
    fields: dict[str, str] = {}
    for name in MEANINGS:
        value = answer.get(name) or ""
        if not isinstance(value, str) or len(value) > LONGEST_VALUE:
            return None
        if not value:
            continue
        check = CHECKS.get(name)
        fields[name] = value if check is None else check(value, question, context, now)
        if not fields[name]:
            return None
    return _made(query, fields)


def _made(query: type, fields: dict[str, str]) -> Query | None:
    if not fields.keys() <= set(_field_names(query)):
        return None
    if query in OF_SOMEONE and fields.keys().isdisjoint(("name", "email")):
        return None
    event_id = fields.pop("event", "")
    try:
        made: Any = msgspec.convert(fields, query, strict=False)
    except msgspec.ValidationError:
        return None
    if query not in OF_GUESTS:
        return made  # type: ignore[no-any-return]  # one of the queries
    return OfEvent(event_id, made) if event_id else None


def _name(value: str, question: str, _context: QuestionContext, _now: datetime) -> str:
    wanted = words_of(value)
    is_said = wanted and set(wanted) <= set(words_of(question))
    return value if is_said else ""


def _email(value: str, question: str, _context: QuestionContext, _now: datetime) -> str:
    is_said = "@" in value and value.lower() in question.lower()
    return value.lower() if is_said else ""


def _service(value: str, _question: str, context: QuestionContext, _now: datetime) -> str:
    found = context.book.service(value)
    return found.name if found is not None else ""


def _staff(value: str, _question: str, context: QuestionContext, _now: datetime) -> str:
    return context.book.staff_member(value)


def _event(value: str, _question: str, context: QuestionContext, _now: datetime) -> str:
    for event in context.events:
        if words_of(event.name) == words_of(value):
            return event.id
    return ""


def _period(value: str, _question: str, context: QuestionContext, now: datetime) -> str:
    try:
        to_range(value, now, context.book.zone)
    except ValueError:
        return ""
    return value


def _hour(value: str, _question: str, _context: QuestionContext, _now: datetime) -> str:
    try:
        return f"{time.fromisoformat(value):%H:%M}"
    except ValueError:
        return ""


CHECKS: dict[str, Callable[[str, str, QuestionContext, datetime], str]] = {
    "name": _name,
    "email": _email,
    "service": _service,
    "staff": _staff,
    "event": _event,
    "period": _period,
    "at": _hour,
}
