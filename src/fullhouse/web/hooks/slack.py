"""What staff do in Slack: its buttons and windows arrive here. Slack waits three seconds, so it is answered at once."""

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
from fullhouse.inbound.slack.inbound import SIGNATURE, TIMESTAMP, Press, check, read
from fullhouse.inbound.slack.notes import notes_on
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.proposals import Proposal
from fullhouse.web.dependencies import dependencies
from fullhouse.web.errors import Error, ErrorDetail, json
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
FINE = {"cache-control": "no-store"}


async def slack(request: Request) -> Response:
    """Take in what someone did in Slack, if Slack signed it just now and has not told it before."""
    lent = dependencies(request)
    engine, client = lent.engine, lent.slack.slack
    body = await read_body(request)
    try:
        digest = _proven(request, body)
        told = read(body, client.channel if client is not None else "")
        if told is None:
            return Response(status_code=200, headers=FINE)
        if isinstance(told, Press):
            return _answered(client, await on_button(engine, told, digest, lent.desk.files))
        return _answered(client, await submitted(engine, told, digest))
    except Invalid as unfit:
        return _refused(unfit.problems[0])


def _proven(request: Request, body: bytes) -> str:
    lent = dependencies(request)
    engine, secret = lent.engine, lent.slack.secret()
    headers = request.headers
    digest = check(
        headers.get(TIMESTAMP, ""), headers.get(SIGNATURE, ""), body, secret, *_clocks(engine)
    )
    known = engine.load(Get(WebhookConfig, ("slack",)))
    if known is not None and any(one.digest == digest for one in known.seen):
        raise Invalid(SEEN)
    return digest


def _clocks(engine: Engine) -> tuple[datetime, ...]:
    """Say what time it is. Where the clock stands still to try things out, Slack goes by the real one."""
    real = (SystemClock().now(),) if isinstance(engine.clock, ManualClock) else ()
    return (engine.now(), *real)


def _answered(client: Slack | None, answer: Reply | OpenView | FormErrors) -> Response:
    """Answer at once; the note or the window follows behind."""
    if isinstance(answer, FormErrors):
        said = msgspec.json.encode({"response_action": "errors", "errors": answer.fields})
        return Response(said, 200, FINE, "application/json", _later(client, answer.also))
    return Response(status_code=200, headers=FINE, background=_later(client, answer))


def _later(client: Slack | None, answer: Reply | OpenView | None) -> BackgroundTask | None:
    if client is None or answer is None:
        return None
    return BackgroundTask(_told, client, answer)


def followed(
    engine: Engine, way: Slack | None, proposals: Iterable[Proposal]
) -> BackgroundTask | None:
    """Let the notes about proposals that were decided on here say so, behind the answer to whoever did it."""
    if way is None:
        return None
    says = [say for one in proposals for say in notes_on(engine, one.id)]
    return BackgroundTask(_all_told, way, says) if says else None


def _all_told(to: Slack, says: Iterable[Reply]) -> None:
    for one in says:
        _told(to, one)


def _told(to: Slack, answer: Reply | OpenView) -> None:
    """Tell Slack. Where it does not listen, a second press says what was done."""
    try:
        if isinstance(answer, Reply):
            to.update(answer.note, answer.text, answer.blocks)
        else:
            to.open(answer.trigger, answer.view)
    except (SlackDown, SlackRefused, SlackUnknown) as error:
        log.warning("Slack could not be told what was done: %s", error)


def _refused(problem: FieldProblem) -> Response:
    said = ErrorDetail(code=problem.code, message=problem.message)
    return json(STATUS.get(problem.code, 400), Error(said))


def routes() -> list[BaseRoute]:
    """Name the route."""
    return [Route("/hooks/slack", slack, methods=["POST"])]
