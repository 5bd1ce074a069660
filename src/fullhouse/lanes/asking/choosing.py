"""A question that puzzles the rules, as a model reads it: it picks one of the typed queries, and nothing else.

Its answer is data: a query and fields. Each is checked into the query's own type; names and addresses have to stand in
the question, services, staff and events in the house. Whatever fails leaves the question unanswered. No number comes
from the model.
"""

import logging
from collections.abc import Callable
from datetime import datetime, time
from typing import Any, get_args

import msgspec

from fullhouse.kernel.question_times import PERIODS, stretch
from fullhouse.kernel.questions import words_of
from fullhouse.kernel.times import wall_time
from fullhouse.lanes.asking.queries import FindMessages, FindPerson, ListEvents, OfEvent, Place, Query
from fullhouse.lanes.scribe.port import Answer, Scribe, ScribeDown
from fullhouse.products.appointments import ask as appointments
from fullhouse.products.rsvp import ask as rsvp
from fullhouse.products.waitlist import ask as waitlist

log = logging.getLogger(__name__)
NONE = "none"
MOST_EVENTS = 20
LONGEST_VALUE = 200
# The names that the model may choose from.
KINDS: dict[str, type] = {
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
    "TellTime": rsvp.TellTime,
    "ListEvents": ListEvents,
    "FindMessages": FindMessages,
    "FindPerson": FindPerson,
}
OF_GUESTS = frozenset(get_args(rsvp.Query))
# Queries that hold their fields one level deeper.
INNER: dict[type, tuple[str, type]] = {
    rsvp.CountGuests: ("people", rsvp.People),
    rsvp.ListGuests: ("people", rsvp.People),
    appointments.CountAppointments: ("which", appointments.Which),
    appointments.ListAppointments: ("which", appointments.Which),
}
SOMEONE = frozenset({waitlist.FindEntry, appointments.FindAppointment, rsvp.FindGuest})
MEANINGS = {
    "service": "one of these services: {services}",
    "staff": "one of these: {staff}",
    "event": "for queries about guests and seats: one of these events: {events}",
    "period": f"one of {', '.join(PERIODS)}; 3d for the last 3 days, +3d for the next 3; or a date, YYYY-MM-DD",
    "at": "an hour, HH:MM",
    "name": "a person's name as the question writes it",
    "email": "a mail address that is in the question",
    "to": "a mail address that is in the question",
    "standing": "expected, unconfirmed, confirmed, cancelled or no_show",
    "became": "open, filled, freed or handed_back",
    "which": "of seats: open, taken, held or cap",
    "status": "of messages: failed or queued",
    "state": f"of guests: {', '.join(rsvp.STATES)}",
    "deed": f"what guests did: {', '.join(rsvp.DEEDS)}; of appointments: cancelled, in the period",
    "source": f"how guests came: {', '.join(rsvp.SOURCES)}",
    "unanswered": "true: guests who have not answered an offer",
    "lost": "true: guests whom mail does not reach",
    "over": "true: events that are over",
    "back": "true: a weekday that is past",
}
TASK = (
    "Someone who works at a front desk or hosts an event asks the question in the material. Pick the one query that "
    f"answers exactly this, or {NONE}. The queries:\n{{queries}}\nTheir fields, empty where they are not asked "
    "for:\n{fields}\nToday is {today}."
)
NAMED: dict[str, tuple[str, ...]] = {
    "state": rsvp.STATES,
    "source": rsvp.SOURCES,
    "deed": tuple(rsvp.DEEDS),
}


def choose(question: str, place: Place, now: datetime, scribe: Scribe) -> Query | None:
    """Let a model pick a query; None if it picks none that holds. Takes a while: never on the event loop."""
    try:
        answer = scribe.ask(_task(place, now), question, _shape())
    except ScribeDown as down:
        log.info("the question stays unanswered", extra={"facts": {"why": down.reason}})
        return None
    return typed(answer, question, place, now)


