"""Questions about one event: its page, and the answers from the guest list."""

from collections.abc import Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.inbound.questions.queries import OfEvent, QuestionContext
from fullhouse.kernel.question_grammar import LONGEST_QUESTION, NotUnderstood
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.rsvp import questions
from fullhouse.products.rsvp.model import Event, Guest, GuestByEmail, PeopleAhead
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk import formatting
from fullhouse.web.desk.answer_view import (
    MOST_ROWS,
    AnswerRow,
    AnswerView,
    counted,
    in_time,
    not_understood,
    picked_by_model,
)
from fullhouse.web.desk.events.lookup import event_or_404
from fullhouse.web.desk.events.waiting_guests import standing
from fullhouse.web.desk.layout import page

MOST_NAMESAKES = 10
# Wording for one guest, and for several.
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
    "joined": "signed up",
    "confirmed": "got a seat",
    "pending": "had a seat held to confirm",
    "waitlisted": "joined the line",
    "cancelled": "cancelled",
    "declined": "said no to a seat",
    "lapsed": "let the time to answer pass",
}
BREAKDOWN = {
    "confirmed": "confirmed",
    "pending": "to confirm",
    "waitlisted": "in line",
    "cancelled": "cancelled",
}
SOURCES = {
    "import": "from the import",
    "form": "from the form",
    "mail": "by mail",
    "host": "from the host",
    "api": "from a script",
}


@event_or_404
async def ask(request: Request, event: Event) -> Response:
    """Answer a question about an event; reads only."""
    question = request.query_params.get("q", "")[:LONGEST_QUESTION]
    answer = None
    if question.strip():
        answer = await _answer(request, event, question)
    shown = {"event": event, "question": question, "answer": answer}
    return page(request, "events/ask.html", {**shown, "examples": questions.EXAMPLES})


async def _answer(request: Request, event: Event, question: str) -> AnswerView:
    engine = dependencies(request).engine
    query = questions.read_question(question)
    if not isinstance(query, NotUnderstood):
        return answer_for(engine, event, query)
    # The model learns nothing but this event's name.
    context = QuestionContext(Rulebook(zone=event.timezone), (event,))
    picked = await picked_by_model(request, question, context)
    if not isinstance(picked, OfEvent):
        return not_understood(query)
    return msgspec.structs.replace(answer_for(engine, event, picked.query), by_model=True)


def answer_for(engine: Engine, event: Event, query: questions.Query) -> AnswerView:
    """Run a query, and put what the store returns into words."""
    return ANSWERS[type(query)](engine, event, query)


def guest_row(event: Event, guest: Guest) -> AnswerRow:
    """Return a guest as a row."""
    dot = "held" if guest.offer else guest.state
    path = f"/desk/e/{event.id}/g/{guest.id}"
    return AnswerRow(path, guest.name or guest.email, guest.email, dot)


def _with_guests(
    event: Event, said: str, guests: tuple[Guest, ...], more: str = "", number: int = 0
) -> AnswerView:
    """Return an answer with guests; `number` is how many there are, where some are left out."""
    return AnswerView(
        said=said,
        more=more,
        rows=tuple(guest_row(event, guest) for guest in guests),
        left_out=max(0, number - len(guests)),
        elsewhere=f"/desk/e/{event.id}/guests",
    )


def show_time(engine: Engine, event: Event, _query: questions.ShowTime) -> AnswerView:
    """Answer when it starts, and how far that is."""
    begun = "It started" if engine.now() >= event.starts else "It starts"
    at = f"{formatting.wall(event.starts_at)} ({event.timezone})"
    return AnswerView(said=f"{begun} {formatting.until(event.starts, engine.now())}: {at}.")


def count_seats(_engine: Engine, event: Event, query: questions.CountSeats) -> AnswerView:
    """Answer how many seats there are of one kind."""
    line = ""
    if event.waiting:
        line = f" {formatting.people(event.waiting, 'person waits', 'people wait')} in line."
    seats = formatting.people(event.cap, "seat", "seats")
    is_one = event.cap == 1
    said, more = {
        "open": (
            f"{_seats(event.free)} open.",
            f"{event.taken:,} of {event.cap:,} are taken or held.{line}",
        ),
        "taken": (
            f"{_seats(event.confirmed)} taken, of {event.cap:,}.",
            f"{_seats(event.held)} held besides.",
        ),
        "held": (
            f"{_seats(event.held)} held.",
            "They are kept for people who were offered one or have to confirm.",
        ),
        "cap": (f"There {'is' if is_one else 'are'} {seats} in all.", line),
    }[query.which]
    return AnswerView(said=said, more=more)


def _seats(number: int) -> str:
    return counted(number, "seat is", "seats are", "No seat is")


