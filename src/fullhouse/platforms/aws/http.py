"""Handlers of Function URLs: Lambda events as requests to an app."""

import asyncio
import os
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from mangum import Mangum
from starlette.applications import Starlette
from starlette.types import ASGIApp, Receive, Scope, Send

from fullhouse.platforms.aws import logs
from fullhouse.web.dependencies import dependencies_of
from fullhouse.web.middleware import REQUEST

Handler = Callable[[Mapping[str, Any], Any], dict[str, Any]]
# Headers of proxies; behind a Function URL anyone may have written them.
HEARSAY = (b"forwarded", b"x-forwarded-", b"x-real-ip")


class Vouched:
    """Middleware that drops headers AWS does not vouch for, and sets Lambda's request id."""

    def __init__(self, app: ASGIApp, scheme: str) -> None:
        """Wrap this app."""
        self.app = app
        self.scheme = scheme

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        headers = [
            (name, value) for name, value in scope["headers"] if not name.startswith(HEARSAY)
        ]
        name = getattr(scope["aws.context"], "aws_request_id", "")
        await self.app(
            {**scope, "headers": headers, "scheme": self.scheme, REQUEST: name}, receive, send
        )


class Door:
    """Answers requests one by one on a single event loop, so that no task is left on a dead one."""

    def __init__(self, app: Starlette) -> None:
        """Serve this app."""
        self.loop = asyncio.new_event_loop()
        asyncio.set_event_loop(self.loop)
        scheme = urlsplit(dependencies_of(app).composer.urls.guests).scheme
        self.mangum = Mangum(Vouched(app, scheme), lifespan="off")

    def answer(
        self,
        event: Mapping[str, Any],
        context: Any,  # noqa: ANN401 - Lambda's own class
    ) -> dict[str, Any]:
        """Answer one request."""
        asyncio.set_event_loop(self.loop)
        return self.mangum(dict(event), context)


def serving(make: Callable[[], Starlette]) -> Handler:
    """Return the handler of an app, built once; on Lambda at import, which has the full CPU."""

    @cache
    def door() -> Door:
        logs.set_up()
        return Door(make())

    def handle(
        event: Mapping[str, Any],
        context: Any,  # noqa: ANN401 - Lambda's own class
    ) -> dict[str, Any]:
        return door().answer(event, context)

    if "AWS_LAMBDA_FUNCTION_NAME" in os.environ:
        door()
    return handle
