"""The table of all endpoints, and the routes made from it."""

from functools import cache
from importlib.metadata import version
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fullhouse.web.api.appointments import APPOINTMENTS
from fullhouse.web.api.audit import AUDIT
from fullhouse.web.api.clock import CLOCK
from fullhouse.web.api.documents import DOCUMENTS
from fullhouse.web.api.endpoint import PREFIX, Endpoint
from fullhouse.web.api.endpoint import routes as made
from fullhouse.web.api.events import EVENTS
from fullhouse.web.api.guests import GUESTS
from fullhouse.web.api.messages import MESSAGES
from fullhouse.web.api.openapi import description
from fullhouse.web.api.proposals import PROPOSALS
from fullhouse.web.api.slots import SLOTS
from fullhouse.web.api.waitlist import WAITLIST
from fullhouse.web.dependencies import dependencies
from fullhouse.web.errors import json

OF_BUSINESS = [*WAITLIST, *SLOTS, *APPOINTMENTS, *DOCUMENTS, *PROPOSALS]
TABLE: list[Endpoint] = [*EVENTS, *GUESTS, *AUDIT, *MESSAGES, *OF_BUSINESS, *CLOCK]


@cache
def described(url: str) -> dict[str, Any]:
    """Return the OpenAPI description for this address."""
    return description(TABLE, version("fullhouse"), url)


async def _describe(request: Request) -> Response:
    return json(200, described(dependencies(request).engine.composer.urls.desk))


def routes() -> list[BaseRoute]:
    """Return the API's routes."""
    return [*made(TABLE), Route(f"{PREFIX}/openapi.json", _describe)]
