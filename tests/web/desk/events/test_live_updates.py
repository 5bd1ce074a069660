import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from starlette.requests import Request

from fullhouse.web.desk.events import live_updates
from tests.web.desk.support import Desk


def test_a_version_changes_only_when_something_changed(desk: Desk) -> None:
    desk.evening.opens()
    first = desk.web.get("/desk/e/party/live").json()["version"]
    assert desk.web.get("/desk/e/party/live").json()["version"] == first
    assert f'data-version="{first}"' in desk.web.get("/desk/e/party").text
    desk.evening.signs_up("Anna")
    assert desk.web.get("/desk/e/party/live").json()["version"] != first


def test_the_first_page_follows_every_event(desk: Desk) -> None:
    empty = desk.web.get("/desk/live").json()["version"]
    desk.evening.opens()
    assert desk.web.get("/desk/live").json()["version"] != empty


async def heard(stream: AsyncIterator[str], least: int) -> list[str]:
    """The first things that a stream says, without what only keeps it open."""
    said: list[str] = []
    async for part in stream:
        if part.startswith("id: "):
            said.append(part)
        if len(said) == least:
            break
    return said


@pytest.mark.parametrize("scope", ["party", ""])
def test_the_stream_speaks_when_something_changed(
    desk: Desk, scope: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_updates, "SHORTEST_WAIT_SECONDS", 0.01)
    desk.evening.opens()
    known = desk.web.get(f"/desk/{f'e/{scope}/' if scope else ''}live").json()["version"]

    async def never() -> dict[str, Any]:
        await asyncio.sleep(600)
        return {"type": "http.disconnect"}

    async def listen() -> list[str]:
        request = Request({"type": "http", "app": desk.web.app, "headers": []}, never)
        listening = asyncio.create_task(heard(live_updates.changes(request, scope, known), 1))
        await asyncio.sleep(0.1)
        assert not listening.done()
        await desk.evening.engine.execute(sign_up(), "guest")
        return await asyncio.wait_for(listening, 60)

    assert desk.evening.call(listen) == [f"id: {(now := version(desk, scope))}\ndata: {now}\n\n"]


def version(desk: Desk, scope: str) -> str:
    return str(desk.web.get(f"/desk/{f'e/{scope}/' if scope else ''}live").json()["version"])


def sign_up() -> Any:
    from fullhouse.products.rsvp.commands import SignUp

    return SignUp(event_id="party", guest_id="anna", name="Anna", email="anna@example.org")
