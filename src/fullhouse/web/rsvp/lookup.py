"""Lookup of the event in a guest page's address."""

from starlette.exceptions import HTTPException
from starlette.requests import Request

from fullhouse.kernel.records import Get
from fullhouse.products.rsvp.model import Event
from fullhouse.web.dependencies import dependencies


def find_event(request: Request) -> Event:
    """Return the event in the address, or raise 404."""
    engine = dependencies(request).engine
    event = engine.load(Get(Event, (request.path_params["event"],)))
    if event is None:
        raise HTTPException(404)
    return event
