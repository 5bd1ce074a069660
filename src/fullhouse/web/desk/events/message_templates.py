"""Message templates of an event: each edited beside a preview of the whole mail."""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.templates import FILTERS, LONGEST_TEMPLATE, TemplateProblem
from fullhouse.locale.current import gettext, translate
from fullhouse.products.rsvp.commands import EditEvent
from fullhouse.products.rsvp.host_templates import check_template
from fullhouse.products.rsvp.model import Event, GuestResult
from fullhouse.products.rsvp.result_codes import PROBLEMS
from fullhouse.products.rsvp.sample_messages import (
    SAMPLE_NAME,
    VOICED,
    default_templates,
    sample_message,
    sample_values,
)
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.auth import Handler
from fullhouse.web.desk.events.lookup import event_or_404
from fullhouse.web.desk.layout import go, page, problem
from fullhouse.web.desk.mailbox import KINDS
from fullhouse.web.desk.mailbox_actions import no_address, send_test
from fullhouse.web.pages import SECURITY, environment

WHEN = {
    "confirmation": "when someone gets a seat",
    "waitlisted": "when someone joins the waitlist",
    "invite": "when a seat is held until someone confirms",
    "reminder": "before the event, as your settings say",
    "offer": "when a freed seat is held for the next on the waitlist",
    "offer_lapsed": "when someone did not answer in time",
    "declined": "when someone says no to an offer",
    "cancel_pending": "when someone's email says that they can't come",
    "cancelled": "when someone is off the list",
    "changed": "when date, place, party or address change",
    "event_cancelled": "when you cancel the event",
    "link": "when someone asks for their link",
}
# Our words vary with the occasion in these messages; a host's template is always the same.
VARIES = {
    "offer_lapsed": "Ours also say whether the guest is still on the waitlist.",
    "cancelled": "Ours say whether it was the guest or you who cancelled.",
    "changed": (
        "Ours name what has changed. With your words guests find it in the details below them."
    ),
    "event_cancelled": "Ours also say how to reach you.",
    "link": "Ours say where the guest stands.",
}
# Nothing in the frame can run or load; it has our origin so that the page may write into it.
FRAME_RULES = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    "form-action 'none'; frame-ancestors 'self'"
)
FRAMED = {
    "Content-Security-Policy": FRAME_RULES,
    "X-Frame-Options": "SAMEORIGIN",
    "Cache-Control": "no-store",
}
KindHandler = Callable[[Request, Event, str], Awaitable[Response]]


class TemplateRow(msgspec.Struct, frozen=True):
    """A kind of message in the list."""

    kind: str
    label: str
    when: str
    text: str
    own: bool


def of_kind(handler: KindHandler) -> Handler:
    """Serve a page about one kind of message of one event, for members only."""

    @event_or_404
    @wraps(handler)
    async def serve(request: Request, event: Event) -> Response:
        kind = request.path_params["kind"]
        if kind not in VOICED:
            heading, text = gettext("There is no such message"), gettext("Pick one from the list.")
            return problem(request, heading, text, 404, f"/desk/e/{event.id}/words")
        return await handler(request, event, kind)

    return serve


@event_or_404
async def list_templates(request: Request, event: Event) -> Response:
    """List each kind of message with its words, the host's or ours."""
    engine = dependencies(request).engine
    rows = [
        TemplateRow(
            kind, KINDS[kind], WHEN[kind], _said_now(engine, event, kind), kind in event.voice
        )
        for kind in VOICED
    ]
    return page(request, "events/words.html", {"event": event, "rows": rows})


def _said_now(engine: Engine, event: Event, kind: str) -> str:
    return " ".join(_letter(engine, event, kind, event.voice.get(kind, "")).paragraphs)


def _letter(engine: Engine, event: Event, kind: str, text: str) -> Letter:
    """Return the email as a guest would get it, with a template or our text."""
    return engine.composer.letter(sample_message(kind, event, engine.now(), text))


def _current(event: Event, kind: str) -> str:
    return event.voice.get(kind) or default_templates(kind, event)


