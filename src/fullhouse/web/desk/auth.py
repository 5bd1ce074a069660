"""Access to the desk: session, role and form token of every request."""

from collections.abc import Awaitable, Callable
from functools import wraps
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import compile_path

from fullhouse.locale.current import gettext
from fullhouse.web.desk import session as sessions
from fullhouse.web.desk.layout import go, here, problem
from fullhouse.web.desk.session_notes import note_session

Handler = Callable[[Request], Awaitable[Response]]
MOST_FIELDS = 100
FORM_TOKEN = "form_token"  # noqa: S105 - a field's name, not a secret


# Pages and actions open to helpers. Everything else is for hosts, also pages added later.
HELPERS_MAY = {
    "/desk": "GET",
    "/desk/live": "GET",
    "/desk/sign-out": "POST",
    "/desk/account": "GET",
    "/desk/account/sessions/{session}/end": "POST",
    "/desk/account/passkeys": "POST",
    "/desk/account/passkeys/options": "POST",
    "/desk/account/passkeys/{passkey}/remove": "POST",
    "/desk/calendar": "GET",
    "/desk/ask": "GET",
    "/desk/e/{event}": "GET",
    "/desk/e/{event}/live": "GET",
    "/desk/e/{event}/audit": "GET",
    "/desk/e/{event}/ask": "GET",
    "/desk/e/{event}/door": "GET",
    "/desk/e/{event}/check-in": "GET",
    "/desk/e/{event}/check-in/sync": "POST",
    "/desk/e/{event}/check-in/worker.js": "GET",
    "/desk/e/{event}/g/{guest}": "GET",
    "/desk/e/{event}/g/{guest}/cancel": "GET POST",
    "/desk/e/{event}/g/{guest}/resend": "POST",
    "/desk/e/{event}/guests": "GET",
    "/desk/e/{event}/line": "GET",
    "/desk/e/{event}/seats": "GET",
    "/desk/e/{event}/share": "GET",
    "/desk/e/{event}/unreached": "GET",
    "/desk/mailbox": "GET",
    "/desk/mailbox/again": "POST",
    "/desk/mailbox/frame": "GET",
    "/desk/mailbox/m/{id:path}": "GET",
    "/desk/waitlist": "GET",
    "/desk/waitlist/live": "GET",
    "/desk/waitlist/free": "POST",
    "/desk/waitlist/slots/{slot}": "GET",
    "/desk/waitlist/slots/{slot}/withdraw": "POST",
    "/desk/waitlist/slots/{slot}/again": "POST",
    "/desk/waitlist/slots/{slot}/another": "POST",
    "/desk/waitlist/list": "GET POST",
    "/desk/waitlist/entries/{entry}": "GET",
    "/desk/waitlist/entries/{entry}/edit": "POST",
    "/desk/waitlist/entries/{entry}/remove": "POST",
    "/desk/waitlist/entries/{entry}/reach": "POST",
    "/desk/waitlist/summary": "GET",
    "/desk/waitlist/proposals": "GET",
    "/desk/waitlist/proposals/{proposal}": "GET POST",
    "/desk/waitlist/proposals/{proposal}/approve": "POST",
    "/desk/waitlist/proposals/{proposal}/discard": "POST",
    "/desk/appointments": "GET",
    "/desk/appointments/live": "GET",
    "/desk/appointments/book": "POST",
    "/desk/appointments/list": "GET",
    "/desk/appointments/summary": "GET",
    "/desk/appointments/a/{appointment}": "GET",
    "/desk/appointments/a/{appointment}/edit": "POST",
    "/desk/appointments/a/{appointment}/reach": "POST",
    "/desk/appointments/a/{appointment}/confirm": "POST",
    "/desk/appointments/a/{appointment}/unconfirm": "POST",
    "/desk/appointments/a/{appointment}/cancel": "POST",
    "/desk/appointments/a/{appointment}/no-show": "POST",
    "/desk/appointments/a/{appointment}/restore": "POST",
}
OPEN_TO_HELPERS = [
    (compile_path(path)[0], methods.split()) for path, methods in HELPERS_MAY.items()
]


def helpers_may(method: str, path: str) -> bool:
    """Return True if helpers may send this request."""
    if method == "HEAD":
        method = "GET"
    return any(method in methods and pattern.match(path) for pattern, methods in OPEN_TO_HELPERS)


def require_session(handler: Handler) -> Handler:
    """Wrap a handler: only members get in, and only with forms made for their session."""

    @wraps(handler)
    async def guarded(request: Request) -> Response:
        session = sessions.read_session(request)
        if session is None:
            return _ask_to_sign_in(request)
        request.state.session = session
        await note_session(request, session.member.id, session.id)
        if not session.is_host and not helpers_may(request.method, here(request)):
            return _hosts_only(request)
        if request.method == "POST" and not await _is_our_form(request, session):
            return refuse_form(request)
        return await handler(request)

    return guarded


def require_session_with_files(most_bytes: int) -> Callable[[Handler], Handler]:
    """Wrap a guarded handler so that its form may carry one file, or a text as long as one."""

    def around(guarded: Handler) -> Handler:
        @wraps(guarded)
        async def serve(request: Request) -> Response:
            request.state.form_limits = {
                "max_files": 1,
                "max_fields": MOST_FIELDS,
                "max_part_size": most_bytes,
            }
            try:
                return await guarded(request)
            finally:
                await request.close()

        return serve

    return around


def _ask_to_sign_in(request: Request) -> Response:
    """Redirect to the sign-in form; one who sent a form is told that nothing was changed."""
    told = "&done=not_signed_in" if request.method == "POST" else ""
    return go(request, f"/desk/sign-in?next={quote(_page_after_sign_in(request))}{told}")


def _page_after_sign_in(request: Request) -> str:
    if request.method == "POST":
        return sessions.HOME
    query = f"?{request.url.query}" if request.url.query else ""
    return sessions.local_path(f"{here(request)}{query}")


async def _is_our_form(request: Request, session: sessions.Session) -> bool:
    if not sessions.is_ours(request):
        return False
    limits = getattr(request.state, "form_limits", {"max_files": 0, "max_fields": MOST_FIELDS})
    form = await request.form(**limits)
    return sessions.has_token(session, str(form.get(FORM_TOKEN, "")))


def _hosts_only(request: Request) -> Response:
    text = gettext(
        "You come to this desk as a helper, and nothing was changed. "
        "Ask a host to do it, or to make you one."
    )
    return problem(request, gettext("This is for hosts"), text, 403)


def refuse_form(request: Request) -> Response:
    """Return the page for a form without a valid token: nothing was changed."""
    return problem(
        request,
        gettext("This form has grown old"),
        gettext("Nothing was changed. Open the page again, and send the form from there."),
        403,
    )
