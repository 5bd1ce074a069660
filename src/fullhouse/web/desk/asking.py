"""The ask box: a question in plain words, read by rules, answered from the store; what puzzles it, it says.

What puzzles the rules a model may read, where one is set.
"""

from collections.abc import Callable
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.kernel.questions import LONGEST_QUESTION, Puzzled
from fullhouse.kernel.rulebook import Rulebook
from fullhouse.kernel.times import duration, wall_time
from fullhouse.lanes.asking.choosing import choose
from fullhouse.lanes.asking.queries import OfEvent, Place
from fullhouse.products.rsvp import ask
from fullhouse.products.rsvp.model import Event, Guest, GuestByEmail, PeopleAhead
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk import wording
from fullhouse.web.desk.found import of_event
from fullhouse.web.desk.people import standing
from fullhouse.web.desk.view import page

MOST_NAMES = 50
MOST_NAMESAKES = 10
# How it is said of one, and of several.
STANDS = {
    "confirmed": ("has a seat", "have a seat"),
    "pending": ("still has to confirm", "still have to confirm"),
    "waitlisted": ("is in line", "are in line"),
    "cancelled": ("has cancelled", "have cancelled"),
    "unanswered": ("has not answered yet", "have not answered yet"),
    "lost": ("cannot be reached by mail", "cannot be reached by mail"),
}
NOBODY = {"unanswered": "has answered", "lost": "can be reached by mail"}
DID = {
    "": "came",
    "joined": "signed up",
    "confirmed": "got a seat",
    "pending": "had a seat held to confirm",
    "waitlisted": "joined the line",
    "cancelled": "cancelled",
    "declined": "said no to a seat",
    "lapsed": "let the time to answer pass",
}
BREAKDOWN = {"confirmed": "confirmed", "pending": "to confirm", "waitlisted": "in line", "cancelled": "cancelled"}
SOURCES = {
    "import": "from the import",
    "form": "from the form",
    "mail": "by mail",
    "host": "from the host",
    "api": "from a script",
}
PERIODS = {
    "today": " today",
    "yesterday": " yesterday",
    "this_week": " this week",
    "last_week": " last week",
    "this_month": " this month",
}


class Told(msgspec.Struct, frozen=True):
    """An answer: one sentence, what belongs to it, and the guests it speaks of."""

    said: str
    more: str = ""
    guests: tuple[Guest, ...] = ()
    left_out: int = 0
    puzzled: bool = False
    by_model: bool = False


@of_event
async def asked(request: Request, event: Event) -> Response:
    """Answer a question about an event; reads only."""
    question = request.query_params.get("q", "")[:LONGEST_QUESTION]
    told = await _answer(request, event, question) if question.strip() else None
    return page(request, "ask.html", {"event": event, "question": question, "told": told, "examples": ask.EXAMPLES})


async def _answer(request: Request, event: Event, question: str) -> Told:
    """Run the query that a question means, and put what the store says into words."""
    lent = dependencies(request)
    engine, model = lent.engine, lent.desk.model
    query = ask.read_question(question)
    if not isinstance(query, Puzzled) or model is None:
        return TELLERS[type(query)](engine, event, query)
    # All that the model is told of here is this event's name.
    place = Place(Rulebook(zone=event.timezone), (event,))
    picked = await run_in_threadpool(choose, question, place, engine.now(), model)
    if not isinstance(picked, OfEvent):
        return puzzled(engine, event, query)
    return msgspec.structs.replace(TELLERS[type(picked.query)](engine, event, picked.query), by_model=True)


def puzzled(_engine: Engine, _event: Event, query: Puzzled) -> Told:
    """Say what was not understood; a wrong answer would be worse than none."""
    words = ", ".join(f"“{word}”" for word in query.words)
    more = f"I do not know {words} here." if words else "I can answer one thing at a time, such as these."
    return Told("I cannot answer that.", more, puzzled=True)


def time(engine: Engine, event: Event, _query: ask.TellTime) -> Told:
    """Say when it starts, and how far that is."""
    begun = "It started" if engine.now() >= event.starts else "It starts"
    at = f"{wording.wall(event.starts_at)} ({event.timezone})"
    return Told(f"{begun} {wording.until(event.starts, engine.now())}: {at}.")


def seats(_engine: Engine, event: Event, query: ask.CountSeats) -> Told:
    """Say how many seats there are of one kind."""
    line = f" {wording.people(event.waiting, 'person waits', 'people wait')} in line." if event.waiting else ""
    told = {
        "open": (f"{_seats(event.free)} open.", f"{event.taken:,} of {event.cap:,} are taken or held.{line}"),
        "taken": (f"{_seats(event.confirmed)} taken, of {event.cap:,}.", f"{_seats(event.held)} held besides."),
        "held": (f"{_seats(event.held)} held.", "They are kept for people who were offered one or have to confirm."),
        "cap": (
            f"There {'is' if event.cap == 1 else 'are'} {wording.people(event.cap, 'seat', 'seats')} in all.",
            line,
        ),
    }
    return Told(*told[query.which])


