"""Which part of the web a path belongs to, and where that part is found: one app may hold all parts, or one of them."""

from typing import Any, TypeAlias
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fullhouse.engine.core import Engine
from fullhouse.kernel.links import Site
from fullhouse.web.dependencies import dependencies

Place: TypeAlias = Site

# The first word of a path says whose it is. What is not named here is served by every part, or by none.
PLACES: dict[str, Place] = {
    "e": "guests",
    "l": "links",
    "waitlist": "waitlist",
    "hooks": "hooks",
    "desk": "desk",
    "api": "desk",
    "healthz": "desk",
    "": "desk",
}
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]


def place_of(path: str) -> Place | None:
    """Say which part answers a path, if it is one part's own."""
    return PLACES.get(path.split("/", 2)[1]) if path.startswith("/") else None


def is_here(request: Request, place: Place | None) -> bool:
    """Say whether this app holds a part; what is no part's own is everywhere."""
    return place is None or place in dependencies(request).sites


def address_of(engine: Engine, place: Place) -> str:
    """Return a site's own address; empty if it has none."""
    return engine.composer.urls.own(place)


def redirect_to_site(request: Request, place: Place) -> Response:
    """Send the browser with all that it carries to the same path at another part's address, if it has one."""
    if not address_of(dependencies(request).engine, place):
        raise HTTPException(404)
    query = request.scope["query_string"].decode("latin-1")
    target = f"{address_of(dependencies(request).engine, place)}{quote(request.scope['path'], safe='/:@')}"
    location = f"{target}?{query}" if query else target
    return Response(status_code=307, headers={"Location": location, "Cache-Control": "no-store"})


async def _elsewhere(request: Request) -> Response:
    place = place_of(request.scope["path"])
    assert place is not None  # noqa: S101 - routed here by the same table
    return redirect_to_site(request, place)


def routes_elsewhere(places: frozenset[Place]) -> list[BaseRoute]:
    """Name what is not served here but at another part's address."""
    words = [word for word, place in PLACES.items() if place not in places]
    paths = [
        path
        for word in words
        for path in ((f"/{word}", f"/{word}/{{rest:path}}") if word else ("/",))
    ]
    told: dict[str, Any] = {"methods": METHODS, "include_in_schema": False}
    return [Route(path, _elsewhere, **told) for path in paths]
