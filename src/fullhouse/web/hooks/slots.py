"""Webhooks of booking tools, which report free slots, and of the SMS provider."""

from datetime import datetime
from xml.sax.saxutils import escape

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fullhouse.engine.clock import SystemClock
from fullhouse.engine.core import Engine
from fullhouse.engine.rate_limit import BAD_SIGNATURE
from fullhouse.engine.webhooks import RecordWebhook, WebhookConfig, WebhookName, WebhookState
from fullhouse.engine.worker import ManualClock
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.inbound.forms.waitlist_form import read_reported_slot
from fullhouse.inbound.sms import InboundText, InvalidSignature, from_twilio, reach_of
from fullhouse.inbound.text_answers import offer_answer
from fullhouse.inbound.text_replies import ReplySource, reply_text
from fullhouse.inbound.webhook_signature import HEADER, check
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.waitlist.model import SlotStatus, WaitlistResult
from fullhouse.products.frontdesk.waitlist.result_codes import PROBLEMS
from fullhouse.web.dependencies import dependencies
from fullhouse.web.errors import Error, ErrorDetail, json
from fullhouse.web.limits import take, too_many_requests
from fullhouse.web.links import rules_of
from fullhouse.web.request_body import read_body

BY = "webhook"
STATUS = {
    "bad_json": 400,
    "no_secret": 401,
    "no_signature": 401,
    "bad_signature": 401,
    "old_signature": 401,
    "seen_before": 409,
    "too_often": 429,
}
UNSIGNED = 401
SEEN = FieldProblem(
    "seen_before", "This was taken before, and has its effect. To tell it again, sign it again."
)
BUSY = FieldProblem(
    "too_often", "More was told within ten minutes than can be remembered. Please wait a little."
)
FORGED = FieldProblem("bad_signature", "The signature is not the one that our token makes of this.")
NO_WORDS = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>'
WORDS = '<?xml version="1.0" encoding="UTF-8"?><Response><Message>{words}</Message></Response>'


class Freed(msgspec.Struct, frozen=True):
    """The response to a booking tool: our slot and its status; a repeated report is one slot."""

    slot: str
    status: SlotStatus


async def slots(request: Request) -> Response:
    """Record a freed slot from the booking tool if it is freshly signed."""
    engine = dependencies(request).engine
    body = await read_body(request)
    try:
        digest = check(
            request.headers.get(HEADER, ""), body, _secrets(request, "slots"), *_clocks(engine)
        )
        command = read_reported_slot(body, rules_of(engine), engine.ids.new())
        taken: WebhookState = await engine.execute(
            RecordWebhook(hook="slots", digest=digest, asks=command), BY
        )
        return json(200, _freed(taken))
    except Invalid as invalid:
        return _refused(request, invalid.problems[0])


def _secrets(request: Request, name: WebhookName) -> tuple[str, ...]:
    """Return all secrets that are valid for a webhook now."""
    provided = dependencies(request)
    secrets = [provided.waitlist.webhook_secret()]
    stored = provided.engine.load(Get(WebhookConfig, (name,)))
    if stored is not None:
        secrets += stored.secrets(provided.engine.now())
    return tuple(secret for secret in secrets if secret)


def _clocks(engine: Engine) -> tuple[datetime, ...]:
    """Return the current time; with a manual clock also the real one, which the tool uses."""
    if isinstance(engine.clock, ManualClock):
        return engine.now(), SystemClock().now()
    return (engine.now(),)


def _freed(taken: WebhookState) -> Freed:
    if taken.became == "seen":
        raise Invalid(SEEN)
    if taken.became != "taken":
        raise Invalid(BUSY)
    answer: WaitlistResult = taken.answer
    if answer.code in PROBLEMS or answer.slot is None:
        raise Invalid(FieldProblem(answer.code, PROBLEMS[answer.code], answer.field))
    return Freed(answer.slot.id, answer.slot.status)


def _refused(request: Request, problem: FieldProblem) -> Response:
    detail = ErrorDetail(
        code=problem.code, message=problem.message, field=problem.field or msgspec.UNSET
    )
    status = STATUS.get(problem.code, 422)
    if status == UNSIGNED and not take(request, BAD_SIGNATURE):
        return too_many_requests(request, BAD_SIGNATURE)
    if problem.code == BUSY.code:
        return json(status, Error(detail), retry_after="60")
    return json(status, Error(detail))


async def texts(request: Request) -> Response:
    """Handle an SMS: record STOP and START, answer HELP unless the provider did."""
    engine = dependencies(request).engine
    provided = dependencies(request).waitlist
    body = await read_body(request)
    url = provided.text_url or f"{engine.composer.urls.guests}/hooks/texts"
    try:
        text = from_twilio(
            url, body, request.headers.get("X-Twilio-Signature", ""), provided.text_token()
        )
    except InvalidSignature:
        return _refused(request, FORGED)
    except Invalid as invalid:
        return _refused(request, invalid.problems[0])
    said = await _take_text(engine, text)
    return Response(said, 200, {"Cache-Control": "no-store"}, "text/xml")


async def _take_text(engine: Engine, text: InboundText) -> str:
    """Do what a text asks for, and return the answer to it."""
    answer = offer_answer(engine, text, engine.now(), engine.ids.new())
    command = answer.command
    if command is None and not answer.among:
        command = reach_of(text)
    taken: WebhookState = await engine.execute(
        RecordWebhook(hook="texts", digest=text.id, asks=command), "text"
    )
    page_url = f"{engine.composer.urls.guests}/waitlist"
    source = ReplySource(engine, rules_of(engine), page_url, engine.composer.text_link)
    words = reply_text(source, text, answer, taken)
    return WORDS.format(words=escape(words)) if words else NO_WORDS


def routes() -> list[BaseRoute]:
    """Return the routes of the webhooks."""
    return [
        Route("/hooks/slots", slots, methods=["POST"]),
        Route("/hooks/texts", texts, methods=["POST"]),
    ]
