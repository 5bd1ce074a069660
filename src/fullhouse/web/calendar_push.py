"""Google tells us that the calendar of appointments has changed: it is looked at then, nothing else follows from it."""

from collections.abc import Awaitable, Callable

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fullhouse.engine.core import Engine
from fullhouse.kernel.externals import External
from fullhouse.kernel.records import Get
from fullhouse.lanes.syncing.appointment_calendar import NAME as CALENDAR
from fullhouse.lanes.syncing.appointment_calendar_push import NAME, is_ours
from fullhouse.web.bodies import read_body
from fullhouse.web.trouble import trouble

Look = Callable[[Engine], Awaitable[None]]
LONGEST_HEADER = 500
BEGINS = "sync"  # Google says so once when a channel is opened


async def look_soon(engine: Engine) -> None:
    """Have the house look at the calendar with what else comes round."""
    engine.tasks.changed({CALENDAR}, engine.now())
    await engine.settle()


def equip(app: Starlette, look: Look = look_soon) -> None:
    """Say how the calendar is looked at where this app runs."""
    app.state.look_at_calendar = look


async def calendar(request: Request) -> Response:
    """Have the calendar looked at, if the channel that is open says so with its token."""
    engine: Engine = request.app.state.engine
    await read_body(request)
    channel, token, state = (_header(request, name) for name in ("Channel-ID", "Channel-Token", "Resource-State"))
    if not is_ours(engine.load(Get(External, (NAME,))), channel, token):
        return trouble(404)
    if state != BEGINS:
        look: Look = request.app.state.look_at_calendar
        await look(engine)
    return Response(status_code=200, headers={"cache-control": "no-store"})


def _header(request: Request, name: str) -> str:
    return request.headers.get(f"X-Goog-{name}", "")[:LONGEST_HEADER]


def routes() -> list[BaseRoute]:
    """Name the route."""
    return [Route("/hooks/calendar", calendar, methods=["POST"])]