@of_kind
async def word(request: Request, event: Event, kind: str) -> Response:
    """Show one template in a form; save it, or go back to our words."""
    if request.method != "POST":
        return _form(request, event, kind, _current(event, kind))
    form = await request.form()
    if form.get("ours"):
        return await _save(request, event, kind, "")
    text = typed_template(str(form.get("words", "")))
    try:
        check_template(kind, text)
    except TemplateProblem as broken:
        return _form(request, event, kind, text, broken)
    return await _save(request, event, kind, text)


@of_kind
async def test(request: Request, event: Event, kind: str) -> Response:
    """Mail the template as typed so far to the member; nothing is saved."""
    text = typed_template(str((await request.form()).get("words", "")))
    try:
        check_template(kind, text)
    except TemplateProblem as broken:
        return _form(request, event, kind, text, broken)
    engine = dependencies(request).engine
    letter = _letter(engine, event, kind, text)
    if not await send_test(request, letter, f"{engine.composer.urls.guests}/e/{event.id}"):
        return no_address(request)
    done = gettext("The test is on its way to you. Nothing is saved yet.")
    return _form(request, event, kind, text, done=done)


def typed_template(text: str) -> str:
    """Return the typed text with plain line ends."""
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def _form(
    request: Request,
    event: Event,
    kind: str,
    text: str,
    broken: TemplateProblem | None = None,
    done: str = "",
) -> Response:
    engine = dependencies(request).engine
    shown: dict[str, Any] = {
        "event": event,
        "kind": kind,
        "label": KINDS[kind],
        "when": WHEN[kind],
        "varies": VARIES.get(kind, ""),
        "text": text,
        "wrong": said(broken) if broken else "",
        "names": sample_values(kind, event, engine.now()),
        "reader": SAMPLE_NAME,
        "filters": FILTERS,
        "most": LONGEST_TEMPLATE,
        "occasion": engine.ids.new(),
    }
    if done:
        shown["done"] = done
    return page(request, "events/word.html", shown, 422 if broken else 200)


def said(broken: TemplateProblem) -> str:
    """Return what is wrong with a template, with the line."""
    reason = broken.text
    if broken.values:
        reason = gettext(reason, **{name: _value(value) for name, value in broken.values.items()})
    return gettext(
        "Line %(line)s: %(reason)s.",
        line=str(broken.line),
        reason=translate(reason).rstrip("."),
    )


def _value(value: str | int) -> str | int:
    return translate(value) if isinstance(value, str) else value


async def _save(request: Request, event: Event, kind: str, text: str) -> Response:
    engine = dependencies(request).engine
    voice = {name: words for name, words in event.voice.items() if name != kind}
    is_own = bool(text) and text != default_templates(kind, event)
    if is_own:
        voice[kind] = text
    command = EditEvent(event_id=event.id, voice=voice, tell_guests=False)
    answer: GuestResult = await engine.execute(command, request.state.session.by)
    if answer.code in PROBLEMS:
        heading, why = gettext("Nothing was changed"), translate(PROBLEMS[answer.code])
        return problem(request, heading, why, 409, f"/desk/e/{event.id}/words")
    return go(request, f"/desk/e/{event.id}/words", "words" if is_own else "our_words")


@of_kind
async def look(request: Request, event: Event, kind: str) -> Response:
    """Show a preview of the whole mail, with the saved template or the one typed so far."""
    text = event.voice.get(kind, "")
    if request.method == "POST":
        text = typed_template(str((await request.form()).get("words", "")))
    try:
        if text or request.method == "POST":
            check_template(kind, text)
    except TemplateProblem as broken:
        html = (
            environment().get_template("desk/events/preview_error.html").render(wrong=said(broken))
        )
        return HTMLResponse(html, 422, headers={**SECURITY, **FRAMED})
    engine = dependencies(request).engine
    html = engine.composer.shown_html(_letter(engine, event, kind, text))
    html = html.replace("<head>", '<head><base target="_blank">', 1)
    return HTMLResponse(html, headers={**SECURITY, **FRAMED})


ROUTES = [
    Route("/desk/e/{event}/words", list_templates),
    Route("/desk/e/{event}/words/{kind}", word, methods=["GET", "POST"]),
    Route("/desk/e/{event}/words/{kind}/test", test, methods=["POST"]),
    Route("/desk/e/{event}/words/{kind}/look", look, methods=["GET", "POST"]),
]
