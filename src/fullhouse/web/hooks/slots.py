"""What other systems tell us: a booking tool that a slot is free, the text provider what somebody texted back."""

from datetime import datetime
from xml.sax.saxutils import escape

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fullhouse.engine.clock import SystemClock
from fullhouse.engine.core import Engine
from fullhouse.engine.webhooks import RecordWebhook, WebhookConfig, WebhookName, WebhookState
from fullhouse.engine.worker import ManualClock
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.inbound.forms.waitlist_form import read_reported_slot
from fullhouse.inbound.sms import InboundText, InvalidSignature, from_twilio, reach_of
from fullhouse.inbound.webhook_signature import HEADER, check
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.waitlist.model import SlotStatus, WaitlistResult
from fullhouse.products.frontdesk.waitlist.result_codes import PROBLEMS
from fullhouse.web.dependencies import dependencies
from fullhouse.web.errors import Error, ErrorDetail, json
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
    """What a booking tool is told: which slot it is here, and how it stands. The same slot told twice is one."""

    slot: str
    status: SlotStatus


async def slots(request: Request) -> Response:
    """Take in a freed slot from the booking tool, if it signed it just now."""
    engine = dependencies(request).engine
    body = await read_body(request)
    try:
        digest = check(
            request.headers.get(HEADER, ""), body, _secrets(request, "slots"), *_clocks(engine)
        )
        asks = read_reported_slot(body, rules_of(engine), engine.ids.new())
        taken: WebhookState = await engine.execute(
            RecordWebhook(hook="slots", digest=digest, asks=asks), BY
        )
        return json(200, _freed(taken))
    except Invalid as unfit:
        return _refused(unfit.problems[0])


def _secrets(request: Request, name: WebhookName) -> tuple[str, ...]:
    """Return every secret with which a webhook may be signed now."""
    lent = dependencies(request)
    secrets = [lent.waitlist.webhook_secret()]
    stored = lent.engine.load(Get(WebhookConfig, (name,)))
    if stored is not None:
        secrets += stored.secrets(lent.engine.now())
    return tuple(secret for secret in secrets if secret)


def _clocks(engine: Engine) -> tuple[datetime, ...]:
    """Say what time it is. Where the clock stands still to try things out, a booking tool goes by the real one."""
    real = (SystemClock().now(),) if isinstance(engine.clock, ManualClock) else ()
    return (engine.now(), *real)


def _freed(taken: WebhookState) -> Freed:
    if taken.became != "taken":
        raise Invalid(SEEN if taken.became == "seen" else BUSY)
    answer: WaitlistResult = taken.answer
    if answer.code in PROBLEMS or answer.slot is None:
        raise Invalid(FieldProblem(answer.code, PROBLEMS[answer.code], answer.field))
    return Freed(answer.slot.id, answer.slot.status)


def _refused(problem: FieldProblem) -> Response:
    said = ErrorDetail(
        code=problem.code, message=problem.message, field=problem.field or msgspec.UNSET
    )
    more = {"retry_after": "60"} if problem.code == BUSY.code else {}
    return json(STATUS.get(problem.code, 422), Error(said), **more)


async def texts(request: Request) -> Response:
    """Take in a text from the provider: remember STOP and START, answer HELP unless the provider has."""
    engine = dependencies(request).engine
    body, lent = await read_body(request), dependencies(request).waitlist
    url = lent.text_url or f"{engine.composer.urls.guests}/hooks/texts"
    try:
        text = from_twilio(
            url, body, request.headers.get("X-Twilio-Signature", ""), lent.text_token()
        )
    except InvalidSignature:
        return _refused(FORGED)
    except Invalid as unfit:
        return _refused(unfit.problems[0])
    asks = reach_of(text)
    if asks is not None:
        await engine.execute(RecordWebhook(hook="texts", digest=text.id, asks=asks), "text")
    return Response(_words(engine, text), 200, {"Cache-Control": "no-store"}, "text/xml")


def _words(engine: Engine, text: InboundText) -> str:
    if text.reply != "help" or text.answered is not None:
        return NO_WORDS
    business = rules_of(engine).business
    begin = f"{business}: " if business else ""
    about = "we text you when a time that fits you is free: its link takes it. Reply STOP for no more texts."
    said = f"{begin}{about} {engine.composer.urls.guests}/waitlist"
    return WORDS.format(words=escape(said))


def routes() -> list[BaseRoute]:
    """Name the routes of the webhooks."""
    return [
        Route("/hooks/slots", slots, methods=["POST"]),
        Route("/hooks/texts", texts, methods=["POST"]),
    ]
