"""The rehearsal of an event on a copy, as a timeline. Nothing is sent or stored."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.locale.current import gettext
from fullhouse.products.rsvp.model import Event
from fullhouse.products.rsvp.rehearsal import MOST_GUESTS
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.events import rehearsal_text as words
from fullhouse.web.desk.events.lookup import count_of, event_or_404
from fullhouse.web.desk.layout import page, problem


@event_or_404
async def rehearse(request: Request, event: Event) -> Response:
    """Ask for the number of guests; once given, run the rehearsal and show its messages."""
    play = dependencies(request).desk.rehearse
    if play is None:
        text = gettext(
            "This server was put together without a stage. "
            "Try fullhouse rehearse on the command line."
        )
        heading = gettext("There are no rehearsals here")
        return problem(request, heading, text, 404, f"/desk/e/{event.id}")
    typed = request.query_params.get("guests", "")
    guests = min(count_of(typed), MOST_GUESTS) if typed else words.suggested(event)
    found = await play(dependencies(request).engine, event.id, guests) if typed else None
    shown = {"guests": guests, "most": MOST_GUESTS, "found": found, "say": words}
    return page(
        request,
        "events/rehearse.html",
        {"event": event, **shown, "lines": words.lines(found) if found else ()},
    )


ROUTES = [Route("/desk/e/{event}/rehearse", rehearse)]
