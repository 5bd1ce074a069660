"""A member's own account: their passkeys, and the browsers in which they are signed in."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.sessions import EndSession, MemberSessions, live_sessions
from fullhouse.kernel.records import Get
from fullhouse.locale.current import gettext
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk import session as sessions
from fullhouse.web.desk import webauthn
from fullhouse.web.desk.auth import require_session
from fullhouse.web.desk.layout import go, page, problem

HOME = "/desk/account"


@require_session
async def account(request: Request) -> Response:
    """List the sessions of the member."""
    engine, session = dependencies(request).engine, request.state.session
    stored = engine.load(Get(MemberSessions, (session.member.id,)))
    listed = live_sessions(session.member, stored, engine.now())
    shown = {
        "sessions": listed,
        "me": session.member,
        "offers_passkeys": webauthn.are_offered(request),
    }
    return page(request, "account.html", shown)


@require_session
async def end_session(request: Request) -> Response:
    """Sign out one browser of the member."""
    engine, session = dependencies(request).engine, request.state.session
    command = EndSession(member_id=session.member.id, session_id=request.path_params["session"])
    if await engine.execute(command, session.by) is None:
        return problem(
            request,
            gettext("Nothing was changed"),
            gettext("That browser is already signed out."),
            404,
            HOME,
        )
    if command.session_id != session.id:
        return go(request, HOME, "session_ended")
    response = go(request, "/desk/sign-in", "signed_out")
    sessions.end(request, response)
    return response


ROUTES = [
    Route(HOME, account),
    Route(HOME + "/sessions/{session}/end", end_session, methods=["POST"]),
]