def _task(place: Place, now: datetime) -> str:
    book = place.book
    names = {
        "services": ", ".join(one.name for one in book.services),
        "staff": ", ".join(book.staff),
        "events": ", ".join(one.name for one in place.events[:MOST_EVENTS]),
    }
    queries = "\n".join(f"- {name} ({', '.join(_fields(kind))}): {kind.__doc__}" for name, kind in KINDS.items())
    fields = "\n".join(f"- {name}: {said.format_map(names)}" for name, said in MEANINGS.items())
    return TASK.format(queries=queries, fields=fields, today=f"{wall_time(now, book.zone):%A %Y-%m-%d}")


def _shape() -> dict[str, object]:
    texts: dict[str, object] = {name: {"type": "string"} for name in MEANINGS}
    properties = {"query": {"type": "string", "enum": [*KINDS, NONE]}, **texts}
    return {"type": "object", "properties": properties, "required": [*properties], "additionalProperties": False}


def _fields(kind: type) -> tuple[str, ...]:
    own = msgspec.structs.fields(INNER[kind][1] if kind in INNER else kind)
    return (*(one.name for one in own), *(("event",) if kind in OF_GUESTS else ()))


def typed(answer: Answer, question: str, place: Place, now: datetime) -> Query | None:
    """Check an answer into a query; None if anything in it does not hold."""
    kind = KINDS.get(str(answer.get("query")))
    given = {name: answer[name] for name in MEANINGS if answer.get(name) not in ("", None)}
    if kind is None or not all(isinstance(one, str) and len(one) <= LONGEST_VALUE for one in given.values()):
        return None
    checked = {
        name: CHECKS[name](value, question, place, now) if name in CHECKS else value for name, value in given.items()
    }
    if (
        set(given) - set(_fields(kind))
        or not all(checked.values())
        or (kind in SOMEONE and not {"name", "email"} & set(given))
    ):
        return None
    return _made(kind, checked)


def _made(kind: type, fields: dict[str, str]) -> Query | None:
    event_id = fields.pop("event", "")
    if bool(event_id) != (kind in OF_GUESTS) or (event_id and not _says_one_thing(fields)):
        return None
    try:
        made: Any = msgspec.convert({INNER[kind][0]: fields} if kind in INNER else fields, kind, strict=False)
    except msgspec.ValidationError:
        return None
    if isinstance(made, (appointments.CountAppointments, appointments.ListAppointments)) and not made.which.can_be:
        return None
    return OfEvent(event_id, made) if event_id else made


def _says_one_thing(fields: dict[str, str]) -> bool:
    """Whether a query about guests can be told in one sentence: where they stand, or what they did and when."""
    period = fields.get("period", "")
    lately = period in rsvp.PERIODS or (period[-1:] in ("h", "d", "w") and not period.startswith("+"))
    return len({"state", "deed", "unanswered", "lost"} & set(fields)) <= 1 and (
        not period or ("deed" in fields and lately)
    )


def _is_written(value: str, question: str, _place: Place, _now: datetime) -> str:
    asked, wanted = words_of(question), words_of(value)
    return value if wanted and all(word in asked for word in wanted) else ""


def _is_address(value: str, question: str, _place: Place, _now: datetime) -> str:
    return value.lower() if "@" in value and value.lower() in question.lower() else ""


def _service(value: str, _question: str, place: Place, _now: datetime) -> str:
    found = place.book.service(value)
    return found.name if found is not None else ""


def _staff(value: str, _question: str, place: Place, _now: datetime) -> str:
    return place.book.staff_member(value)


def _event(value: str, _question: str, place: Place, _now: datetime) -> str:
    return next((one.id for one in place.events if words_of(one.name) == words_of(value)), "")


def _period(value: str, _question: str, place: Place, now: datetime) -> str:
    try:
        stretch(value, now, place.book.zone)
    except ValueError:
        return ""
    return value


def _hour(value: str, _question: str, _place: Place, _now: datetime) -> str:
    try:
        return f"{time.fromisoformat(value):%H:%M}"
    except ValueError:
        return ""


def _one_of(name: str) -> "Callable[[str, str, Place, datetime], str]":
    return lambda value, _question, _place, _now: value if value in NAMED[name] else ""


CHECKS: dict[str, Callable[[str, str, Place, datetime], str]] = {
    "name": _is_written,
    "email": _is_address,
    "to": _is_address,
    "service": _service,
    "staff": _staff,
    "event": _event,
    "period": _period,
    "at": _hour,
    **{name: _one_of(name) for name in NAMED},
}
