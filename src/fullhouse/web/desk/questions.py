"""Questions to the whole desk: waitlist, appointments, guest lists, events, messages.

Reads only. A language model may pick the query for what the rules don't understand.
"""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import MessagePage
from fullhouse.inbound.questions import queries
from fullhouse.inbound.questions.parser import parse_question
from fullhouse.kernel.messages import Message
from fullhouse.kernel.question_grammar import LONGEST_QUESTION, NotUnderstood
from fullhouse.kernel.question_times import to_range
from fullhouse.kernel.records import Get
from fullhouse.locale import to_translate, to_translate_count
from fullhouse.locale.current import gettext, ngettext, translate
from fullhouse.products.frontdesk.appointments.model import AppointmentsAt
from fullhouse.products.frontdesk.waitlist.model import EntriesAt
from fullhouse.products.rsvp.model import Event, EventPage, Guest, GuestByEmail
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk import formatting
from fullhouse.web.desk.answer_view import (
    AnswerRow,
    AnswerView,
    CountedTexts,
    answer_view,
    at,
    counted_sentence,
    english_example,
    in_time,
    joined,
    not_understood,
    picked_by_model,
    shown_examples,
)
from fullhouse.web.desk.auth import require_session
from fullhouse.web.desk.events import questions
from fullhouse.web.desk.frontdesk.appointments import questions as of_appointments
from fullhouse.web.desk.frontdesk.waitlist import questions as of_waitlist
from fullhouse.web.desk.frontdesk.waitlist.layout import book_of
from fullhouse.web.desk.layout import page, page_of_message
from fullhouse.web.desk.mailbox import KINDS, STATUSES

HOME = "/desk/ask"
MOST_EVENTS = 500
MOST_MESSAGES = 1000
# Sentences for no, one and several; %(about)s says to whom and when.
MESSAGES: dict[str, CountedTexts] = {
    "": (
        to_translate("No message was written%(about)s."),
        to_translate_count(
            "%(count)s message was written%(about)s.", "%(count)s messages were written%(about)s."
        ),
    ),
    "failed": (
        to_translate("No message has failed%(about)s."),
        to_translate_count(
            "%(count)s message did not leave%(about)s.",
            "%(count)s messages did not leave%(about)s.",
        ),
    ),
    "queued": (
        to_translate("No message waits to leave%(about)s."),
        to_translate_count(
            "%(count)s message waits to leave%(about)s.",
            "%(count)s messages wait to leave%(about)s.",
        ),
    ),
}
EVENTS: dict[str, CountedTexts] = {
    "period": (
        to_translate("No event%(about)s."),
        to_translate_count("%(count)s event%(about)s.", "%(count)s events%(about)s."),
    ),
    "coming": (
        to_translate("No event is coming."),
        to_translate_count("%(count)s event is coming.", "%(count)s events are coming."),
    ),
    "over": (
        to_translate("No event is over."),
        to_translate_count("%(count)s event is over.", "%(count)s events are over."),
    ),
}
MEANT = {
    "": frozenset(STATUSES),
    "failed": frozenset({"failed"}),
    "queued": frozenset({"queued", "sending"}),
}
DOTS = {"failed": "cancelled", "queued": "pending", "sending": "pending"}


@require_session
async def ask_desk(request: Request) -> Response:
    """Answer a question, and show what can be asked."""
    engine = dependencies(request).engine
    question = request.query_params.get("q", "")[:LONGEST_QUESTION].strip()
    context = context_of(engine)
    answer = None
    if question:
        answer = await _answer(request, context, question)
    shown = {
        "question": question,
        "answer": answer,
        "examples": _examples(context),
        "zone": context.book.zone,
    }
    return page(request, "questions.html", shown)


def _examples(context: queries.QuestionContext) -> dict[str, str]:
    return shown_examples(queries.templates(context), queries.names_in(context))


async def _answer(request: Request, context: queries.QuestionContext, question: str) -> AnswerView:
    engine = dependencies(request).engine
    query = parse_question(english_example(question, _examples(context)), context)
    if not isinstance(query, NotUnderstood):
        return answer_for(engine, context, query, question)
    picked = await picked_by_model(request, question, context)
    if picked is None:
        return not_understood(query)
    return msgspec.structs.replace(answer_for(engine, context, picked, question), by_model=True)


def context_of(engine: Engine) -> queries.QuestionContext:
    """Return the rules and events that a question may be about."""
    now, events = engine.now(), engine.load(EventPage(limit=MOST_EVENTS))
    ordered = sorted(events, key=lambda event: event.starts)
    coming = [event for event in ordered if event.ends > now]
    over = [event for event in reversed(ordered) if event.ends <= now]
    return queries.QuestionContext(book_of(engine), (*coming, *over), len(coming))


def answer_for(
    engine: Engine, context: queries.QuestionContext, query: queries.Query, question: str
) -> AnswerView:
    """Run a query, and put what the store returns into words."""
    if isinstance(query, queries.WhichEvent):
        return which_event(context, question)
    if type(query) in FRONT_DESK:
        return FRONT_DESK[type(query)](engine, context.book, query)
    return OWN[type(query)](engine, context, query)


def which_event(context: queries.QuestionContext, question: str) -> AnswerView:
    """Let the user pick the event."""
    asked = urlencode({"q": question})
    rows = [
        AnswerRow(f"/desk/e/{event.id}/ask?{asked}", event.name, formatting.wall(event.starts_at))
        for event in context.events
    ]
    return answer_view(gettext("Which event do you mean?"), rows, elsewhere="/desk")


