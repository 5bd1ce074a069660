"""Each request gets an id, which its answer carries; one line in the log says how it went, and nothing of whom."""

import logging
import re
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fullhouse.engine.tracing import begin, end
from fullhouse.web.dependencies import dependencies_of

log = logging.getLogger("fullhouse.requests")
HEADER = b"x-request-id"
REQUEST = "fullhouse.request"  # in the scope, where a platform has a name for the request already
TOKEN = re.compile(r"/l/[^/]+")


class Tracing:
    """Names the request, puts the name into the answer's head, and writes the line if lines are wanted."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand in front of the app."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request through under its id."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = scope.get(REQUEST) or dependencies_of(scope["app"]).engine.ids.new()
        token, told, began = begin(request), StatusRecorder(send, request), time.perf_counter()
        try:
            await self.app(scope, receive, told)
        finally:
            end(token)
            if log.isEnabledFor(logging.INFO):
                _write(scope, told.status, request, time.perf_counter() - began)


class StatusRecorder:
    """Sends on, and remembers with which status the answer began."""

    def __init__(self, send: Send, request: str) -> None:
        """Stand in front of what sends."""
        self.send = send
        self.head = (HEADER, request.encode())
        self.status = 0

    async def __call__(self, message: Message) -> None:
        """Send on; the first part gets the request's id."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = [*message.get("headers", ()), self.head]
        await self.send(message)


def _write(scope: Scope, status: int, request: str, seconds: float) -> None:
    facts = {
        "request": request,
        "method": scope["method"],
        "path": safe_path(scope["path"]),
        "status": status,
        "ms": round(seconds * 1000, 1),
    }
    log.info("answered", extra={"facts": facts})


def safe_path(path: str) -> str:
    """Return a path that may be written down: without a link's token, and never with its query."""
    return TOKEN.sub("/l/…", path)
