"""The health check: whether the store can be used, and what else needs attention."""

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
    """Return the state of the server; 503 only if the store cannot be read or written.

    A late alarm or a carrier that is down would be no better on another server.
    """
    known = dependencies(request)
    try:
        state = _state(known.engine)
    except StoreDown:
        return json(503, {"status": "unwell", "store": "down"})
    if known.desk.mail is not None and known.desk.mail.is_full():
        state |= {"status": "unwell", "mail_store": "full"}
    return json(200, state)


def _state(engine: Engine) -> dict[str, object]:
    engine.executor.check_writable()
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
