"""What the address of a guest's page names: an event, or a friendly word that there is none."""

from starlette.exceptions import HTTPException
from starlette.requests import Request

from fullhouse.engine.core import Engine
from fullhouse.kernel.records import Get
from fullhouse.products.rsvp.model import Event


def find_event(request: Request) -> Event:
    """Load the event that the address names, or answer that there is none."""
    engine: Engine = request.app.state.engine
    event = engine.load(Get(Event, (request.path_params["event"],)))
    if event is None:
        raise HTTPException(404)
    return event