def count_guests(engine: Engine, event: Event, query: questions.CountGuests) -> AnswerView:
    """Count guests, with a breakdown by state if the question names none."""
    need = questions.people_meant(event.id, query, engine.now(), event.timezone)
    number = engine.load(need)
    said = _sentence(engine, event, number, query)
    if query.state == "confirmed" and not query.source and number != event.confirmed:
        seats = formatting.people(event.confirmed, "seat", "seats")
        return AnswerView(said=said, more=f"{seats} in all.")
    more = ""
    if number and not (query.state or query.unanswered or query.lost or query.deed):
        more = _breakdown(engine, need)
    return AnswerView(said=said, more=more)


def _breakdown(engine: Engine, need: questions.GuestCountQuery) -> str:
    parts = []
    for state, words in BREAKDOWN.items():
        number = engine.load(msgspec.structs.replace(need, state=state))
        if number:
            parts.append(f"{number:,} {words}")
    return f"Of these: {', '.join(parts)}."


def list_guests(engine: Engine, event: Event, query: questions.ListGuests) -> AnswerView:
    """List guests, up to the most rows of an answer."""
    need = questions.people_meant(event.id, query, engine.now(), event.timezone)
    number = engine.load(need)
    guests = engine.load(questions.listed(need, MOST_ROWS))
    return _with_guests(event, _sentence(engine, event, number, query), guests, number=number)


def _sentence(engine: Engine, event: Event, number: int, query: questions.GuestFilter) -> str:
    """Return the number of guests in a sentence, in the words of the question."""
    source = f" {SOURCES[query.source]}" if query.source else ""
    guests = counted(number, "guest", "guests", "Nobody")
    is_several = number > 1
    if query.deed:
        when = in_time(query.period, engine.now(), event.timezone, back=True)
        return f"{guests}{source} {DID[query.deed]}{when}."
    stands = _standing_asked_for(query)
    if stands in NOBODY and not number:
        return f"Everybody{source} {NOBODY[stands]}."
    if stands:
        return f"{guests}{source} {STANDS[stands][is_several]}."
    if source:
        return f"{guests} came{source}."
    return f"{guests} {'are or were' if is_several else 'is or was'} on the list."


def _standing_asked_for(query: questions.GuestFilter) -> str:
    if query.unanswered:
        return "unanswered"
    if query.lost:
        return "lost"
    return query.state


def find_guest(engine: Engine, event: Event, query: questions.FindGuest) -> AnswerView:
    """Answer in which state a guest is; list all guests with that name if there are several."""
    found = _found(engine, event, query)
    if not found:
        return AnswerView(said=f"{query.email or query.name} is not on the list.")
    if len(found) > 1:
        return _with_guests(event, f"{len(found)} guests have “{query.name}” in their name.", found)
    said, more = _where(engine, event, found[0])
    return _with_guests(event, said, found, more)


def _found(engine: Engine, event: Event, query: questions.FindGuest) -> tuple[Guest, ...]:
    if not query.email:
        return engine.load(questions.GuestQuery(event.id, named=query.name, limit=MOST_NAMESAKES))
    guest = engine.load(GuestByEmail(event.id, query.email))
    return (guest,) if guest is not None else ()


def _where(engine: Engine, event: Event, guest: Guest) -> tuple[str, str]:
    state = "unanswered" if guest.offer is not None else guest.state
    said = f"{guest.name or guest.email} {STANDS[state][0]}"
    if guest.party > 1 and guest.state == "confirmed":
        said += f" for {guest.party}"
    if guest.is_waiting:
        said += f", number {engine.load(PeopleAhead(event.id, guest.place)) + 1:,}"
    more = f"On the list since {formatting.wall(wall_time(guest.joined_at, event.timezone))}"
    if guest.source in SOURCES:
        more += f", {SOURCES[guest.source]}"
    return f"{said}.", f"{more}."


def next_in_line(engine: Engine, event: Event, _query: questions.NextInLine) -> AnswerView:
    """Name the first guest on the waitlist who may get an offer."""
    queue = standing(engine, event, limit=MOST_ROWS)
    for waiting in queue:
        if waiting.position is not None and not waiting.why_not:
            name = waiting.guest.name or waiting.guest.email
            said = f"{name} is asked next, number {waiting.position:,} in line."
            return _with_guests(event, said, (waiting.guest,))
    said = "Nobody in line can be asked just now." if queue else "Nobody is in line."
    return AnswerView(said=said)


ANSWERS: dict[type, Callable[[Engine, Event, Any], AnswerView]] = {
    questions.CountSeats: count_seats,
    questions.CountGuests: count_guests,
    questions.ListGuests: list_guests,
    questions.FindGuest: find_guest,
    questions.NextInLine: next_in_line,
    questions.ShowTime: show_time,
}

ROUTES = [Route("/desk/e/{event}/ask", ask)]
