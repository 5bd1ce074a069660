"""The demo clock: a button that moves time on to the next thing due."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.engine.worker import ManualClock, advance_to, next_due_at
from fullhouse.locale.current import gettext
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk import session as sessions
from fullhouse.web.desk.auth import require_session
from fullhouse.web.desk.demo_clock_bar import (
    HAPPENED,
    AuditPosition,
    lines_since,
    mark_now,
    messages_since,
)
from fullhouse.web.desk.layout import go, problem

MOST_MOVES = 800  # periodic alarms ring a few times a day: this covers months


@require_session
async def next_thing(request: Request) -> Response:
    """Move time on until something happens that staff would notice."""
    engine = dependencies(request).engine
    if not isinstance(engine.clock, ManualClock):
        return problem(
            request,
            gettext("This clock cannot be moved"),
            gettext("It shows the real time."),
            409,
        )
    form = await request.form()
    mark = mark_now(engine)
    await _move_on(engine, engine.clock, mark)
    response = go(
        request, f"{sessions.local_path(str(form.get('back', '')))}?{HAPPENED}={mark.write()}"
    )
    # Weeks may have passed on the clock: renew the session of the member who moved it.
    sessions.begin(request, response, request.state.session.member, request.state.session.id)
    return response


async def _move_on(engine: Engine, clock: ManualClock, mark: AuditPosition) -> None:
    for _ in range(MOST_MOVES):
        due_at = next_due_at(engine)
        if due_at is None:
            return
        await advance_to(engine, clock, max(due_at, engine.now()))
        if lines_since(engine, mark) or messages_since(engine, mark):
            return


ROUTES = [Route("/desk/clock/next", next_thing, methods=["POST"])]
