"""The route of all signed links: each is verified and passed to the handler of its purpose.

The app registers the handlers. Links of members belong to the desk, links of guests to the site
for links. The waitlist and appointments use the same purposes for other things, so each has its
own table.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fullhouse.engine.access import DESK
from fullhouse.engine.core import Engine
from fullhouse.engine.rate_limit import BAD_LINK
from fullhouse.kernel.links import LINKS_HOLD, PART, Expired, Link, Tampered
from fullhouse.kernel.product import APPOINTMENTS, WAITLIST
from fullhouse.kernel.records import Get
from fullhouse.locale import to_translate
from fullhouse.locale.current import use_language
from fullhouse.products.frontdesk.shared.documents import Document, rulebook_of
from fullhouse.products.frontdesk.shared.message_facts import facts_of
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.rsvp.link_binding import bind_to_address
from fullhouse.products.rsvp.model import Event, Guest
from fullhouse.web.dependencies import dependencies
from fullhouse.web.limits import take, too_many_requests
from fullhouse.web.pages import problem, root
from fullhouse.web.sites import Place, is_here, redirect_to_site

log = logging.getLogger(__name__)

Handler: TypeAlias = Callable[[Request, Link], Awaitable[Response]]

PURPOSES: dict[str, Handler] = {}
WAITLIST_PURPOSES: dict[str, Handler] = {}
APPOINTMENT_PURPOSES: dict[str, Handler] = {}
OF_SCOPE = {WAITLIST: WAITLIST_PURPOSES, APPOINTMENTS: APPOINTMENT_PURPOSES}
CALENDAR = "calendar"
PLACES: dict[str, Place] = {DESK: "desk", WAITLIST: "claims", APPOINTMENTS: "replies"}


async def follow(request: Request) -> Response:
    """Verify a link and call its handler, or show why it cannot be used."""
    engine = dependencies(request).engine
    token: str = request.path_params["token"]
    try:
        link = engine.composer.keyring.read(token, engine.now())
    except Tampered:
        return not_ours(request)
    except Expired:
        return expired_page(request)
    return await dispatch(request, link)


async def dispatch(request: Request, link: Link) -> Response:
    """Call the handler of a link, here or at its own site."""
    place = PLACES.get(link.scope, "links")
    if not is_here(request, place):
        return redirect_to_site(request, place)
    handler = OF_SCOPE.get(link.scope, PURPOSES).get(link.purpose)
    if handler is None:
        return _unreadable_page(request)
    return await handler(request, link)


def not_ours(request: Request) -> Response:
    """Show that a link cannot be read; many of them in a row are refused."""
    # Many in a row may mean that someone guesses links, or that a key was lost.
    if not take(request, BAD_LINK):
        return too_many_requests(request, BAD_LINK)
    log.info("a link is not ours", extra={"facts": {"link": "tampered"}})
    return _unreadable_page(request)


def _unreadable_page(request: Request) -> Response:
    text = to_translate(
        "It may have been cut short, or it no longer works. Nothing was done. "
        "Please open the whole link from your email, or ask for a new one on the event's page."
    )
    if _is_customers(request):
        text = to_translate(
            "It may have been cut short, or it no longer works. Nothing was done. "
            "Please open the whole link from our message to you, or ask us for a new one."
        )
    if _scope(request) == DESK:
        text = to_translate(
            "It may have been cut short or changed on its way. Nothing was done. "
            "Please open the whole link, or ask for a new one."
        )
    heading = to_translate("This link doesn't work.")
    return problem(request, 400, heading, text, _way_on(request))


def expired_page(request: Request) -> Response:
    """Show that a link has expired; customers see whom to call."""
    text = to_translate(
        "It came from us, but it no longer works. Nothing was done. "
        "Please use the link in our newest email to you."
    )
    if _is_customers(request):
        text = to_translate(
            "It came from us, but it no longer works. Nothing was done. "
            "Please use the link in our newest message to you."
        )
    if _scope(request) == DESK:
        text = to_translate(
            "It came from us, but it no longer works. Nothing was done. "
            "Ask for a new sign-in link, it takes a moment."
        )
    heading = to_translate("This link has expired.")
    contact = facts_of(rules_of(dependencies(request).engine)) if _is_customers(request) else None
    return problem(request, 410, heading, text, _way_on(request), contact=contact)


def _is_customers(request: Request) -> bool:
    """Return True if a link claims to be from a message of the front desk."""
    return request.url.path.startswith(f"{root(request)}/s/") or _scope(request) in OF_SCOPE


def _scope(request: Request) -> str:
    """Return the scope that a link claims; it is unverified, so only texts may depend on it."""
    token: str = request.path_params["token"]
    return "".join(token.split(".")[2:3])


def _way_on(request: Request) -> tuple[str, str] | None:
    """Return a label and a path to the public page that an unusable link is about.

    From here on the response is in the language of the event.
    """
    scope = _scope(request)
    if scope == DESK:
        return _way_to_sign_in(request)
    if scope == WAITLIST:
        return to_translate("To the waitlist's page"), "/waitlist"
    if scope in OF_SCOPE or not scope or not PART.fullmatch(scope):
        return None
    event = dependencies(request).engine.load(Get(Event, (scope,)))
    if event is None:
        return None
    use_language(event.settings.language)
    return to_translate("To the event's page"), f"/e/{event.id}"


def _way_to_sign_in(request: Request) -> tuple[str, str] | None:
    if not is_here(request, "desk"):
        return None
    return to_translate("Sign in"), "/desk/sign-in"


def calendar_path(engine: Engine, guest: Guest, about: str = "") -> str:
    """Return the path of a guest's own calendar file; it may name the sign-up it belongs to."""
    return own_path(engine, guest, CALENDAR, about)


def own_page_path(engine: Engine, guest: Guest) -> str:
    """Return the path of a guest's own page."""
    return own_path(engine, guest, "manage")


def own_path(engine: Engine, guest: Guest, purpose: str, offer: str = "") -> str:
    """Return the path of a guest's link; some are about an offer.

    It stays the same all day, so that a page looks the same when it is loaded again.
    """
    today = engine.now().replace(hour=0, minute=0, second=0, microsecond=0)
    about = bind_to_address(offer, guest.address_rev)
    link = Link(purpose, guest.event_id, guest.id, about, today + LINKS_HOLD)
    return f"/l/{engine.composer.keyring.sign(link)}"


def routes(
    purposes: Mapping[str, Handler],
    of_waitlist: Mapping[str, Handler] | None = None,
    of_appointments: Mapping[str, Handler] | None = None,
) -> list[BaseRoute]:
    """Register the handlers and return the route of all links."""
    PURPOSES.update(purposes)
    WAITLIST_PURPOSES.update(of_waitlist or {})
    APPOINTMENT_PURPOSES.update(of_appointments or {})
    return [Route("/l/{token}", follow, methods=["GET", "POST"])]


def rules_of(engine: Engine) -> Rulebook:
    """Return the rules in force."""
    return rulebook_of(engine.load(Get(Document, ("rules",))))
