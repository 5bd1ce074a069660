"""Routes of the desk, the API and the health check."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fullhouse.web import desk, health, pages
from fullhouse.web.api.routes import routes as api_routes


async def _start_page(request: Request) -> Response:
    return Response(status_code=303, headers={"location": f"{pages.root(request)}/desk"})


def routes() -> list[BaseRoute]:
    """Return all routes that only hosts and staff use."""
    return [*desk.routes(), *api_routes(), *health.routes(), Route("/", _start_page)]
