"""Every signed link comes in here: read, judged, and handed to whoever answers its purpose.

`PURPOSES` is the table of contents. Each part of the web adds its own purposes to it when its routes are put together.
"""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from starlette.requests import Request
from starlette.responses import Response

from fullhouse.engine.house import House
from fullhouse.kernel.links import PART, Expired, Link, Tampered
from fullhouse.kernel.records import Get
from fullhouse.products.rsvp.model import Event, Guest
from fullhouse.products.rsvp.post import LINKS_HOLD
from fullhouse.web.pages import problem

Handler: TypeAlias = Callable[[Request, Link], Awaitable[Response]]

PURPOSES: dict[str, Handler] = {}
CALENDAR = "calendar"


async def follow(request: Request) -> Response:
    """Read a link and pass it on; say kindly what is wrong with one that cannot be used."""
    house: House = request.app.state.house
    token: str = request.path_params["token"]
    try:
        link = house.keyring.read(token, house.now())
    except Tampered:
        return _not_ours(request)
    except Expired:
        return _too_old(request)
    handler = PURPOSES.get(link.purpose)
    return _not_ours(request) if handler is None else await handler(request, link)


def _not_ours(request: Request) -> Response:
    text = (
        "It may have been cut short or changed on its way. Nothing was done. Please open the whole link "
        "from your mail, or ask for a new one on the event's page."
    )
    return problem(request, 400, "This link cannot be read.", text, _way_on(request))


def _too_old(request: Request) -> Response:
    text = "It was ours, and its time has passed. Nothing was done. Please use the link in our newest mail to you."
    return problem(request, 410, "This link has expired.", text, _way_on(request))


def _way_on(request: Request) -> tuple[str, str] | None:
    """Lead from a link that cannot be used to the page of the event it names, which is public anyway."""
    house: House = request.app.state.house
    named = request.path_params["token"].split(".")[2:3]
    event = house.load(Get(Event, (named[0],))) if named and PART.fullmatch(named[0]) else None
    return ("To the event's page", f"/e/{event.id}") if event else None


def calendar_path(house: House, guest: Guest) -> str:
    """Say where a guest's own calendar file is; the same all day, so that a page that is read again stays the same."""
    today = house.now().replace(hour=0, minute=0, second=0, microsecond=0)
    return f"/l/{house.keyring.sign(Link(CALENDAR, guest.event_id, guest.id, expires_at=today + LINKS_HOLD))}"
