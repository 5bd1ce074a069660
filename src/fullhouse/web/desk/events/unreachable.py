"""Guests whom mail does not reach, with the reason."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.products.rsvp.model import Event, Guest, Unreachable
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.events.lookup import event_or_404
from fullhouse.web.desk.layout import page

PAGE = 50
REACHED = {
    "opted_out": "asked for no more email",
    "bounced": "email to them comes back",
    "unreachable": "email does not reach them",
}


@event_or_404
async def unreached(request: Request, event: Event) -> Response:
    """List the guests whom reminders and offers do not reach."""
    engine = dependencies(request).engine
    after = request.query_params.get("after", "")
    found = engine.load(Unreachable(event.id, after, PAGE + 1))
    more = found[PAGE - 1].id if len(found) > PAGE else ""
    guests = not_erased(found[:PAGE])
    shown = {"guests": guests, "more": more, "first": not after, "reached": REACHED}
    return page(request, "events/unreached.html", {"event": event, **shown})


def not_erased(guests: tuple[Guest, ...]) -> list[Guest]:
    """Return the guests who can still be told; no email is meant to reach the others."""
    return [guest for guest in guests if not guest.is_erased]


ROUTES = [Route("/desk/e/{event}/unreached", unreached)]
