"""A message to all: write it, see it as a guest would, try it out, and send it once."""

from hashlib import sha256
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.inbound.forms.broadcast_form import AUDIENCES, NewBroadcast, clean_broadcast
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.kernel.letters import Letter
from fullhouse.locale import to_translate
from fullhouse.locale.current import gettext, translate
from fullhouse.products.rsvp.broadcast import LONGEST_SUBJECT, LONGEST_TEXT, STATES, leaves_at
from fullhouse.products.rsvp.commands import SendBroadcast
from fullhouse.products.rsvp.guest_search import GuestTally
from fullhouse.products.rsvp.model import Event, GuestResult
from fullhouse.products.rsvp.result_codes import PROBLEMS
from fullhouse.products.rsvp.sample_messages import sample_broadcast
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.events.event_form import typed_event
from fullhouse.web.desk.events.lookup import event_or_404
from fullhouse.web.desk.layout import go, page, problem
from fullhouse.web.desk.mailbox_actions import no_address, occasion_of, send_test

GROUPS = {
    "confirmed": to_translate("Guests with a seat"),
    "waiting": to_translate("Guests on the waitlist"),
    "invited": to_translate("Invited guests who have not confirmed yet"),
}
GOES_TO = {
    "confirmed": to_translate("It goes to guests with a seat."),
    "waiting": to_translate("It goes to guests on the waitlist."),
    "invited": to_translate("It goes to invited guests who have not confirmed yet."),
}
# From this number on the host has to tick a box first.
MANY = 20
DIGEST_LENGTH = 14
FIELDS = ("to", "subject", "text")


@event_or_404
async def write(request: Request, event: Event) -> Response:
    """Show the form, then the preview; its buttons send a test, or the message."""
    if request.method != "POST":
        return _form(request, event, {})
    form = await request.form()
    fields = {name: str(typed_event(form).get(name, "")) for name in FIELDS}
    try:
        message = clean_broadcast(fields["to"], fields["subject"], fields["text"])
    except Invalid as unfit:
        wrong = {problem.field: problem.message for problem in unfit.problems}
        return _form(request, event, fields, wrong)
    step = str(form.get("step", ""))
    if step == "edit":
        return _form(request, event, fields)
    if step == "test":
        return await _test(request, event, message)
    if step == "send":
        return await _send(request, event, message)
    return _preview(request, event, message)


def _form(
    request: Request,
    event: Event,
    fields: dict[str, str],
    wrong: dict[str, str] | None = None,
) -> Response:
    shown = {
        "event": event,
        "fields": {"to": "confirmed", "subject": "", "text": "", **fields},
        "problems": wrong or {},
        "groups": GROUPS,
        "counts": _counts(request, event),
        "longest": {"subject": LONGEST_SUBJECT, "text": LONGEST_TEXT},
    }
    return page(request, "events/broadcast.html", shown, 422 if wrong else 200)


def _counts(request: Request, event: Event) -> dict[str, int]:
    """Return how many guests of each group get a message: not those who opted out."""
    engine = dependencies(request).engine
    reached = engine.load(GuestTally(event_id=event.id, reach="fine", has_email=True))
    return {group: dict(reached).get(STATES[group], 0) for group in AUDIENCES}


def _preview(
    request: Request, event: Event, message: NewBroadcast, *, wrong: str = "", done: str = ""
) -> Response:
    engine = dependencies(request).engine
    everyone = engine.load(GuestTally(event_id=event.id))
    count = _counts(request, event)[message.to]
    shown: dict[str, Any] = {
        "event": event,
        "message": message,
        "letter": _letter(engine, event, message),
        "goes_to": GOES_TO[message.to],
        "count": count,
        "left_out": dict(everyone).get(STATES[message.to], 0) - count,
        "many": count >= MANY,
        "leaves_at": leaves_at(event, engine.now()),
        "occasion": engine.ids.new(),
        "wrong": wrong,
    }
    if done:
        shown["done"] = done
    return page(request, "events/broadcast_preview.html", shown, 422 if wrong else 200)


def _letter(engine: Engine, event: Event, message: NewBroadcast) -> Letter:
    """Return the message as a guest of its group would get it."""
    sample = sample_broadcast(event, message.to, message.subject, message.text, engine.now())
    return engine.composer.letter(sample)


async def _test(request: Request, event: Event, message: NewBroadcast) -> Response:
    """Mail the message to the member; no guest gets it."""
    engine = dependencies(request).engine
    letter = _letter(engine, event, message)
    if not await send_test(request, letter, f"{engine.composer.urls.guests}/e/{event.id}"):
        return no_address(request)
    done = gettext("The test is on its way to you. No guest got it.")
    return _preview(request, event, message, done=done)


async def _send(request: Request, event: Event, message: NewBroadcast) -> Response:
    """Send the message; a page that is sent twice with the same words sends it once."""
    engine = dependencies(request).engine
    form = await request.form()
    occasion = occasion_of(form)
    count = _counts(request, event)[message.to]
    if not occasion or (count >= MANY and form.get("sure") != "yes"):
        wrong = gettext("Please tick the box first: this goes to many guests.")
        return _preview(request, event, message, wrong=wrong)
    command = SendBroadcast(
        event_id=event.id,
        key=f"{occasion}.{_digest(message)}",
        to=message.to,
        subject=message.subject,
        text=message.text,
    )
    answer: GuestResult = await engine.execute(command, request.state.session.by)
    path = f"/desk/e/{event.id}"
    if answer.code in PROBLEMS:
        why = translate(PROBLEMS[answer.code])
        return problem(request, gettext("Nothing was sent"), why, 409, path)
    return go(request, path, "broadcast")


def _digest(message: NewBroadcast) -> str:
    return sha256(msgspec.json.encode(message)).hexdigest()[:DIGEST_LENGTH]


ROUTES = [Route("/desk/e/{event}/message", write, methods=["GET", "POST"])]
