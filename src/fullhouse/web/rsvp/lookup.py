"""Lookup of a guest page's event. From then on the response is in the event's language."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from fullhouse.kernel.records import Get
from fullhouse.locale import to_translate
from fullhouse.locale.current import use_language
from fullhouse.products.rsvp.model import Event, Guest
from fullhouse.web.dependencies import dependencies
from fullhouse.web.pages import problem


def find_event(request: Request) -> Event:
    """Return the event in the address, or raise 404."""
    event = load_event(request, request.path_params["event"])
    if event is None:
        raise HTTPException(404)
    return event


def load_event(request: Request, event_id: str) -> Event | None:
    """Load an event and answer in its language; None if it does not exist."""
    event = dependencies(request).engine.load(Get(Event, (event_id,)))
    if event is not None:
        use_language(event.settings.language)
    return event


def answer_guest(guest: Guest, event: Event) -> None:
    """Answer in the language of a guest: the one they chose, else that of the event."""
    use_language(guest.language or event.settings.language)


def unknown_person_page(request: Request, event: Event | None = None) -> Response:
    """Show that the guest or the event of a link does not exist any more."""
    way_on = None
    if event is not None:
        way_on = (to_translate("To the event's page"), f"/e/{event.id}")
    text = to_translate("The event or your name has been deleted here. Nothing was done.")
    return problem(request, 410, to_translate("This page is gone."), text, way_on)
