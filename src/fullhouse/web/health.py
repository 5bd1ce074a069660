"""The health check: the store answers, and due work gets done."""

from datetime import datetime

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import NextAlarm, NextMessage, StoreDown
from fullhouse.web.dependencies import dependencies
from fullhouse.web.errors import json

# If work is overdue for longer, a loop has stopped or the machine cannot keep up.
LONGEST_SECONDS = 300.0


async def health(request: Request) -> Response:
    """Return the state of the server; 503 if the store is down or due work is late."""
    engine = dependencies(request).engine
    try:
        state = _state(engine)
    except StoreDown:
        return json(503, {"status": "unwell", "store": "down"})
    if state["status"] != "ok":
        return json(503, state)
    return json(200, state)


def _state(engine: Engine) -> dict[str, object]:
    now = engine.now()
    outbox = _late(engine.load(NextMessage()), now)
    alarms = _late(engine.load(NextAlarm()), now)
    status = "ok" if max(outbox, alarms) <= LONGEST_SECONDS else "unwell"
    return {
        "status": status,
        "store": "ok",
        "outbox_late_seconds": outbox,
        "alarms_late_seconds": alarms,
    }


def _late(due: datetime | None, now: datetime) -> float:
    if due is None:
        return 0.0
    return max(0.0, round((now - due).total_seconds(), 1))


def routes() -> list[BaseRoute]:
    """Return the route."""
    return [Route("/healthz", health)]
