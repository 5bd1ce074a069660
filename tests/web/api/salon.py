"""A salon over the API: people join, slots are freed, offers are answered."""

from datetime import timedelta
from typing import Any

from fullhouse.engine.core import Engine
from fullhouse.engine.worker import advance_to
from fullhouse.platforms.memory.clock import VirtualClock
from tests.web.api.support import Api

RULES = """\
Business: Salon Jess
Time zone: Europe/Berlin
Services
- Colour: 90 minutes, 120 EUR
- Cut: 45 minutes
Staff: Jess, Sam
"""
TOMORROW = "2026-06-02T11:00"


async def joins(api: Api, name: str, **more: Any) -> dict[str, Any]:
    usual = {"name": name, "email": f"{name.lower()}@example.org", "service": "Colour"}
    return await api.post("/waitlist", {**usual, **more})


async def frees(api: Api, **more: Any) -> dict[str, Any]:
    return await api.post(
        "/slots", {"service": "Colour", "starts_at": TOMORROW, "staff": "Jess", **more}
    )


async def passes(engine: Engine, clock: VirtualClock, **time: float) -> None:
    await advance_to(engine, clock, clock.now() + timedelta(**time))


async def claims(
    api: Api, slot: dict[str, Any], purpose: str = "claim", replaces: str = ""
) -> None:
    """Answer an offer as its page does; `replaces` is the later appointment that it showed."""
    message = (await api.get("/messages", event="waitlist", kind="offer"))["items"][0]
    response = await api.client.post(
        message["links"][purpose].replace("https://fullhouse.example", ""),
        data={"replaces": replaces},
    )
    assert response.status_code == 200, slot
