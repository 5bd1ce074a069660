"""How the house is: whether the store answers, and whether what is due gets done. For whoever watches it."""

from datetime import datetime

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import NextAlarm, NextMessage, StoreDown
from fullhouse.web.dependencies import dependencies
from fullhouse.web.errors import json

# What is overdue for longer has been left lying: a loop has stopped, or the machine cannot keep up.
LONGEST_SECONDS = 300.0


async def health(request: Request) -> Response:
    """Say how it is; 503 if the store does not answer, or what is due is not done."""
    engine = dependencies(request).engine
    try:
        told = _look(engine)
    except StoreDown:
        return json(503, {"status": "unwell", "store": "down"})
    return json(200 if told["status"] == "ok" else 503, told)


def _look(engine: Engine) -> dict[str, object]:
    now = engine.now()
    outbox, alarms = _late(engine.load(NextMessage()), now), _late(engine.load(NextAlarm()), now)
    well = max(outbox, alarms) <= LONGEST_SECONDS
    status = "ok" if well else "unwell"
    return {
        "status": status,
        "store": "ok",
        "outbox_late_seconds": outbox,
        "alarms_late_seconds": alarms,
    }


def _late(due: datetime | None, now: datetime) -> float:
    return 0.0 if due is None else max(0.0, round((now - due).total_seconds(), 1))


def routes() -> list[BaseRoute]:
    """Name the route."""
    return [Route("/healthz", health)]
