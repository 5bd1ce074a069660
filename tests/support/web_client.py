"""A client of our app in the same process, for tests that need whole answers only."""

from typing import Any

import httpx2
from starlette.testclient import TestClient

CLIENT = ("testclient", 50000)


class WebClient(TestClient):
    """A test client that goes to the app's thread and back once for a request, not eight times."""

    def __init__(self, app: Any, **settings: Any) -> None:
        super().__init__(app, **settings)
        self._transport = WholeAnswers(self)


class WholeAnswers(httpx2.BaseTransport):
    """Gives each request to the app, and waits for its whole answer."""

    def __init__(self, client: TestClient) -> None:
        self._client = client
        self._app = httpx2.ASGITransport(client.app, client=CLIENT)

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
