"""Every signed link comes in here: read, judged, and handed to whoever answers its purpose.

`PURPOSES` is the table of contents: whoever puts an app together says who answers which link. Members' links are
answered at the desk, guests' links where links are. In the scopes of the waitlist and of appointments the same purposes
mean other things, so each has a table of its own.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fullhouse.engine.access import DESK
from fullhouse.engine.core import Engine
from fullhouse.kernel.links import LINKS_HOLD, PART, Expired, Link, Tampered
from fullhouse.kernel.product import APPOINTMENTS, WAITLIST
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.documents import Document, rulebook_of
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.rsvp.model import Event, Guest
from fullhouse.web.dependencies import dependencies
from fullhouse.web.pages import problem
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
    """Read a link and pass it on; say kindly what is wrong with one that cannot be used."""
    engine = dependencies(request).engine
    token: str = request.path_params["token"]
    try:
        link = engine.composer.keyring.read(token, engine.now())
    except Tampered:
        # Many of these in a row may mean that someone tries links, or that a key was lost.
        log.info("a link's signature is not ours", extra={"facts": {"link": "tampered"}})
        return _not_ours(request)
    except Expired:
        return _too_old(request)
    place = PLACES.get(link.scope, "links")
    if not is_here(request, place):
        return redirect_to_site(request, place)
    handler = OF_SCOPE.get(link.scope, PURPOSES).get(link.purpose)
    return _not_ours(request) if handler is None else await handler(request, link)


def _not_ours(request: Request) -> Response:
    what = "It may have been cut short or changed on its way. Nothing was done. Please open the whole link from"
    where = (
        "our message to you."
        if _scope(request) in OF_SCOPE
        else "your mail, or ask for a new one on the event's page."
    )
    return problem(request, 400, "This link cannot be read.", f"{what} {where}", _way_on(request))


def _too_old(request: Request) -> Response:
    newest = "message" if _scope(request) in OF_SCOPE else "mail"
    text = f"It was ours, and its time has passed. Nothing was done. Please use the link in our newest {newest} to you."
    return problem(request, 410, "This link has expired.", text, _way_on(request))


def _scope(request: Request) -> str:
    """Say what a link claims to be about, which nothing but words may hang on."""
    token: str = request.path_params["token"]
    return "".join(token.split(".")[2:3])


def _way_on(request: Request) -> tuple[str, str] | None:
    """Lead from a link that cannot be used to the page of what it names, which is public anyway."""
    named = _scope(request)
    if named in OF_SCOPE:
        return ("To the waitlist's page", "/waitlist") if named == WAITLIST else None
    engine = dependencies(request).engine
    event = engine.load(Get(Event, (named,))) if named and PART.fullmatch(named) else None
    return ("To the event's page", f"/e/{event.id}") if event else None


def calendar_path(engine: Engine, guest: Guest) -> str:
    """Say where a guest's own calendar file is; the same all day, so that a page that is read again stays the same."""
    today = engine.now().replace(hour=0, minute=0, second=0, microsecond=0)
    return f"/l/{engine.composer.keyring.sign(Link(CALENDAR, guest.event_id, guest.id, expires_at=today + LINKS_HOLD))}"


def routes(
    purposes: Mapping[str, Handler],
    of_waitlist: Mapping[str, Handler] | None = None,
    of_appointments: Mapping[str, Handler] | None = None,
) -> list[BaseRoute]:
    """Name the route of all links, and who answers them."""
    PURPOSES.update(purposes)
    WAITLIST_PURPOSES.update(of_waitlist or {})
    APPOINTMENT_PURPOSES.update(of_appointments or {})
    return [Route("/l/{token}", follow, methods=["GET", "POST"])]


def rules_of(engine: Engine) -> Rulebook:
    """Return the rules in force."""
    return rulebook_of(engine.load(Get(Document, ("rules",))))
