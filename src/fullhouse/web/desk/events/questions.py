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
from fullhouse.locale import to_translate
from fullhouse.locale.current import gettext, ngettext, translate
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.rsvp import questions
from fullhouse.products.rsvp.model import Event, Guest, GuestByEmail, PeopleAhead
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk import formatting
from fullhouse.web.desk.answer_view import (
    MOST_ROWS,
    AnswerRow,
    AnswerView,
    english_example,
    in_time,
    not_understood,
    picked_by_model,
    shown_examples,
)
from fullhouse.web.desk.events.guest_sentences import (
    describe_deed,
    describe_guest,
    describe_state,
)
from fullhouse.web.desk.events.lookup import event_or_404
from fullhouse.web.desk.events.waiting_guests import standing
from fullhouse.web.desk.layout import page

MOST_NAMESAKES = 10
# The state of a guest beside the name of their event, for questions about all events.
STANDS = {
    "confirmed": (to_translate("has a seat"),),
    "pending": (to_translate("still has to confirm"),),
    "waitlisted": (to_translate("is on the waitlist"),),
    "cancelled": (to_translate("has cancelled"),),
    "extra": (to_translate("was let in without a seat"),),
    "released": (to_translate("did not come"),),
    "undone": (to_translate("was let in at the door, which was undone"),),
}
SOURCES = {
    "import": "from the import",
    "form": "from the form",
    "mail": "by email",
    "host": "from the host",
    "api": "from a script",
}


@event_or_404
async def ask_event(request: Request, event: Event) -> Response:
    """Answer a question about an event; reads only."""
    question = request.query_params.get("q", "")[:LONGEST_QUESTION]
    answer = None
    if question.strip():
        answer = await _answer(request, event, question)
    shown = {"event": event, "question": question, "answer": answer}
    return page(
        request, "events/ask.html", {**shown, "examples": shown_examples(questions.EXAMPLES)}
    )


async def _answer(request: Request, event: Event, question: str) -> AnswerView:
    engine = dependencies(request).engine
    query = questions.read_question(english_example(question, shown_examples(questions.EXAMPLES)))
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
    values = {
        "time": formatting.until(event.starts, engine.now()),
        "date": formatting.wall(event.starts_at),
        "zone": event.timezone,
    }
    if engine.now() >= event.starts:
        return AnswerView(said=gettext("It started %(time)s: %(date)s (%(zone)s).", **values))
    return AnswerView(said=gettext("It starts %(time)s: %(date)s (%(zone)s).", **values))


def count_seats(_engine: Engine, event: Event, query: questions.CountSeats) -> AnswerView:
    """Answer how many seats there are of one kind."""
    said, more = SEATS[query.which](event)
    return AnswerView(said=said, more=more)


def _open_seats(event: Event) -> tuple[str, str]:
    said = gettext("No seat is open.")
    if event.free:
        said = ngettext("%(count)s seat is open.", "%(count)s seats are open.", event.free)
    more = gettext("%(taken)s of %(cap)s are taken or held.", taken=event.taken, cap=event.cap)
    return said, more + _waiting(event)


def _taken_seats(event: Event) -> tuple[str, str]:
    said = gettext("No seat is taken, of %(cap)s.", cap=event.cap)
    if event.confirmed:
        said = ngettext(
            "%(count)s seat is taken, of %(cap)s.",
            "%(count)s seats are taken, of %(cap)s.",
            event.confirmed,
            cap=event.cap,
        )
    more = gettext("No seat is held besides.")
    if event.held:
        more = ngettext(
            "%(count)s seat is held besides.", "%(count)s seats are held besides.", event.held
        )
    return said, more


def _held_seats(event: Event) -> tuple[str, str]:
    said = gettext("No seat is held.")
    if event.held:
        said = ngettext("%(count)s seat is held.", "%(count)s seats are held.", event.held)
    more = gettext("They are kept for people who were offered one or have to confirm.")
    return said, more


def _all_seats(event: Event) -> tuple[str, str]:
    said = ngettext(
        "There is %(count)s seat in all.", "There are %(count)s seats in all.", event.cap
    )
    return said, _waiting(event)


def _waiting(event: Event) -> str:
    if not event.waiting:
        return ""
    return " " + ngettext(
        "%(count)s person is on the waitlist.",
        "%(count)s people are on the waitlist.",
        event.waiting,
    )


SEATS: dict[str, Callable[[Event], tuple[str, str]]] = {
    "open": _open_seats,
    "taken": _taken_seats,
    "held": _held_seats,
    "cap": _all_seats,
}


def count_guests(engine: Engine, event: Event, query: questions.CountGuests) -> AnswerView:
    """Count guests, with a breakdown by state if the question names none."""
    need = questions.people_meant(event.id, query, engine.now(), event.timezone)
    number = engine.load(need)
    if query.state == "waitlisted" and not query.source:
        return _count_waiting(engine, event, number, query)
    said = _sentence(engine, event, number, query)
    if query.state == "confirmed" and not query.source and number != event.confirmed:
        more = ngettext("%(count)s seat in all.", "%(count)s seats in all.", event.confirmed)
        return AnswerView(said=said, more=more)
    if number and not _is_narrowed(query):
        return AnswerView(said=said, more=_breakdown(engine, need))
    return AnswerView(said=said)


