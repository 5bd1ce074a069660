"""The page where the whole desk is asked: line, book, guest lists, events, messages; answered from the store.

Reads only. What puzzles the rules a model may read, where one is set; what puzzles both says what can be asked.
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import MessagePage
from fullhouse.kernel.messages import Message
from fullhouse.kernel.question_times import stretch
from fullhouse.kernel.questions import LONGEST_QUESTION, Puzzled
from fullhouse.kernel.records import Get
from fullhouse.lanes.asking import queries as ask
from fullhouse.lanes.asking.choosing import choose
from fullhouse.lanes.asking.reading import read_question
from fullhouse.products.appointments.model import AppointmentsAt
from fullhouse.products.rsvp.model import Event, EventPage, Guest, GuestByEmail
from fullhouse.products.waitlist.model import EntriesAt
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk import asking, wording
from fullhouse.web.desk.answers import MOST_ROWS, Row, Told, at, counted, in_time, joined, told
from fullhouse.web.desk.appointments import asking as of_book
from fullhouse.web.desk.guard import signed_in
from fullhouse.web.desk.mailbox import KINDS, STATUSES
from fullhouse.web.desk.view import page, page_of_message
from fullhouse.web.desk.waitlist import asking as of_line
from fullhouse.web.desk.waitlist.place import book_of

HOME = "/desk/ask"
MOST_EVENTS = 500
MOST_MESSAGES = 1000
MESSAGES = {
    "": ("message was written", "messages were written", "No message was written"),
    "failed": ("message did not leave", "messages did not leave", "Every message has left, or still may"),
    "queued": ("message waits to leave", "messages wait to leave", "No message waits to leave"),
}
MEANT = {"": frozenset(STATUSES), "failed": frozenset({"failed"}), "queued": frozenset({"queued", "sending"})}


@signed_in
async def asked(request: Request) -> Response:
    """Answer a question, or show what can be asked."""
    engine = dependencies(request).engine
    question = request.query_params.get("q", "")[:LONGEST_QUESTION].strip()
    place = place_of(engine)
    answer = await _answer(request, place, question) if question else None
    shown = {"question": question, "told": answer, "examples": ask.examples(place), "zone": place.book.zone}
    return page(request, "questions.html", shown)


async def _answer(request: Request, place: ask.Place, question: str) -> Told:
    lent = dependencies(request)
    engine, model = lent.engine, lent.desk.model
    query = read_question(question, place)
    if not isinstance(query, Puzzled) or model is None:
        return tell(engine, place, query, question)
    picked = await run_in_threadpool(choose, question, place, engine.now(), model)
    if picked is None:
        return tell(engine, place, query, question)
    return msgspec.structs.replace(tell(engine, place, picked, question), by_model=True)


def place_of(engine: Engine) -> ask.Place:
    """Gather what is known where the question is asked."""
    now, events = engine.now(), engine.load(EventPage(limit=MOST_EVENTS))
    coming = sorted((one for one in events if one.ends > now), key=lambda one: one.starts)
    over = sorted((one for one in events if one.ends <= now), key=lambda one: one.starts, reverse=True)
    return ask.Place(book_of(engine), (*coming, *over), len(coming))


def tell(engine: Engine, place: ask.Place, query: ask.Query | Puzzled, question: str) -> Told:
    """Run a query, and put what the store says into words."""
    if isinstance(query, Puzzled):
        return puzzled(query)
    if isinstance(query, ask.WhichEvent):
        return which_event(place, question)
    if type(query) in FRONT_DESK:
        return FRONT_DESK[type(query)](engine, place.book, query)
    return OWN[type(query)](engine, place, query)


def puzzled(query: Puzzled) -> Told:
    """Say what was not understood; a wrong answer would be worse than none."""
    words = ", ".join(f"“{word}”" for word in query.words)
    more = f"I do not know {words} here." if words else "I can answer one thing at a time, such as these."
    return Told(said="I cannot answer that.", more=more, puzzled=True)


def which_event(place: ask.Place, question: str) -> Told:
    """Let the asker pick the event."""
    path = urlencode({"q": question})
    rows = [Row(f"/desk/e/{one.id}/ask?{path}", one.name, wording.wall(one.starts_at)) for one in place.events]
    return told("Which event do you mean?", rows, elsewhere="/desk")


def of_event(engine: Engine, _place: ask.Place, query: ask.OfEvent) -> Told:
    """Answer a question about one guest list."""
    event = engine.load(Get(Event, (query.event_id,)))
    if event is None:
        return puzzled(Puzzled())
    answer = asking.TELLERS[type(query.query)](engine, event, query.query)
    rows = [guest_row(event, one) for one in answer.guests]
    told_of = msgspec.structs.replace(told(answer.said, rows, answer.more), left_out=answer.left_out)
    return msgspec.structs.replace(told_of, said=f"{event.name}: {answer.said}", elsewhere=f"/desk/e/{event.id}/guests")


def guest_row(event: Event, guest: Guest) -> Row:
    """Show a guest."""
    dot = "held" if guest.offer else guest.state
    return Row(f"/desk/e/{event.id}/g/{guest.id}", guest.name or guest.email, guest.email, dot)


def events(engine: Engine, place: ask.Place, query: ask.ListEvents) -> Told:
    """Name events: those to come, those that are over, or those of a time."""
    now, zone = engine.now(), place.book.zone
    part = place.events[place.coming :] if query.over else place.events[: place.coming]
    found = part
    if query.period:
        since, until = stretch(query.period, now, zone, back=query.back)
        found = tuple(one for one in place.events if since <= one.starts < until)
    words = ("event", "events", "No event")
    number = counted(len(found), *words, at_least=len(place.events) >= MOST_EVENTS)
    are = "are" if len(found) > 1 else "is"
    said = (
        f"{number}{in_time(query.period, now, zone, back=query.back)}."
        if query.period
        else (f"{number} {are} {'over' if query.over else 'coming'}.")
    )
    rows = [
        Row(
            f"/desk/e/{one.id}",
            one.name,
            joined(
                wording.wall(one.starts_at), f"{one.confirmed:,} of {one.cap:,} seats taken", f"{one.waiting:,} in line"
            ),
        )
        for one in found
    ]
    return told(said, rows, elsewhere="/desk")


def messages(engine: Engine, place: ask.Place, query: ask.FindMessages) -> Told:
    """Show messages, the newest first."""
    now, zone = engine.now(), place.book.zone
    newest = engine.load(MessagePage(to=query.to, limit=MOST_MESSAGES))
    since, until = stretch(query.period, now, zone, back=True) if query.period else (None, None)
    found = [
        one
        for one in newest
        if one.status in MEANT[query.status] and (since is None or until is None or since <= one.at < until)
    ]
    part = len(newest) >= MOST_MESSAGES
    to = f" to {query.to}" if query.to else ""
    when = in_time(query.period, now, zone, back=True)
    said = counted(len(found), *MESSAGES[query.status], at_least=part)
    more = f"I looked through the newest {MOST_MESSAGES:,}." if part else ""
    return told(f"{said}{to}{when}.", [_message(one, place) for one in found], more, "/desk/mailbox")


def _message(one: Message, place: ask.Place) -> Row:
    dot = {"failed": "cancelled", "queued": "pending", "sending": "pending"}.get(one.status, "confirmed")
    about = joined(one.to, at(one.at, place.book), STATUSES[one.status])
    return Row(page_of_message(one.id), KINDS.get(one.kind, one.kind), about, dot)


def person(engine: Engine, place: ask.Place, query: ask.FindPerson) -> Told:
    """Show where someone is known: in line, in the book, on the guest lists of events to come."""
    rows = [of_line.entry_row(one) for one in engine.load(EntriesAt(query.email))]
    rows += [of_book.row(one, place.book) for one in engine.load(AppointmentsAt(query.email))]
    for event in place.events[: min(place.coming, MOST_ROWS)]:
        guest = engine.load(GuestByEmail(event.id, query.email))
        if guest is not None:
            shown = guest_row(event, guest)
            rows.append(msgspec.structs.replace(shown, about=joined(event.name, asking.STANDS[guest.state][0])))
    said = counted(len(rows), "place", "places", "Nowhere")
    return told(f"{query.email} is known in {said}." if rows else f"{query.email} is not known here.", rows)


FRONT_DESK: dict[type, Callable[..., Told]] = {**of_line.TELLERS, **of_book.TELLERS}
OWN: dict[type, Callable[[Engine, ask.Place, Any], Told]] = {
    ask.OfEvent: of_event,
    ask.ListEvents: events,
    ask.FindMessages: messages,
    ask.FindPerson: person,
}

ROUTES = [Route(HOME, asked)]
