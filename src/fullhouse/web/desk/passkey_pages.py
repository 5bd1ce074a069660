"""Passkeys at the desk: add and remove them on the account page, and sign in with one."""

import json as stdlib_json
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.access import Member
from fullhouse.engine.passkeys import RemovePasskey
from fullhouse.engine.rate_limit import BAD_TOKEN
from fullhouse.locale.current import gettext
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk import session as sessions
from fullhouse.web.desk import webauthn
from fullhouse.web.desk.auth import refuse_form, require_session
from fullhouse.web.desk.layout import go, problem
from fullhouse.web.desk.sign_in import signed_in
from fullhouse.web.limits import take, too_many_requests
from fullhouse.web.request_body import read_fields

ACCOUNT = "/desk/account"


@require_session
async def add_options(request: Request) -> Response:
    """Return the options with which the browser makes a passkey."""
    if not webauthn.are_offered(request):
        return _not_offered(request)
    member: Member = request.state.session.member
    options, challenge = webauthn.registration_options(request, member)
    response = _json(options)
    webauthn.set_challenge(request, response, webauthn.REGISTER, member.id, challenge)
    return response


@require_session
async def add(request: Request) -> Response:
    """Add the passkey that the browser has made."""
    if not webauthn.are_offered(request):
        return _not_offered(request)
    session, form = request.state.session, await request.form()
    try:
        command = webauthn.new_passkey(request, session.member, str(form.get("credential", "")))
    except webauthn.BadPasskey:
        return _refused(request, ACCOUNT)
    if await dependencies(request).engine.execute(command, session.by) is None:
        return _refused(request, ACCOUNT)
    response = go(request, ACCOUNT, "passkey_added")
    webauthn.clear_challenge(request, response)
    return response


@require_session
async def remove(request: Request) -> Response:
    """Remove a passkey of the member."""
    session = request.state.session
    command = RemovePasskey(member_id=session.member.id, passkey_id=request.path_params["passkey"])
    if await dependencies(request).engine.execute(command, session.by) is None:
        text = gettext("There is no such passkey.")
        return problem(request, gettext("Nothing was changed"), text, 404, ACCOUNT)
    return go(request, ACCOUNT, "passkey_removed")


async def sign_in_options(request: Request) -> Response:
    """Return the options with which the browser signs in."""
    if not sessions.is_ours(request):
        return refuse_form(request)
    if not webauthn.are_offered(request):
        return _not_offered(request)
    options, challenge = webauthn.sign_in_options(request)
    response = _json(options)
    webauthn.set_challenge(request, response, webauthn.SIGN_IN, "", challenge)
    return response


async def sign_in(request: Request) -> Response:
    """Sign in with a passkey."""
    if not sessions.is_ours(request):
        return refuse_form(request)
    if not webauthn.are_offered(request):
        return _not_offered(request)
    fields = await read_fields(request)
    try:
        command = webauthn.signed_in_as(request, fields.get("credential", ""))
    except webauthn.BadPasskey:
        return _refused_stranger(request)
    engine = dependencies(request).engine
    member: Member | None = await engine.execute(command, f"member:{command.member_id}")
    if member is None:
        return _refused_stranger(request)
    response = await signed_in(request, member, sessions.local_path(fields.get("next", "")))
    webauthn.clear_challenge(request, response)
    return response


def _json(options: dict[str, Any]) -> Response:
    headers = {"Cache-Control": "no-store"}
    return Response(stdlib_json.dumps(options), 200, headers, "application/json")


def _not_offered(request: Request) -> Response:
    text = gettext("Passkeys are not set up here. Sign in with a link by email.")
    return problem(request, gettext("Nothing was changed"), text, 404, "/desk/sign-in")


def _refused_stranger(request: Request) -> Response:
    """Refuse a sign-in; many in a row from one client address have to wait."""
    if not take(request, BAD_TOKEN):
        return too_many_requests(request, BAD_TOKEN)
    return _refused(request, "/desk/sign-in")


def _refused(request: Request, back: str) -> Response:
    text = gettext("The passkey was not accepted. Try again, or use a link by email.")
    return problem(request, gettext("That didn't work"), text, 403, back)


ROUTES = [
    Route(f"{ACCOUNT}/passkeys/options", add_options, methods=["POST"]),
    Route(f"{ACCOUNT}/passkeys", add, methods=["POST"]),
    Route(ACCOUNT + "/passkeys/{passkey}/remove", remove, methods=["POST"]),
    Route("/desk/sign-in/passkey/options", sign_in_options, methods=["POST"]),
    Route("/desk/sign-in/passkey", sign_in, methods=["POST"]),
]