def _is_narrowed(query: questions.CountGuests) -> bool:
    return bool(query.state or query.unanswered or query.lost or query.deed)


def _count_waiting(
    engine: Engine, event: Event, number: int, query: questions.CountGuests
) -> AnswerView:
    """Count who waits without an offer, as the other pages do, and then who holds one."""
    said = _sentence(engine, event, event.waiting, query)
    asked = number - event.waiting
    more = ""
    if asked > 0:
        more = ngettext("%(count)s more holds an offer.", "%(count)s more hold an offer.", asked)
    return AnswerView(said=said, more=more)


def _breakdown(engine: Engine, need: questions.GuestCountQuery) -> str:
    parts = []
    for state in ("confirmed", "pending", "waitlisted", "cancelled"):
        number = engine.load(msgspec.structs.replace(need, state=state))
        if number:
            parts.append(_in_state(state, number))
    return gettext("Of these: %(numbers)s.", numbers=", ".join(parts))


def _in_state(state: str, number: int) -> str:
    if state == "confirmed":
        return ngettext("%(count)s confirmed", "%(count)s confirmed", number)
    if state == "pending":
        return gettext("%(number)s to confirm", number=number)
    if state == "waitlisted":
        return gettext("%(waiting)s on the waitlist", waiting=number)
    return ngettext("%(count)s cancelled", "%(count)s cancelled", number)


def list_guests(engine: Engine, event: Event, query: questions.ListGuests) -> AnswerView:
    """List guests, up to the most rows of an answer."""
    need = questions.people_meant(event.id, query, engine.now(), event.timezone)
    number = engine.load(need)
    guests = engine.load(questions.listed(need, MOST_ROWS))
    return _with_guests(event, _sentence(engine, event, number, query), guests, number=number)


def _sentence(engine: Engine, event: Event, number: int, query: questions.GuestFilter) -> str:
    """Return the number of guests in a sentence, in the words of the question."""
    source = ""
    if query.source:
        source = " " + translate(SOURCES[query.source])
    if query.deed:
        when = in_time(query.period, engine.now(), event.timezone, back=True)
        return describe_deed(query.deed, number, source, when)
    return describe_state(_standing_asked_for(query), number, source)


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
        name = query.email or query.name
        return AnswerView(said=gettext("%(name)s is not on the list.", name=name))
    if len(found) > 1:
        said = ngettext(
            "%(count)s guest has “%(name)s” in their name.",
            "%(count)s guests have “%(name)s” in their name.",
            len(found),
            name=query.name,
        )
        return _with_guests(event, said, found)
    said, more = _where(engine, event, found[0])
    return _with_guests(event, said, found, more)


def _found(engine: Engine, event: Event, query: questions.FindGuest) -> tuple[Guest, ...]:
    if not query.email:
        return engine.load(questions.GuestQuery(event.id, named=query.name, limit=MOST_NAMESAKES))
    guest = engine.load(GuestByEmail(event.id, query.email))
    return (guest,) if guest is not None else ()


def _where(engine: Engine, event: Event, guest: Guest) -> tuple[str, str]:
    state = "unanswered" if guest.offer is not None else guest.shown_state
    position = 0
    if guest.is_waiting and state == "waitlisted":
        position = engine.load(PeopleAhead(event.id, guest.place)) + 1
    said = describe_guest(state, guest.name or guest.email, guest.party, position)
    since = formatting.wall(wall_time(guest.joined_at, event.timezone))
    if guest.source not in SOURCES:
        return said, gettext("On the list since %(date)s.", date=since)
    source = translate(SOURCES[guest.source])
    return said, gettext("On the list since %(date)s, %(source)s.", date=since, source=source)


def next_in_line(engine: Engine, event: Event, _query: questions.NextInLine) -> AnswerView:
    """Name the first guest on the waitlist who may get an offer."""
    queue = standing(engine, event, limit=MOST_ROWS)
    for waiting in queue:
        if waiting.position is not None and not waiting.why_not:
            name = waiting.guest.name or waiting.guest.email
            said = gettext(
                "%(name)s is asked next, number %(position)s on the waitlist.",
                name=name,
                position=waiting.position,
            )
            return _with_guests(event, said, (waiting.guest,))
    if queue:
        return AnswerView(said=gettext("Nobody on the waitlist can be asked just now."))
    return AnswerView(said=gettext("Nobody is on the waitlist."))


ANSWERS: dict[type, Callable[[Engine, Event, Any], AnswerView]] = {
    questions.CountSeats: count_seats,
    questions.CountGuests: count_guests,
    questions.ListGuests: list_guests,
    questions.FindGuest: find_guest,
    questions.NextInLine: next_in_line,
    questions.ShowTime: show_time,
}

ROUTES = [Route("/desk/e/{event}/ask", ask_event)]
