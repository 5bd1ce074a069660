"""A client of our app in the same process and thread, for tests that need whole answers only."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, Self, TypeVar
from unittest import mock

import anyio.from_thread
import httpx2
from starlette.testclient import TestClient

T = TypeVar("T")


class WebClient(TestClient):
    """A test client whose app runs while somebody waits for it, in no thread of its own."""

    def __init__(self, app: Any, address: str = "testclient", **settings: Any) -> None:
        super().__init__(app, **settings)
        self._transport = WholeAnswers(self, address)

    def __enter__(self) -> Self:
        with mock.patch.object(anyio.from_thread, "start_blocking_portal", same_thread):
            return super().__enter__()


class SameThread:
    """Stands in for anyio's portal to a loop in another thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    def call(self, work: Callable[..., Awaitable[T]], *given: Any) -> T:
        async def whole() -> T:
            return await work(*given)

        return self._loop.run_until_complete(whole())

    def start_task_soon(self, work: Callable[[], Coroutine[Any, Any, T]]) -> asyncio.Task[T]:
        return self._loop.create_task(work())


@contextmanager
def same_thread(**_backend: Any) -> Iterator[SameThread]:
    with asyncio.Runner() as runner:
        yield SameThread(runner.get_loop())


class WholeAnswers(httpx2.BaseTransport):
    """Gives each request to the app, and waits for its whole answer."""

    def __init__(self, client: TestClient, address: str) -> None:
        self._client = client
        self._app = httpx2.ASGITransport(client.app, client=(address, 50000))

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        portal = self._client.portal
        assert portal is not None, "the client is not open"
        body = request.read()
        whole = httpx2.Request(
            request.method, request.url, headers=request.headers.raw, content=body
        )
        status, headers, content = portal.call(self._answer, whole)
        return httpx2.Response(
            status, headers=headers, stream=httpx2.ByteStream(content), request=request
        )

    async def _answer(self, request: httpx2.Request) -> tuple[int, httpx2.Headers, bytes]:
        answer = await self._app.handle_async_request(request)
        return answer.status_code, answer.headers, await answer.aread()
