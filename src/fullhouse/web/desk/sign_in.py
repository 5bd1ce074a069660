"""Sign-in by a mailed link instead of a password, and sign-out."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.access import Member, RequestSignIn, SignOut, UseSignInLink
from fullhouse.engine.rate_limit import SIGN_IN
from fullhouse.engine.sessions import EndSession
from fullhouse.inbound.forms.guest_form import Invalid, clean_address
from fullhouse.kernel.links import Link
from fullhouse.locale.current import gettext
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk import session as sessions
from fullhouse.web.desk import webauthn
from fullhouse.web.desk.auth import refuse_form, require_session
from fullhouse.web.desk.layout import go, page, problem
from fullhouse.web.desk.session_notes import note_session
from fullhouse.web.limits import in_even_time, take, too_many_requests
from fullhouse.web.request_body import read_fields


async def ask_for_link(request: Request) -> Response:
    """Show the sign-in form, and mail the link. Members and strangers get the same answer."""
    if request.method != "POST":
        return _ask_page(request, sessions.local_path(request.query_params.get("next", "")))
    if not sessions.is_ours(request):
        return refuse_form(request)
    fields = await read_fields(request)
    typed, path = fields.get("email", ""), sessions.local_path(fields.get("next", ""))
    try:
        email = clean_address(typed)
        if not take(request, SIGN_IN):
            return too_many_requests(request, SIGN_IN)
        return await in_even_time(_send(request, email, path))
    except Invalid:
        return _ask_page(
            request,
            path,
            email=typed,
            error=gettext("Enter your email address, such as you@example.org."),
        )


def _ask_page(request: Request, path: str, email: str = "", error: str = "") -> Response:
    return page(
        request,
        "sign_in.html",
        {
            "next": path,
            "email": email,
            "error": error,
            "offers_passkeys": webauthn.are_offered(request),
        },
        422 if error else 200,
    )


async def _send(request: Request, email: str, path: str) -> Response:
    engine = dependencies(request).engine
    await engine.execute(RequestSignIn(email=email), "desk")
    response = page(request, "sign_in_sent.html", {"email": email})
    sessions.want(request, response, path)
    return response


async def sign_in(request: Request, link: Link) -> Response:
    """Answer a sign-in link: GET shows a button, and only the button signs in."""
    if request.method != "POST":
        return page(request, "sign_in_confirm.html", {})
    if not sessions.is_ours(request):
        return refuse_form(request)
    engine = dependencies(request).engine
    nonce = int(link.offer) if link.offer.isdecimal() else -1
    command = UseSignInLink(member_id=link.person, nonce=nonce)
    member: Member | None = await engine.execute(command, f"member:{link.person}")
    if member is None:
        text = gettext(
            "Each sign-in link works once, and signing in ends all links made before. "
            "Ask for a new link, it takes a moment."
        )
        heading = gettext("This link no longer works")
        return problem(request, heading, text, 410, "/desk/sign-in")
    return await signed_in(request, member, sessions.wanted(request))


async def signed_in(request: Request, member: Member, path: str) -> Response:
    """Begin a session and return the redirect to a page."""
    session_id = dependencies(request).engine.ids.new()
    response = go(request, path)
    sessions.begin(request, response, member, session_id)
    await note_session(request, member.id, session_id)
    return response


@require_session
async def leave(request: Request) -> Response:
    """Sign out this browser, or every browser of the member."""
    session, engine = request.state.session, dependencies(request).engine
    form = await request.form()
    ended = None
    if not form.get("everywhere"):
        here = EndSession(member_id=session.member.id, session_id=session.id)
        ended = await engine.execute(here, session.by)
    if ended is None:  # wanted everywhere, or this session is not on the list
        await engine.execute(SignOut(member_id=session.member.id), session.by)
    response = go(request, "/desk/sign-in", "signed_out")
    sessions.end(request, response)
    return response


ROUTES = [
    Route("/desk/sign-in", ask_for_link, methods=["GET", "POST"]),
    Route("/desk/sign-out", leave, methods=["POST"]),
]