def _seats(number: int) -> str:
    return wording.people(number, "seat is", "seats are") if number else "No seat is"


def how_many(engine: Engine, event: Event, query: ask.CountGuests) -> Told:
    """Count guests, and say how they stand where no state was asked for."""
    people = query.people
    need = ask.whom(event.id, people, engine.now(), event.timezone)
    number = engine.load(need)
    if people.state == "confirmed" and not people.source and number != event.confirmed:
        return Told(sentence(number, people), f"{wording.people(event.confirmed, 'seat', 'seats')} in all.")
    several = number and not (people.state or people.unanswered or people.lost or people.deed)
    return Told(sentence(number, people), _breakdown(engine, need) if several else "")


def _breakdown(engine: Engine, need: ask.AskedCount) -> str:
    counts = {name: engine.load(msgspec.structs.replace(need, state=name)) for name in BREAKDOWN}
    parts = ", ".join(f"{number:,} {BREAKDOWN[name]}" for name, number in counts.items() if number)
    return f"Of these: {parts}."


def who(engine: Engine, event: Event, query: ask.ListGuests) -> Told:
    """Name guests, up to as many as can be read."""
    need = ask.whom(event.id, query.people, engine.now(), event.timezone)
    number, guests = engine.load(need), engine.load(ask.listed(need, MOST_NAMES))
    return Told(sentence(number, query.people), guests=guests, left_out=number - len(guests))


def sentence(number: int, people: ask.People) -> str:
    """Say how many guests did or are what was asked, so that the question can be heard in the answer."""
    counted = wording.people(number, "guest", "guests") if number else "Nobody"
    source = SOURCES.get(people.source, "")
    idea = people.state or ("unanswered" if people.unanswered else "lost" if people.lost else "")
    if idea in NOBODY and not number:
        return f"Everybody{f' {source}' if source else ''} {NOBODY[idea]}."
    if idea:
        return f"{counted}{f' {source}' if source else ''} {STANDS[idea][number > 1]}."
    if not (people.deed or source):
        return f"{counted} {'are or were' if number > 1 else 'is or was'} on the list."
    if not people.deed:
        return f"{counted} came {source}."
    return f"{counted}{f' {source}' if source else ''} {DID[people.deed]}{_period(people.period)}."


def _period(period: str) -> str:
    return PERIODS[period] if period in PERIODS else f" in the last {wording.span(duration(period))}" if period else ""


def one_guest(engine: Engine, event: Event, query: ask.FindGuest) -> Told:
    """Say where one guest stands; of several with that name, show all."""
    found = _found(engine, event, query)
    if not found:
        return Told(f"{query.email or query.name} is not on the list.")
    if len(found) > 1:
        return Told(f"{len(found)} guests have “{query.name}” in their name.", guests=found)
    return Told(*_where(engine, event, found[0]), guests=found)


def _found(engine: Engine, event: Event, query: ask.FindGuest) -> tuple[Guest, ...]:
    if not query.email:
        return engine.load(ask.Asked(event.id, named=query.name, limit=MOST_NAMESAKES))
    guest = engine.load(GuestByEmail(event.id, query.email))
    return (guest,) if guest is not None else ()


def _where(engine: Engine, event: Event, guest: Guest) -> tuple[str, str]:
    name = guest.name or guest.email
    stands = STANDS["unanswered" if guest.offer is not None else guest.state][0]
    place = f", number {engine.load(PeopleAhead(event.id, guest.place)) + 1:,}" if guest.is_waiting else ""
    seats = f" for {guest.party}" if guest.party > 1 and guest.state == "confirmed" else ""
    more = f"On the list since {wording.wall(wall_time(guest.joined_at, event.timezone))}"
    return (
        f"{name} {stands}{seats}{place}.",
        f"{more}{', ' + SOURCES[guest.source] if guest.source in SOURCES else ''}.",
    )


def next_in_line(engine: Engine, event: Event, _query: ask.NextInLine) -> Told:
    """Name the first in line who may be asked."""
    line = standing(engine, event, limit=MOST_NAMES)
    first = next((one for one in line if one.position is not None and not one.why_not), None)
    if first is None:
        return Told("Nobody in line can be asked just now." if line else "Nobody is in line.")
    name = first.guest.name or first.guest.email
    return Told(f"{name} is asked next, number {first.position:,} in line.", guests=(first.guest,))


TELLERS: dict[type, Callable[[Engine, Event, Any], Told]] = {
    ask.CountSeats: seats,
    ask.CountGuests: how_many,
    ask.ListGuests: who,
    ask.FindGuest: one_guest,
    ask.NextInLine: next_in_line,
    ask.TellTime: time,
    Puzzled: puzzled,
}

ROUTES = [Route("/desk/e/{event}/ask", asked)]
