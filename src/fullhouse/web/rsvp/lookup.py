"""What the address of a guest's page names: an event, or a friendly word that there is none."""

from starlette.exceptions import HTTPException
from starlette.requests import Request

from fullhouse.kernel.records import Get
from fullhouse.products.rsvp.model import Event
from fullhouse.web.dependencies import dependencies


def find_event(request: Request) -> Event:
    """Load the event that the address names, or answer that there is none."""
    engine = dependencies(request).engine
    event = engine.load(Get(Event, (request.path_params["event"],)))
    if event is None:
        raise HTTPException(404)
    return event