def of_event(
    engine: Engine, _context: queries.QuestionContext, query: queries.OfEvent
) -> AnswerView:
    """Answer a question about one guest list."""
    event = engine.load(Get(Event, (query.event_id,)))
    if event is None:
        return not_understood(NotUnderstood())
    answer = questions.answer_for(engine, event, query.query)
    return msgspec.structs.replace(answer, said=f"{event.name}: {answer.said}")


def list_events(
    engine: Engine, context: queries.QuestionContext, query: queries.ListEvents
) -> AnswerView:
    """List events: those to come, those that are over, or those of a period."""
    now, zone = engine.now(), context.book.zone
    if query.period:
        since, until = to_range(query.period, now, zone, back=query.back)
        found = tuple(event for event in context.events if since <= event.starts < until)
        which, about = "period", in_time(query.period, now, zone, back=query.back)
    elif query.over:
        found, which, about = context.events[context.coming :], "over", ""
    else:
        found, which, about = context.events[: context.coming], "coming", ""
    is_part = len(context.events) >= MOST_EVENTS
    said = counted_sentence(EVENTS[which], len(found), about, at_least=is_part)
    rows = [_event_row(event) for event in found]
    return answer_view(said, rows, elsewhere="/desk")


def _event_row(event: Event) -> AnswerRow:
    seats = gettext("%(taken)s of %(cap)s seats taken", taken=event.confirmed, cap=event.cap)
    waiting = ngettext("%(count)s on the waitlist", "%(count)s on the waitlist", event.waiting)
    about = joined(formatting.wall(event.starts_at), seats, waiting)
    return AnswerRow(f"/desk/e/{event.id}", event.name, about)


def find_messages(
    engine: Engine, context: queries.QuestionContext, query: queries.FindMessages
) -> AnswerView:
    """Show messages, the newest first."""
    now, zone = engine.now(), context.book.zone
    newest = engine.load(MessagePage(to=query.email, limit=MOST_MESSAGES))
    found = [message for message in newest if message.status in MEANT[query.status]]
    if query.period:
        since, until = to_range(query.period, now, zone, back=True)
        found = [message for message in found if since <= message.at < until]
    is_part = len(newest) >= MOST_MESSAGES
    to = gettext(" to %(email)s", email=query.email) if query.email else ""
    about = to + in_time(query.period, now, zone, back=True)
    said = counted_sentence(MESSAGES[query.status], len(found), about, at_least=is_part)
    more = ""
    if is_part:
        more = gettext("I looked through the newest %(most)s.", most=MOST_MESSAGES)
    rows = [_message_row(message, context) for message in found]
    return answer_view(said, rows, more, "/desk/mailbox")


def _message_row(message: Message, context: queries.QuestionContext) -> AnswerRow:
    about = joined(message.to, at(message.at, context.book), translate(STATUSES[message.status]))
    dot = DOTS.get(message.status, "confirmed")
    kind = translate(KINDS.get(message.kind, message.kind))
    return AnswerRow(page_of_message(message.id), kind, about, dot)


def find_person(
    engine: Engine, context: queries.QuestionContext, query: queries.FindPerson
) -> AnswerView:
    """List where an address is known: waitlist, appointments, guest lists of all events."""
    rows = [of_waitlist.entry_row(entry) for entry in engine.load(EntriesAt(query.email))]
    appointments = engine.load(AppointmentsAt(query.email))
    rows += [of_appointments.row(appointment, context.book) for appointment in appointments]
    for event in _every_event(engine, context):
        guest = engine.load(GuestByEmail(event.id, query.email))
        if guest is not None:
            rows.append(_place_row(event, guest, engine.now()))
    if not rows:
        return AnswerView(said=gettext("%(email)s is not known here.", email=query.email))
    said = ngettext(
        "%(email)s is known in %(count)s place.",
        "%(email)s is known in %(count)s places.",
        len(rows),
        email=query.email,
    )
    return answer_view(said, rows)


def _every_event(engine: Engine, context: queries.QuestionContext) -> Iterator[Event]:
    """Return the events of the context, and then those that are too many for it."""
    yield from context.events
    found = tuple(sorted(context.events, key=lambda event: event.id))
    while len(found) >= MOST_EVENTS:
        found = engine.load(EventPage(found[-1].id, MOST_EVENTS))
        yield from found


def _place_row(event: Event, guest: Guest, now: datetime) -> AnswerRow:
    """Return a guest's place as a row; once an event is over, only which one and when it was."""
    about = joined(event.name, translate(questions.STANDS[guest.shown_state][0]))
    if now >= event.ends:
        about = joined(event.name, formatting.wall(event.starts_at))
    return msgspec.structs.replace(questions.guest_row(event, guest), about=about)


FRONT_DESK: dict[type, Callable[..., AnswerView]] = {
    **of_waitlist.ANSWERS,
    **of_appointments.ANSWERS,
}
OWN: dict[type, Callable[[Engine, queries.QuestionContext, Any], AnswerView]] = {
    queries.OfEvent: of_event,
    queries.ListEvents: list_events,
    queries.FindMessages: find_messages,
    queries.FindPerson: find_person,
}

ROUTES = [Route(HOME, ask_desk)]
