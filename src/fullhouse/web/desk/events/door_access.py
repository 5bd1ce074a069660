"""Access to the door page: a member's session, or a door pass for one event on its day."""

import hmac
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import wraps
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fullhouse.engine.access import DESK
from fullhouse.engine.core import Engine
from fullhouse.kernel.links import LINKS_HOLD, Expired, Link, Tampered
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import wall_time
from fullhouse.locale.current import gettext
from fullhouse.products.rsvp.door_codes import CODE
from fullhouse.products.rsvp.door_passes import closes_at, find_pass, opens_at
from fullhouse.products.rsvp.model import DoorPass, Event
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk import formatting
from fullhouse.web.desk import session as sessions
from fullhouse.web.desk.layout import go, here, page, problem
from fullhouse.web.errors import json
from fullhouse.web.pages import root
from fullhouse.web.request_body import cookie

DOOR = "door"
COOKIE = "fullhouse_door"
TOKEN_HEADER = "x-form-token"  # noqa: S105 - a header's name, not a secret
MARGIN = timedelta(hours=1)
OLD_PAGE = "Nothing was changed. Open the page again."


class DoorAccess(msgspec.Struct, frozen=True):
    """Someone at the door: their name in the audit, and the token of their requests."""

    by: str
    form_token: str
    is_host: bool = False
    is_member: bool = False


DoorHandler = Callable[[Request, Event, DoorAccess], Awaitable[Response]]


def pass_link(event: Event, one: DoorPass) -> Link:
    """Return the link of a door pass; the event's day decides when it works."""
    return Link(DOOR, DESK, event.id, one.id, one.made_at + LINKS_HOLD)


def at_the_door(handler: DoorHandler) -> Callable[[Request], Awaitable[Response]]:
    """Serve members and holders of a pass for this event; what they send needs their token."""

    @wraps(handler)
    async def serve(request: Request) -> Response:
        engine = dependencies(request).engine
        event = engine.load(Get(Event, (request.path_params["event"],)))
        access = None if event is None else _access(request, event)
        if event is None or access is None:
            return _refused(request)
        if request.method == "POST" and not _is_ours(request, access):
            return json(403, {"error": {"code": "old_page", "message": OLD_PAGE}})
        return await handler(request, event, access)

    return serve


def _access(request: Request, event: Event) -> DoorAccess | None:
    session = sessions.read_session(request)
    if session is not None:
        request.state.session = session
        return DoorAccess(session.by, session.form_token, session.is_host, is_member=True)
    engine = dependencies(request).engine
    link = _read(engine, cookie(request, COOKIE))
    if link is None or link.person != event.id or not is_open(engine, event, link.offer):
        return None
    token = engine.composer.keyring.sign(Link("form", DESK, event.id, link.offer))
    return DoorAccess(f"door:{link.offer}", token)


def _read(engine: Engine, token: str) -> Link | None:
    try:
        link = engine.composer.keyring.read(token, engine.now())
    except (Tampered, Expired):
        return None
    if (link.purpose, link.scope) != (DOOR, DESK):
        return None
    return link


def is_open(engine: Engine, event: Event, pass_id: str) -> bool:
    """Return True if a pass was not revoked and this is its day."""
    if find_pass(event, pass_id) is None:
        return False
    return opens_at(event) <= engine.now() < closes_at(event)


def _is_ours(request: Request, access: DoorAccess) -> bool:
    given = request.headers.get(TOKEN_HEADER, "")
    return sessions.is_ours(request) and hmac.compare_digest(
        access.form_token.encode(), given.encode()
    )


def _refused(request: Request) -> Response:
    if request.headers.get("content-type", "").startswith("application/json"):
        return json(401, {"error": {"code": "signed_out", "message": "Sign in again."}})
    sign_in = f"/desk/sign-in?next={quote(sessions.local_path(here(request)))}"
    if request.query_params.get(CODE):
        return page(request, "events/door_code.html", {"sign_in": sign_in}, 403)
    return go(request, sign_in)


async def open_pass(request: Request, link: Link) -> Response:
    """Let the holder of a pass in: the browser keeps it for the door page of its event."""
    engine = dependencies(request).engine
    event = engine.load(Get(Event, (link.person,)))
    if event is None or find_pass(event, link.offer) is None:
        text = gettext("It was revoked. Ask the host for a new one.")
        return problem(request, gettext("This door pass no longer works"), text, 410)
    if not is_open(engine, event, link.offer):
        text = gettext(
            "It works from %(opens)s to %(closes)s.",
            opens=formatting.wall(wall_time(opens_at(event), event.timezone)),
            closes=formatting.wall(wall_time(closes_at(event), event.timezone)),
        )
        return problem(request, gettext("This door pass does not work today"), text, 403)
    response = go(request, page_path(event))
    response.set_cookie(
        COOKIE,
        engine.composer.keyring.sign(link),
        max_age=int((closes_at(event) - engine.now() + MARGIN).total_seconds()),
        path=f"{root(request)}{page_path(event)}",
        secure=engine.composer.urls.desk.startswith("https:"),
        httponly=True,
        samesite="lax",
    )
    return response


def page_path(event: Event) -> str:
    """Return the path of an event's door page."""
    return f"/desk/e/{event.id}/check-in"
