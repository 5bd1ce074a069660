"""Events over the API: create, list, show, change, close and cancel."""

import hashlib

import msgspec
from msgspec import UnsetType

from fullhouse.engine.core import Engine
from fullhouse.inbound.forms.event_content import read_content
from fullhouse.inbound.forms.event_json import decode, read_edit, read_new_event
from fullhouse.inbound.forms.event_schema import EventEdit, NewEvent
from fullhouse.inbound.forms.question_form import read_questions
from fullhouse.kernel.records import Get
from fullhouse.products.rsvp.commands import CancelEvent, CloseSignUp
from fullhouse.products.rsvp.content_changes import FIELDS as CONTENT_FIELDS
from fullhouse.products.rsvp.event_content import EventContent
from fullhouse.products.rsvp.form_questions import EditQuestions, asked
from fullhouse.products.rsvp.messages import headcount
from fullhouse.products.rsvp.model import Event, EventPage, GuestResult
from fullhouse.products.rsvp.result_codes import PROBLEMS
from fullhouse.web.api.cursors import split_page
from fullhouse.web.api.endpoint import ApiCall, Endpoint
from fullhouse.web.api.errors import refuse, refuse_unless_done
from fullhouse.web.api.schema import EventOut, Headcount, ListQuery, Page, QuestionOut


def found(call: ApiCall) -> Event:
    """Return the event in the path, or refuse."""
    event = call.engine.load(Get(Event, (call.path["event"],)))
    return event or refuse("unknown_event", PROBLEMS["unknown_event"])


def show(engine: Engine, event: Event) -> EventOut:
    """Return the schema of an event."""
    return EventOut(
        id=event.id,
        url=f"{engine.composer.urls.guests}/e/{event.id}",
        name=event.name,
        starts_at=event.starts_at,
        ends_at=event.ends_at,
        timezone=event.timezone,
        venue=event.venue,
        cap=event.cap,
        host_email=event.host_email,
        host_name=event.host_name,
        settings=event.settings,
        state=event.state,
        headcount=Headcount(**headcount(event)),
    )


def show_whole(engine: Engine, event: Event) -> EventOut:
    """Return the schema of an event with what guests can read about it."""
    content = engine.load(Get(EventContent, (event.id,))) or EventContent(event_id=event.id)
    texts = {name: getattr(content, name) for name in CONTENT_FIELDS}
    questions = [
        QuestionOut(
            id=question.id,
            label=question.label,
            kind=question.kind,
            choices=question.choices,
            required=question.required,
            per=question.per,
        )
        for question in asked(content.questions)
    ]
    return msgspec.structs.replace(show(engine, event), **texts, questions=questions)


def _questions(
    call: ApiCall, event_id: str, shape: type[NewEvent | EventEdit]
) -> EditQuestions | None:
    """Return the command that asks the questions in the body; None if it names none.

    A question without an id gets the same one each time, so that a retry asks nothing twice.
    """
    given = decode(call.body, shape).questions
    if isinstance(given, UnsetType):
        return None
    questions = read_questions(
        given, lambda label: hashlib.sha256(f"{event_id} {label}".encode()).hexdigest()
    )
    return EditQuestions(event_id=event_id, questions=questions)


async def _ask(call: ApiCall, command: EditQuestions | None) -> None:
    if command is not None:
        refuse_unless_done(await call.engine.execute(command, call.by))


async def _new(call: ApiCall) -> EventOut:
    event_id = call.new_id()
    usual_settings = call.dependencies.desk.usual_settings
    command = call.sealed(read_new_event(call.body, event_id, usual_settings))
    # With a key the id comes from the key: a retry with another name must not make a second event.
    if call.key:
        command = msgspec.structs.replace(command, event_id=event_id)
    content = read_content(call.body, command.event_id, NewEvent)
    questions = _questions(call, command.event_id, NewEvent)
    answer: GuestResult = await call.engine.execute(command, call.by)
    refuse_unless_done(answer)
    if answer.event is not None:
        call.refuse_another(answer.event)
    # A retry writes the texts again, so a stop between the commands loses nothing.
    if content is not None:
        await call.engine.execute(content, call.by)
    await _ask(call, questions)
    return show_whole(call.engine, answer.event or found(call))


async def _list(call: ApiCall) -> Page[EventOut]:
    events = call.engine.load(EventPage(after=call.query.cursor, limit=call.query.limit + 1))
    return split_page(
        events, call.query.limit, lambda event: show(call.engine, event), lambda event: event.id
    )


async def _show(call: ApiCall) -> EventOut:
    return show_whole(call.engine, found(call))


async def _edit(call: ApiCall) -> EventOut:
    event = found(call)
    command = read_edit(call.body, event.id)
    content = read_content(call.body, event.id, EventEdit)
    questions = _questions(call, event.id, EventEdit)
    answer: GuestResult = await call.engine.execute(command, call.by)
    refuse_unless_done(answer)
    if content is not None:
        await call.engine.execute(content, call.by)
    await _ask(call, questions)
    return _shown(call, answer)


async def _close(call: ApiCall) -> EventOut:
    return _shown(
        call, await call.engine.execute(CloseSignUp(event_id=call.path["event"]), call.by)
    )


async def _cancel(call: ApiCall) -> EventOut:
    return _shown(
        call, await call.engine.execute(CancelEvent(event_id=call.path["event"]), call.by)
    )


def _shown(call: ApiCall, answer: GuestResult) -> EventOut:
    refuse_unless_done(answer)
    return show_whole(call.engine, answer.event or found(call))


EVENTS = [
    Endpoint(
        method="POST",
        path="/events",
        does="Open a guest list.",
        handle=_new,
        body=NewEvent,
        answer=EventOut,
        status=201,
        once=True,
    ),
    Endpoint(
        method="GET",
        path="/events",
        does="List events.",
        handle=_list,
        query=ListQuery,
        answer=Page[EventOut],
    ),
    Endpoint(
        method="GET",
        path="/events/{event}",
        does="Show an event with its headcount.",
        handle=_show,
        answer=EventOut,
        refusals=(404,),
    ),
    Endpoint(
        method="PATCH",
        path="/events/{event}",
        does="Change some of an event's fields.",
        handle=_edit,
        body=EventEdit,
        answer=EventOut,
        refusals=(404, 409),
    ),
    Endpoint(
        method="POST",
        path="/events/{event}/close",
        does="Take no new sign-ups; the line, offers and cancels go on.",
        handle=_close,
        answer=EventOut,
        refusals=(404, 409),
    ),
    Endpoint(
        method="POST",
        path="/events/{event}/cancel",
        does="Call the event off and tell everyone once.",
        handle=_cancel,
        answer=EventOut,
        refusals=(404, 409),
    ),
]
