"""Sites: the parts of the web, each with its paths and its address.

One app may serve all sites or only some.
"""

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

# The first segment of a path decides its site. Others are served by every site, or by none.
PLACES: dict[str, Place] = {
    "e": "guests",
    "l": "links",
    "waitlist": "waitlist",
    "book": "replies",
    "hooks": "hooks",
    "desk": "desk",
    "api": "desk",
    "healthz": "desk",
    "": "desk",
}
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]


def place_of(path: str) -> Place | None:
    """Return the site that serves a path, or None if it belongs to no single site."""
    if not path.startswith("/"):
        return None
    return PLACES.get(path.split("/", 2)[1])


def is_here(request: Request, place: Place | None) -> bool:
    """Return True if this app serves a site; None stands for all sites."""
    return place is None or place in dependencies(request).sites


def address_of(engine: Engine, place: Place) -> str:
    """Return a site's own address; empty if it has none."""
    return engine.composer.urls.own(place)


def redirect_to_site(request: Request, place: Place) -> Response:
    """Redirect with method and body to the same path at another site; 404 if it has no address."""
    address = address_of(dependencies(request).engine, place)
    if not address:
        raise HTTPException(404)
    query = request.scope["query_string"].decode("latin-1")
    location = f"{address}{quote(request.scope['path'], safe='/:@')}"
    if query:
        location = f"{location}?{query}"
    return Response(status_code=307, headers={"Location": location, "Cache-Control": "no-store"})


async def _elsewhere(request: Request) -> Response:
    place = place_of(request.scope["path"])
    assert place is not None  # noqa: S101 - routed here by the same table
    return redirect_to_site(request, place)


def routes_elsewhere(places: frozenset[Place]) -> list[BaseRoute]:
    """Return the routes of other sites, which redirect there."""
    paths = []
    for segment, place in PLACES.items():
        if place in places:
            continue
        paths.append(f"/{segment}")
        if segment:
            paths.append(f"/{segment}/{{rest:path}}")
    options: dict[str, Any] = {"methods": METHODS, "include_in_schema": False}
    return [Route(path, _elsewhere, **options) for path in paths]
