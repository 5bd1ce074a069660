"""A client of our app in the same process and thread, for tests that need whole answers only."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator, MutableMapping
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
        self._client, self._address = client, address

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        portal = self._client.portal
        assert portal is not None, "the client is not open"
        body = request.read()
        sent = portal.call(self._answer, self._scope(request), body)
        content = b"".join(message.get("body", b"") for message in sent)
        stream = httpx2.ByteStream(b"" if request.method == "HEAD" else content)
        head = sent[0]
        return httpx2.Response(
            head["status"], headers=head.get("headers", ()), stream=stream, request=request
        )

    def _scope(self, request: httpx2.Request) -> dict[str, Any]:
        path, _, query = request.url.raw_path.partition(b"?")
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": request.method,
            "headers": [(name.lower(), value) for name, value in request.headers.raw],
            "scheme": request.url.scheme,
            "path": request.url.path,
            "raw_path": path,
            "query_string": query,
            "server": (request.url.host, request.url.port),
            "client": (self._address, 50000),
            "root_path": "",
        }

    async def _answer(self, scope: dict[str, Any], body: bytes) -> list[MutableMapping[str, Any]]:
        """Return all messages that the app sends, the head first."""
        to_read, sent = [body], list[MutableMapping[str, Any]]()
        is_over = asyncio.Event()

        async def receive() -> dict[str, Any]:
            if to_read:
                return {"type": "http.request", "body": to_read.pop(), "more_body": False}
            await is_over.wait()
            return {"type": "http.disconnect"}

        async def send(message: MutableMapping[str, Any]) -> None:
            assert not is_over.is_set(), "the answer was over"
            sent.append(message)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                is_over.set()

        await self._client.app(scope, receive, send)
        assert is_over.is_set(), "the answer has no end"
        return sent
