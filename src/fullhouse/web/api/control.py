"""Control routes for the command line of the same machine, open only to the token of this run.

They are no public surface: they serve commands such as `fullhouse token` and `fullhouse audit`.
"""

from collections.abc import Awaitable, Callable, Iterator
from functools import wraps
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fullhouse.engine.access import OWNER, AddMember, ApiToken, Member, sign_in_link
from fullhouse.engine.core import Engine
from fullhouse.engine.ports import AllRecords, AuditPage
from fullhouse.engine.rate_limit import BAD_TOKEN
from fullhouse.engine.team import RevokeToken, Tokens
from fullhouse.inbound.forms.event_json import decode
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.inbound.forms.token_form import NewToken, make_token, shown_token
from fullhouse.inbound.mail.arrival import ReceivedMail
from fullhouse.kernel.audit import AuditLine, AuditMismatch, compare, replay
from fullhouse.kernel.records import Get
from fullhouse.products.rsvp.model import Event
from fullhouse.products.rsvp.rehearsal import MOST_GUESTS, Rehearsal
from fullhouse.products.rsvp.result_codes import PROBLEMS
from fullhouse.web.api.auth import COMMAND_LINE, caller_of, known_by
from fullhouse.web.api.errors import refusal
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.events.rehearsal_text import suggested
from fullhouse.web.errors import json
from fullhouse.web.limits import take, too_many_requests
from fullhouse.web.privacy import person_data

PAGE = 1000


class VerifyReport(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a check of the audit."""

    lines: int
    records: int
    problems: list[AuditMismatch]


def verify(engine: Engine, event: str = "") -> VerifyReport:
    """Replay the audit of one event, or of everything, and compare it with the records.

    It runs without a pause, so that nothing changes between the first line and the last record.
    """
    from fullhouse.engine.catalogue import AUDITED  # loads all rules, which pages do not need

    problems: list[AuditMismatch] = []
    lines = list(_lines(engine, event))
    stored = [record for record in engine.load(AllRecords()) if not event or record.key[0] == event]
    compare(replay(lines, AUDITED, problems), stored, problems)
    return VerifyReport(lines=len(lines), records=len(stored), problems=problems)


def _lines(engine: Engine, event: str) -> Iterator[AuditLine]:
    after = 0
    while page := engine.load(AuditPage(event, after, PAGE)):
        yield from page
        after = page[-1].number


PREFIX = "/control"
NOT_HERE = FieldProblem("not_signed_in", "This is for the command line of this machine only.")


class KeyRotation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The request for a new signing key; `revoke` ends the old ones."""

    revoke: bool = False


def _for_command_line(
    handle: Callable[[Request], Awaitable[Any]],
) -> Callable[[Request], Awaitable[Response]]:
    @wraps(handle)
    async def guarded(request: Request) -> Response:
        caller = caller_of(request)
        if caller is None or caller.name != COMMAND_LINE:
            if known_by(request) and not take(request, BAD_TOKEN):
                return too_many_requests(request, BAD_TOKEN)
            return refusal(NOT_HERE)
        try:
            return json(200, await handle(request))
        except Invalid as invalid:
            return refusal(invalid.problems[0])

    return guarded


@_for_command_line
async def _tokens(request: Request) -> Any:  # noqa: ANN401 - a list, or a new token
    engine = dependencies(request).engine
    if request.method != "POST":
        return {"items": [shown_token(token) for token in engine.load(Tokens())]}
    asked = decode(await request.body(), NewToken)
    return await make_token(engine, asked, COMMAND_LINE)


@_for_command_line
async def _revoke_token(request: Request) -> Any:  # noqa: ANN401 - a token
    engine = dependencies(request).engine
    command = RevokeToken(token_id=request.path_params["token"])
    token: ApiToken | None = await engine.execute(command, COMMAND_LINE)
    if token is None:
        raise Invalid(FieldProblem("not_found", "There is no such token."))
    return shown_token(token)


@_for_command_line
async def _rotate_keys(request: Request) -> dict[str, bool]:
    rotate = dependencies(request).desk.rotate_keys
    if rotate is None:
        raise Invalid(FieldProblem("no_keys", "The keys are not kept here."))
    asked = decode(await request.body(), KeyRotation)
    await rotate(COMMAND_LINE, revoke=asked.revoke)
    return {"revoked": asked.revoke}


@_for_command_line
async def _desk_link(request: Request) -> dict[str, str]:
    """Make a link that signs the owner in; a folder that was never served has no owner yet."""
    engine = dependencies(request).engine
    owner = engine.load(Get(Member, (OWNER,)))
    if owner is None:
        command = AddMember(member_id=OWNER, email="", role="owner")
        owner = await engine.execute(command, COMMAND_LINE)
    return {"url": engine.composer.link_url(sign_in_link(owner, engine.now()), "desk")}


@_for_command_line
async def _verify(request: Request) -> Any:  # noqa: ANN401 - a report, as JSON
    return verify(dependencies(request).engine, request.query_params.get("event", ""))


@_for_command_line
async def _take_mail(request: Request) -> dict[str, Any]:
    """Handle a mail fed by hand."""
    pipeline = dependencies(request).desk.mail
    if pipeline is None:
        raise Invalid(FieldProblem("no_mail", "Mail is not taken in here."))
    mail = ReceivedMail(await request.body(), request.query_params.get("to", ""))
    taken = await pipeline.take(mail)
    return msgspec.structs.asdict(taken)


@_for_command_line
async def _person(request: Request) -> Any:  # noqa: ANN401 - an export or a report
    provided = dependencies(request)
    engine = provided.engine
    address = person_data.read_address(engine, request.query_params.get("address", ""))
    if request.method == "POST":
        return await person_data.erase(engine, address, COMMAND_LINE, provided.desk.files)
    return await person_data.export(engine, address)


@_for_command_line
async def _rehearse(request: Request) -> Rehearsal:
    """Rehearse an event on a copy; nothing is changed."""
    provided = dependencies(request)
    engine, play = provided.engine, provided.desk.rehearse
    event = engine.load(Get(Event, (request.query_params.get("event", ""),)))
    if event is None or play is None:
        raise Invalid(FieldProblem("unknown_event", PROBLEMS["unknown_event"]))
    typed = request.query_params.get("guests", "")
    if typed.isdecimal() and len(typed) <= len(str(MOST_GUESTS)):
        guests = int(typed)
    else:
        guests = suggested(event)
    found = await play(engine, event.id, guests)
    assert found is not None  # noqa: S101 - the event exists
    return found


def routes() -> list[BaseRoute]:
    """Return the control routes."""
    return [
        Route(f"{PREFIX}/tokens", _tokens, methods=["GET", "POST"]),
        Route(f"{PREFIX}/tokens/{{token}}/revoke", _revoke_token, methods=["POST"]),
        Route(f"{PREFIX}/keys", _rotate_keys, methods=["POST"]),
        Route(f"{PREFIX}/desk-link", _desk_link, methods=["POST"]),
        Route(f"{PREFIX}/audit", _verify, methods=["GET"]),
        Route(f"{PREFIX}/person", _person, methods=["GET", "POST"]),
        Route(f"{PREFIX}/mail", _take_mail, methods=["POST"]),
        Route(f"{PREFIX}/rehearsal", _rehearse, methods=["GET"]),
    ]
