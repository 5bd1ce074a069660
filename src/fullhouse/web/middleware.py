"""Middleware of every site: request ids, limits of headers and bodies, and error pages."""

import logging
import re
import time
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, ExceptionHandler, Lifespan, Message, Receive, Scope, Send

from fullhouse.engine.execute import TooManyConflicts
from fullhouse.engine.ports import StoreDown
from fullhouse.engine.tracing import begin, end
from fullhouse.locale import to_translate
from fullhouse.web import brand_files, pages
from fullhouse.web.brand import PageLook
from fullhouse.web.dependencies import App, Dependencies, attach, dependencies_of
from fullhouse.web.errors import trouble
from fullhouse.web.request_body import JSON_PATHS, wants_json
from fullhouse.web.sites import routes_elsewhere
from fullhouse.web.slash_redirect import SlashRedirect
from fullhouse.web.texts import BrowserLanguage

log = logging.getLogger("fullhouse.requests")
HEADER = b"x-request-id"
# Not for subdomains: they may be somebody else's, and on plain http.
ONLY_HTTPS = (b"strict-transport-security", b"max-age=31536000")
REQUEST = "fullhouse.request"  # key in the scope where a platform puts its own request id
EVENT_ID = re.compile(r"[\w-]{1,64}", re.ASCII)
PARAMETER = re.compile(r"\{[^}]+\}")


class Tracing:
    """Gives each request an id, returns it in a header, and logs the request if wanted."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap the app."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle the request under its id."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        engine = dependencies_of(scope["app"]).engine
        request = scope.get(REQUEST) or engine.ids.new()
        is_encrypted = engine.composer.urls.is_encrypted
        token, recorder = begin(request), StatusRecorder(send, request, is_encrypted=is_encrypted)
        began = time.perf_counter()
        try:
            await self.app(scope, receive, recorder)
        finally:
            end(token)
            if log.isEnabledFor(logging.INFO):
                _log_request(scope, recorder.status, request, time.perf_counter() - began)


class StatusRecorder:
    """Passes messages on and remembers the status of the response."""

    def __init__(self, send: Send, request: str, *, is_encrypted: bool) -> None:
        """Wrap a send function."""
        self.send = send
        self.added = [(HEADER, request.encode())]
        if is_encrypted:
            self.added.append(ONLY_HTTPS)
        self.status = 0

    async def __call__(self, message: Message) -> None:
        """Send a message; the first one gets the request's id, and HSTS if we are on https."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = [*message.get("headers", ()), *self.added]
        await self.send(message)


def _log_request(scope: Scope, status: int, request: str, seconds: float) -> None:
    facts = {
        "request": request,
        "method": scope["method"],
        "path": logged_path(scope, status),
        "status": status,
        "ms": round(seconds * 1000, 1),
    }
    log.info("answered", extra={"facts": facts})


def logged_path(scope: Scope, status: int) -> str:
    """Return the path of the route without what is in it, except the id of an event we know."""
    pattern = getattr(scope.get("route"), "path", "/…")
    is_known = status < HTTPStatus.MULTIPLE_CHOICES or status >= HTTPStatus.INTERNAL_SERVER_ERROR
    event = scope.get("path_params", {}).get("event", "")
    if is_known and EVENT_ID.fullmatch(event):
        pattern = pattern.replace("{event}", event)
    return PARAMETER.sub("…", pattern)


# Parsers of types and of their options take the square of the length.
TYPES = (b"content-type", b"content-disposition")
LONGEST_TYPE = 1024
LONGEST_HEADER = 8 * 1024
HEADER_TOO_LONG = "A header of this request is longer than we can take. Nothing was changed."
LARGEST_BODY = 1024 * 1024
LONGEST_LENGTH = len(str(LARGEST_BODY)) + 3
LARGEST_LIST = 4 * LARGEST_BODY  # a list of guests, in a form or as JSON around it
LARGEST_FED_BY_HAND = 10 * LARGEST_BODY  # a mail with attachments, from the command line
LARGEST_PICTURE = 9 * LARGEST_BODY  # a cover or a logo, in a form around it
TAKES_PICTURES = re.compile(r"/desk/(e/[^/]+/page/cover|look/logo)$")
TAKES_LISTS = re.compile(r"/desk/e/[^/]+/import(/run)?$|/api/v1/events/[^/]+/guests$")


