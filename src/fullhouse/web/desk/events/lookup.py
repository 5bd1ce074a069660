"""The event or guest of a page's URL, or a friendly page if there is none."""

from collections.abc import Awaitable, Callable
from functools import wraps

from starlette.requests import Request
from starlette.responses import Response

from fullhouse.engine.core import Engine
from fullhouse.kernel.records import Get
from fullhouse.locale.current import gettext
from fullhouse.products.rsvp.model import Event, EventPage, Guest
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.auth import Handler, require_session
from fullhouse.web.desk.layout import problem

EventHandler = Callable[[Request, Event], Awaitable[Response]]
GuestHandler = Callable[[Request, Event, Guest], Awaitable[Response]]
PAGE = 500
LONGEST_NUMBER = 15


def event_or_404(handler: EventHandler) -> Handler:
    """Serve a page of one event, for members only."""

    @require_session
    @wraps(handler)
    async def serve(request: Request) -> Response:
        engine = dependencies(request).engine
        event = engine.load(Get(Event, (request.path_params["event"],)))
        if event is None:
            text = gettext("It may have been typed wrongly, or belong to another house.")
            return problem(request, gettext("There is no such event"), text, 404)
        return await handler(request, event)

    return serve


def of_guest(handler: GuestHandler) -> Handler:
    """Serve a page of one guest, for members only."""

    @event_or_404
    @wraps(handler)
    async def serve(request: Request, event: Event) -> Response:
        engine = dependencies(request).engine
        guest = engine.load(Get(Guest, (event.id, request.path_params["guest"])))
        if guest is None:
            heading = gettext("There is no such guest")
            text = gettext("Look for them on the guest list.")
            return problem(request, heading, text, 404, f"/desk/e/{event.id}/guests")
        return await handler(request, event, guest)

    return serve


def all_events(engine: Engine) -> list[Event]:
    """Load every event: those to come by start, then those that are over, the latest first."""
    events: list[Event] = []
    after = ""
    while page := engine.load(EventPage(after=after, limit=PAGE)):
        events.extend(page)
        after = page[-1].id
    now = engine.now()
    coming = [event for event in events if event.ends > now]
    over = [event for event in events if event.ends <= now]
    coming.sort(key=lambda event: event.starts)
    over.sort(key=lambda event: event.starts, reverse=True)
    return coming + over


def count_of(text: str) -> int:
    """Read a number from a query string; anything else is 0."""
    return int(text) if text.isdecimal() and len(text) <= LONGEST_NUMBER else 0
