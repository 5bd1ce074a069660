"""The whole web side as one ASGI app: guest pages, the desk, the API, and how each says that something is wrong."""

import asyncio
import re
from collections.abc import Mapping
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, ExceptionHandler, Lifespan, Message, Receive, Scope, Send

from fullhouse.engine.execute import Busy
from fullhouse.engine.house import House
from fullhouse.engine.ports import StoreDown
from fullhouse.engine.rehearsal import Rehearse
from fullhouse.lanes.mail.lane import MailLane
from fullhouse.web import desk, guest, health, pages
from fullhouse.web.api import control
from fullhouse.web.api.refusals import trouble
from fullhouse.web.api.routes import routes as api_routes
from fullhouse.web.bodies import wants_json
from fullhouse.web.tracing import Tracing

LARGEST_BODY = 1024 * 1024
LONGEST_LENGTH = len(str(LARGEST_BODY)) + 3
LARGEST_LIST = 4 * LARGEST_BODY  # a list of guests, in a form or as JSON around it
TAKES_LISTS = re.compile(r"/desk/e/[^/]+/import(/run)?$|/api/v1/events/[^/]+/guests$")
JSON_PATHS = ("/api/", "/control/", "/healthz")


def make_app(
    house: House,
    *,
    lifespan: Lifespan[Starlette] | None = None,
    admit: Mapping[str, str] | None = None,
    mail: MailLane | None = None,
    rehearse: Rehearse | None = None,
) -> Starlette:
    """Put the app together around a house; `admit` names who speaks with a token of this digest, beside the stored."""
    around = [Middleware(Tracing), Middleware(BodyLimit)]
    app = Starlette(routes=_routes(), exception_handlers=HANDLERS, middleware=around, lifespan=lifespan)
    app.state.house = house
    app.state.admit = dict(admit or {})
    app.state.mail = mail
    app.state.rehearse = rehearse
    app.state.stopping = asyncio.Event()  # set when the server is asked to stop, for streams that would hold it up
    return app


def _routes() -> list[BaseRoute]:
    return [
        *guest.routes(),
        *desk.routes(),
        *api_routes(),
        *control.routes(),
        *pages.static_routes(),
        *health.routes(),
        Route("/", _front_door),
    ]


async def _front_door(request: Request) -> Response:
    return Response(status_code=303, headers={"location": f"{pages.root(request)}/desk"})


class BodyLimit:
    """Stops reading a body that is too large. It looks at one header, and touches nothing that is small and says so."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand in front of the app."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request through, with its body counted if it must be."""
        if scope["type"] == "http" and scope["method"] not in ("GET", "HEAD"):
            receive = _bounded(scope, receive)
        await self.app(scope, receive, send)


def _bounded(scope: Scope, receive: Receive) -> Receive:
    length = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
    said = int(length) if length.isdigit() and len(length) <= LONGEST_LENGTH else None
    if said is not None and said <= LARGEST_BODY:
        return receive
    most = LARGEST_LIST if TAKES_LISTS.search(scope["path"]) else LARGEST_BODY
    return _counted(receive, most, said or 0)


def _counted(receive: Receive, most: int, said: int) -> Receive:
    seen = 0

    async def counting() -> Message:
        nonlocal seen
        if said > most:
            raise HTTPException(413)
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most:
            raise HTTPException(413)
        return message

    return counting


async def _refused(request: Request, error: Exception) -> Response:
    """Answer what a route refused: in JSON where scripts come, with a page where people do."""
    if _for_scripts(request) and isinstance(error, HTTPException):
        return trouble(error.status_code, **dict(error.headers or {}))
    return await pages.on_http(request, error)


async def _down(request: Request, _error: Exception) -> Response:
    """The store is down or too busy: say that nothing is lost, and when to come back."""
    headers = (
        {"retry_after": "2"} if _for_scripts(request) else {"retry_after": "2", "access_control_allow_origin": "*"}
    )
    if _for_scripts(request) or wants_json(request):
        return trouble(503, **headers)
    text = "Nothing that was confirmed before is lost. Please try again in a few seconds."
    response = pages.problem(request, 503, "One moment, please.", text)
    response.headers["retry-after"] = "2"
    return response


async def _broken(request: Request, _error: Exception) -> Response:
    if _for_scripts(request) or wants_json(request):
        return trouble(500)
    text = "What you sent may not have reached us; what was confirmed before is safe. Please try again in a moment."
    return pages.problem(request, 500, "Something broke on our side.", text)


def _for_scripts(request: Request) -> bool:
    return request.url.path.removeprefix(pages.root(request)).startswith(JSON_PATHS)


HANDLERS: dict[Any, ExceptionHandler] = {
    HTTPException: _refused,
    StoreDown: _down,
    Busy: _down,
    Exception: _broken,
}
