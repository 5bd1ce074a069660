"""How the tests speak to the API: short words for what they do all the time."""

from typing import Any

import httpx2
from starlette.applications import Starlette

from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Channel, Message, NoCarrier, Outcome

TOKEN = "fh_a-token-for-tests"
EVENING: dict[str, Any] = {
    "name": "Summer supper",
    "starts_at": "2026-06-20T18:00",
    "timezone": "Europe/Berlin",
    "cap": 2,
    "host_email": "host@example.org",
}


class Mailbox:
    """No carrier: every message is kept."""

    carries: frozenset[Channel] = frozenset()

    def send(self, message: Message, letter: Letter) -> Outcome:
        return NoCarrier()


class Api:
    """A caller with a token."""

    app: Starlette

    def __init__(self, client: httpx2.AsyncClient) -> None:
        self.client = client

    async def get(self, path: str, **query: str | int) -> dict[str, Any]:
        return self.fine(await self.client.get(f"/api/v1{path}", params=query))

    async def post(self, path: str, body: object = None) -> dict[str, Any]:
        return self.fine(await self.client.post(f"/api/v1{path}", json=body))

    async def patch(self, path: str, body: object) -> dict[str, Any]:
        return self.fine(await self.client.patch(f"/api/v1{path}", json=body))

    async def put(self, path: str, body: object) -> dict[str, Any]:
        return self.fine(await self.client.put(f"/api/v1{path}", json=body))

    async def delete(self, path: str) -> dict[str, Any]:
        return self.fine(await self.client.delete(f"/api/v1{path}"))

    async def new_event(self, **fields: object) -> dict[str, Any]:
        return await self.post("/events", {**EVENING, **fields})

    async def sign_up(self, event: str, *names: str) -> list[Any]:
        rows = [{"name": name, "email": f"{name.lower()}@example.org"} for name in names]
        told = await self.post(f"/events/{event}/guests", {"rows": rows, "place_as": "confirmed"})
        return list(told["rows"])

    async def guests(self, event: str) -> dict[str, Any]:
        """All guests by name."""
        page = await self.get(f"/events/{event}/guests", limit=500)
        return {guest["name"]: guest for guest in page["items"]}

    async def refused(
        self, method: str, path: str, body: object = None
    ) -> tuple[int, dict[str, Any]]:
        """Ask for something that is refused; return the status and what was said."""
        response = await self.client.request(method, f"/api/v1{path}", json=body)
        assert response.headers["content-type"] == "application/json", response.text
        assert response.json().keys() == {"error"}, response.text
        return response.status_code, response.json()["error"]

    @staticmethod
    def fine(response: httpx2.Response) -> dict[str, Any]:
        assert response.status_code in (200, 201), response.text
        told: dict[str, Any] = response.json()
        return told
