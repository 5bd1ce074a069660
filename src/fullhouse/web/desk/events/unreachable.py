"""Guests whom mail does not reach, with the reason."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.products.rsvp.model import Event, Unreachable
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.events.lookup import event_or_404
from fullhouse.web.desk.layout import page

PAGE = 50
REACHED = {
    "opted_out": "asked for no more mail",
    "bounced": "mail to them comes back",
    "unreachable": "mail does not reach them",
}


@event_or_404
async def unreached(request: Request, event: Event) -> Response:
    """List the guests whom reminders and offers do not reach."""
    engine = dependencies(request).engine
    after = request.query_params.get("after", "")
    guests = engine.load(Unreachable(event.id, after, PAGE + 1))
    more = guests[PAGE - 1].id if len(guests) > PAGE else ""
    shown = {"guests": guests[:PAGE], "more": more, "first": not after, "reached": REACHED}
    return page(request, "events/unreached.html", {"event": event, **shown})


ROUTES = [Route("/desk/e/{event}/unreached", unreached)]
