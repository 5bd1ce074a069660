"""The webhook of Slack: buttons and forms that staff use there.

Slack waits three seconds, so it gets its response at once.
"""

import logging
from collections.abc import Iterable
from datetime import datetime

import msgspec
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fullhouse.engine.clock import SystemClock
from fullhouse.engine.core import Engine
from fullhouse.engine.rate_limit import BAD_SIGNATURE
from fullhouse.engine.webhooks import WebhookConfig
from fullhouse.engine.worker import ManualClock
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.inbound.slack.actions import (
    BUSY,
    SEEN,
    FormErrors,
    OpenView,
    Reply,
    on_button,
    submitted,
)
from fullhouse.inbound.slack.client import Slack, SlackDown, SlackRefused, SlackUnknown
from fullhouse.inbound.slack.inbound import SIGNATURE, TIMESTAMP, Press, check, read_slack
from fullhouse.inbound.slack.notes import notes_on
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.proposals import Proposal
from fullhouse.web.dependencies import dependencies
from fullhouse.web.errors import Error, ErrorDetail, json
from fullhouse.web.limits import take, too_many_requests
from fullhouse.web.request_body import read_body

log = logging.getLogger(__name__)
STATUS = {
    "no_secret": 401,
    "no_signature": 401,
    "bad_signature": 401,
    "old_signature": 401,
    "other_channel": 403,
    SEEN.code: 409,
    BUSY.code: 429,
}
UNSIGNED = 401
FINE = {"cache-control": "no-store"}


async def slack(request: Request) -> Response:
    """Handle an action in Slack if it is freshly signed and not a repetition."""
    provided = dependencies(request)
    engine, client = provided.engine, provided.slack.slack
    body = await read_body(request)
    try:
        digest = _verified_digest(request, body)
        channel = client.channel if client is not None else ""
        action = read_slack(body, channel)
        if action is None:
            return Response(status_code=200, headers=FINE)
        if isinstance(action, Press):
            return _response(client, await on_button(engine, action, digest, provided.desk.files))
        return _response(client, await submitted(engine, action, digest))
    except Invalid as invalid:
        return _refused(request, invalid.problems[0])


def _verified_digest(request: Request, body: bytes) -> str:
    provided = dependencies(request)
    engine, secret = provided.engine, provided.slack.secret()
    headers = request.headers
    digest = check(
        headers.get(TIMESTAMP, ""), headers.get(SIGNATURE, ""), body, secret, *_clocks(engine)
    )
    known = engine.load(Get(WebhookConfig, ("slack",)))
    if known is not None and any(delivery.digest == digest for delivery in known.seen):
        raise Invalid(SEEN)
    return digest


def _clocks(engine: Engine) -> tuple[datetime, ...]:
    """Return the current time; with a manual clock also the real one, which Slack uses."""
    if isinstance(engine.clock, ManualClock):
        return engine.now(), SystemClock().now()
    return (engine.now(),)


def _response(client: Slack | None, answer: Reply | OpenView | FormErrors) -> Response:
    """Respond at once; the note or the form follows in the background."""
    if isinstance(answer, FormErrors):
        said = msgspec.json.encode({"response_action": "errors", "errors": answer.fields})
        return Response(said, 200, FINE, "application/json", _later(client, answer.also))
    return Response(status_code=200, headers=FINE, background=_later(client, answer))


def _later(client: Slack | None, answer: Reply | OpenView | None) -> BackgroundTask | None:
    if client is None or answer is None:
        return None
    return BackgroundTask(_send, client, answer)


def followed(
    engine: Engine, way: Slack | None, proposals: Iterable[Proposal]
) -> BackgroundTask | None:
    """Return a task that updates the notes in Slack about proposals decided here."""
    if way is None:
        return None
    replies: list[Reply] = []
    for proposal in proposals:
        replies.extend(notes_on(engine, proposal.id))
    if not replies:
        return None
    return BackgroundTask(_send_all, way, replies)


def _send_all(client: Slack, replies: Iterable[Reply]) -> None:
    for reply in replies:
        _send(client, reply)


def _send(client: Slack, answer: Reply | OpenView) -> None:
    """Update a note or open a form. If that fails, pressing again shows what was done."""
    try:
        if isinstance(answer, Reply):
            client.update(answer.note, answer.text, answer.blocks)
        else:
            client.open(answer.trigger, answer.view)
    except (SlackDown, SlackRefused, SlackUnknown) as error:
        log.warning("Slack could not be told what was done: %s", error)


def _refused(request: Request, problem: FieldProblem) -> Response:
    status = STATUS.get(problem.code, 400)
    if status == UNSIGNED and not take(request, BAD_SIGNATURE):
        return too_many_requests(request, BAD_SIGNATURE)
    said = ErrorDetail(code=problem.code, message=problem.message)
    return json(status, Error(said))


def routes() -> list[BaseRoute]:
    """Return the route."""
    return [Route("/hooks/slack", slack, methods=["POST"])]
