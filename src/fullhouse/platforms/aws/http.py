"""Function URLs: what Lambda hands over becomes a request to one of our apps, and its answer goes back to Lambda."""

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
# What others write about a request that passes through them; behind a Function URL anyone may have written it.
HEARSAY = (b"forwarded", b"x-forwarded-", b"x-real-ip")


class Vouched:
    """Lets a request say of itself only what AWS vouches for, and names it as Lambda does."""

    def __init__(self, app: ASGIApp, scheme: str) -> None:
        """Stand in front of the app."""
        self.app = app
        self.scheme = scheme

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request through."""
        headers = [
            (name, value) for name, value in scope["headers"] if not name.startswith(HEARSAY)
        ]
        name = getattr(scope["aws.context"], "aws_request_id", "")
        await self.app(
            {**scope, "headers": headers, "scheme": self.scheme, REQUEST: name}, receive, send
        )


class Door:
    """Answers one request after the other, all on one event loop: what waits on it is never left on a dead one."""

    def __init__(self, app: Starlette) -> None:
        """Stand in front of an app."""
        self.loop = asyncio.new_event_loop()
        asyncio.set_event_loop(self.loop)
        scheme = urlsplit(dependencies_of(app).composer.urls.guests).scheme
        self.mangum = Mangum(Vouched(app, scheme), lifespan="off")

    def answer(self, event: Mapping[str, Any], context: Any) -> dict[str, Any]:  # noqa: ANN401 - Lambda's own class
        """Answer one request."""
        asyncio.set_event_loop(self.loop)
        return self.mangum(dict(event), context)


def serving(make: Callable[[], Starlette]) -> Handler:
    """Make a handler of an app. It is put together once; on Lambda at once, since a start gets the whole processor."""

    @cache
    def door() -> Door:
        logs.set_up()
        return Door(make())

    def handle(event: Mapping[str, Any], context: Any) -> dict[str, Any]:  # noqa: ANN401 - Lambda's own class
        return door().answer(event, context)

    if "AWS_LAMBDA_FUNCTION_NAME" in os.environ:
        door()
    return handle
