"""Layout of the desk's pages: one template each, with what every page shows around it."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from fullhouse.web import pages
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk import formatting
from fullhouse.web.desk.demo_clock_bar import DemoClockBar, strip

# Sentence shown after a form was handled; the redirect carries only the key.
DONE = {
    "created": "The event is open. Share its page, and watch the room fill.",
    "changed": "Saved.",
    "page_changed": "Saved. Guests see it on the event page from now on.",
    "questions_changed": "Saved. The sign-up form asks this from now on.",
    "answers_changed": "Their answers are saved.",
    "unchanged": "Nothing was different, so nothing was changed.",
    "closed": "Sign-up is closed. The waitlist, offers and cancellations go on.",
    "reopened": "Sign-up is open again.",
    "event_cancelled": "The event is cancelled, and everyone is being told.",
    "guest_cancelled": "The guest is off the list.",
    "erased": "Forgotten: name and address are gone from everything that is kept here.",
    "address_erased": "The address is erased. Its guest or customer has another one and stays.",
    "words": "Saved. Emails that are written from now on use your words.",
    "our_words": "Guests get our words from now on.",
    "tested": "The test is on its way to you.",
    "look_changed": "Saved. Guests see it on their pages and in their emails from now on.",
    "email_saved": "Your address is saved.",
    "mail_saved": "Saved. Send yourself a test now.",
    "sent_again": "The message is on its way again.",
    "thanked": "Your thanks are on their way.",
    "replied": "Your reply is on its way.",
    "broadcast": "Your message is on its way.",
    "link_sent": "The link is on its way to the guest's inbox.",
    "member_added": "They may come in, and a link is on its way to them.",
    "role_changed": "Saved. It holds from now on.",
    "member_removed": "They may not come in any more, and are signed out everywhere.",
    "sign_in_sent": "A new link is on its way to them.",
    "revoked": "The key is revoked. Nothing can be done with it any more.",
    "signed_out": "You are signed out.",
    "not_signed_in": "You were signed out, so nothing was changed. Sign in and send it again.",
    "session_ended": "That browser is signed out.",
    "passkey_added": "The passkey is added. You can sign in with it from now on.",
    "released": "The seats of guests who did not come are free now.",
    "pass_made": "The door pass is ready. Send its link to your helper.",
    "pass_revoked": "The door pass is revoked. It opens nothing any more.",
    "too_many_passes": "There are too many door passes. Revoke one first.",
    "event_not_begun": "The event has not begun yet, so nothing was released.",
    "event_ended": "The event is over, so nothing was released.",
    "passkey_removed": "The passkey is removed. Nobody can sign in with it any more.",
}
HEADERS = {
    **pages.SECURITY,
    "Content-Security-Policy": f"{pages.SECURITY['Content-Security-Policy']}; frame-src 'self'",
}


def page(
    request: Request,
    template: str,
    context: Mapping[str, Any],
    status: int = 200,
) -> Response:
    """Render a page of the desk."""
    engine = dependencies(request).engine
    session = getattr(request.state, "session", None)
    around = {
        "session": session,
        "form_token": session.form_token if session else "",
        "here": here(request),
        "now": engine.now(),
        "base_url": engine.composer.urls.guests,
        "desk_url": engine.composer.urls.desk,
        "done": DONE.get(request.query_params.get("done", ""), ""),
        "strip": _strip(request, context) if session else None,
        "keeps_brand": dependencies(request).keeps_brand,
        "mail_server": dependencies(request).desk.mail_server is not None,
        "rehearses": dependencies(request).desk.rehearse is not None,
        "is_host": session is not None and session.is_host,
        "is_owner": session is not None and session.is_owner,
        "live": "",
        "version": "",
        "words": formatting,
    }
    return pages.page(request, f"desk/{template}", status, headers=HEADERS, **{**around, **context})


def _strip(request: Request, context: Mapping[str, Any]) -> DemoClockBar | None:
    engine, zone = dependencies(request).engine, context.get("zone", "")
    return strip(engine, here(request), request.query_params, context.get("event"), zone)


def here(request: Request) -> str:
    """Return this page's path, without the prefix of a proxy."""
    return request.url.path.removeprefix(pages.root(request))


def page_of_message(message_id: str) -> str:
    """Return the path of a message's page."""
    return f"/desk/mailbox/m/{quote(message_id)}"


def problem(
    request: Request, heading: str, text: str, status: int, back: str = "/desk"
) -> Response:
    """Render a page that says what went wrong, what was kept, and what to do."""
    return page(request, "problem.html", {"heading": heading, "text": text, "back": back}, status)


def go(request: Request, path: str, done: str = "") -> Response:
    """Redirect the browser after a form was handled."""
    target = f"{pages.root(request)}{path}"
    return RedirectResponse(f"{target}?done={done}" if done else target, 303)
