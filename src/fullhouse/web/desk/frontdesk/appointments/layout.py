"""Layout of the pages of appointments, and the appointment of a page's URL."""

from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import LatestAudit
from fullhouse.kernel.records import Get
from fullhouse.locale.current import gettext, translate
from fullhouse.products.frontdesk.appointments.model import SCOPE, Appointment
from fullhouse.products.frontdesk.shared.documents import SCOPE as BUSINESS
from fullhouse.products.frontdesk.waitlist.model import SCOPE as WAITLIST
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk import layout
from fullhouse.web.desk.auth import Handler, require_session
from fullhouse.web.desk.events import live_updates
from fullhouse.web.desk.frontdesk import navigation
from fullhouse.web.desk.frontdesk.appointments import formatting
from fullhouse.web.desk.frontdesk.waitlist import layout as waitlist

HOME = navigation.APPOINTMENTS
LIVE = f"{HOME}/live"
LIST = f"{HOME}/list"
SUMMARY = f"{HOME}/summary"
EVERYTHING = ""
AppointmentHandler = Callable[[Request, Appointment], Awaitable[Response]]


def page(
    request: Request, template: str, context: Mapping[str, Any], status: int = 200
) -> Response:
    """Render a page of appointments."""
    done = translate(formatting.DONE.get(request.query_params.get("done", ""), ""))
    return layout.page(
        request,
        template,
        {**waitlist.around(request), "ours": formatting, "done": done, **context},
        status,
    )


def path_of(appointment: Appointment) -> str:
    """Return the path of an appointment's page."""
    return f"{HOME}/a/{appointment.id}"


def version(engine: Engine, _scope: str = EVERYTHING) -> str:
    """Return the version of the appointments page.

    The audit has every change of appointments, slots and rules, so its last lines are enough.
    """
    last = [engine.load(LatestAudit(scope, limit=1)) for scope in (SCOPE, WAITLIST, BUSINESS)]
    return "-".join(str(lines[0].number) if lines else "0" for lines in last)


@require_session
async def follow(request: Request) -> Response:
    """Follow the appointments."""
    return live_updates.answer_live(request, EVERYTHING, version)


def of_appointment(handler: AppointmentHandler) -> Handler:
    """Serve a page of one appointment, for members only."""

    @require_session
    @wraps(handler)
    async def serve(request: Request) -> Response:
        engine = dependencies(request).engine
        appointment = engine.load(Get(Appointment, (request.path_params["appointment"],)))
        if appointment is None:
            return layout.problem(
                request,
                gettext("There is no such appointment"),
                gettext("Look for it on the list."),
                404,
                LIST,
            )
        return await handler(request, appointment)

    return serve