def with_middleware(
    dependencies: Dependencies,
    routes: Iterable[BaseRoute],
    lifespan: Lifespan[Starlette] | None = None,
) -> Starlette:
    """Build the app of some sites; paths of other sites redirect to them."""
    around = [Middleware(Tracing), Middleware(SizeLimits), Middleware(BrowserLanguage)]
    files = [*pages.static_routes(), *brand_files.routes()]
    every = [*routes, *files, *routes_elsewhere(dependencies.sites)]
    app = App(routes=every, exception_handlers=HANDLERS, middleware=around, lifespan=lifespan)
    SlashRedirect(app.router)
    attach(app, dependencies)
    return app


class SizeLimits:
    """Refuses headers and bodies that are too large, before anything parses them."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap the app."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle the request, counting its body if it announces none or a large one."""
        if scope["type"] == "http":
            if not headers_fit(scope["headers"]):
                await Response(HEADER_TOO_LONG, 400, media_type="text/plain")(scope, receive, send)
                return
            if scope["method"] not in ("GET", "HEAD"):
                receive = _bounded(scope, receive)
        await self.app(scope, receive, send)


def headers_fit(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Return True if no header is longer than its parser may see."""
    for name, value in headers:
        if len(value) > LONGEST_TYPE and (len(value) > LONGEST_HEADER or name in TYPES):
            return False
    return True


def _bounded(scope: Scope, receive: Receive) -> Receive:
    length = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
    if not length.isdigit() or len(length) > LONGEST_LENGTH:
        return _counted(receive, _size_limit(scope["path"]), 0)
    announced = int(length)
    if announced <= LARGEST_BODY:
        return receive
    return _counted(receive, _size_limit(scope["path"]), announced)


def _size_limit(path: str) -> int:
    if path == "/control/mail":
        return LARGEST_FED_BY_HAND
    if TAKES_PICTURES.search(path):
        return LARGEST_PICTURE
    if TAKES_LISTS.search(path):
        return LARGEST_LIST
    return LARGEST_BODY


def _counted(receive: Receive, most: int, announced: int) -> Receive:
    seen = 0

    async def counting() -> Message:
        nonlocal seen
        if announced > most:
            raise HTTPException(413)
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most:
            raise HTTPException(413)
        return message

    return counting


async def _refused(request: Request, error: Exception) -> Response:
    """Return JSON for scripts or a page for people when a route refused the request."""
    if _for_scripts(request) and isinstance(error, HTTPException):
        return trouble(error.status_code, **dict(error.headers or {}))
    return await pages.on_http(request, error)


async def _down(request: Request, _error: Exception) -> Response:
    """Return 503 with a time to retry when the store is down or too busy."""
    if _for_scripts(request):
        return trouble(503, retry_after="2")
    if wants_json(request):
        return trouble(503, retry_after="2", access_control_allow_origin="*")
    text = to_translate(
        "Nothing that was confirmed before is lost. Please try again in a few seconds."
    )
    heading = to_translate("One moment, please.")
    response = pages.problem(request, 503, heading, text, look=PageLook)
    response.headers["retry-after"] = "2"
    return response


async def _gone(_request: Request, _error: Exception) -> Response:
    """Return an answer that nobody reads: the client is gone, and that is no error of ours."""
    return Response(status_code=400)


async def _broken(request: Request, _error: Exception) -> Response:
    if _for_scripts(request) or wants_json(request):
        return trouble(500)
    text = to_translate(
        "What you sent may not have reached us; what was confirmed before is safe. "
        "Please try again in a moment."
    )
    heading = to_translate("Something broke on our side.")
    return pages.problem(request, 500, heading, text, look=PageLook)


def _for_scripts(request: Request) -> bool:
    return request.url.path.removeprefix(pages.root(request)).startswith(JSON_PATHS)


HANDLERS: dict[Any, ExceptionHandler] = {
    HTTPException: _refused,
    StoreDown: _down,
    TooManyConflicts: _down,
    ClientDisconnect: _gone,
    Exception: _broken,
}
