"""Google's notice that the calendar of appointments changed; it only starts a sync."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fullhouse.engine.core import Engine
from fullhouse.engine.rate_limit import BAD_SIGNATURE
from fullhouse.inbound.sync.appointment_calendar.push import NAME, is_ours
from fullhouse.inbound.sync.appointment_calendar.sync import NAME as CALENDAR
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.external_sources import ExternalSource
from fullhouse.web.dependencies import dependencies
from fullhouse.web.errors import trouble
from fullhouse.web.limits import take, too_many_requests
from fullhouse.web.request_body import read_body

LONGEST_HEADER = 500
BEGINS = "sync"  # sent once when a channel is opened


async def sync_soon(engine: Engine) -> None:
    """Make the sync of the calendar due now."""
    engine.tasks.changed({CALENDAR}, engine.now())
    await engine.settle()


async def calendar(request: Request) -> Response:
    """Sync the calendar if the notice has the id and token of the open channel."""
    provided = dependencies(request)
    engine = provided.engine
    await read_body(request)
    channel, token = _header(request, "Channel-ID"), _header(request, "Channel-Token")
    if not is_ours(engine.load(Get(ExternalSource, (NAME,))), channel, token):
        if not take(request, BAD_SIGNATURE):
            return too_many_requests(request, BAD_SIGNATURE)
        return trouble(404)
    if _header(request, "Resource-State") != BEGINS:
        sync = provided.sync_calendar or sync_soon
        await sync(engine)
    return Response(status_code=200, headers={"cache-control": "no-store"})


def _header(request: Request, name: str) -> str:
    return request.headers.get(f"X-Goog-{name}", "")[:LONGEST_HEADER]


def routes() -> list[BaseRoute]:
    """Return the route."""
    return [Route("/hooks/calendar", calendar, methods=["POST"])]
