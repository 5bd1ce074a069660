"""The table of all endpoints, and the routes made from it."""

from collections.abc import Iterable
from functools import cache
from importlib.metadata import version
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fullhouse.engine.token_scopes import Area
from fullhouse.web.api.appointments import APPOINTMENTS
from fullhouse.web.api.audit import AUDIT
from fullhouse.web.api.broadcasts import BROADCASTS
from fullhouse.web.api.clock import CLOCK
from fullhouse.web.api.documents import DOCUMENTS
from fullhouse.web.api.door import DOOR
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


def _in_area(rows: Iterable[Endpoint], area: Area) -> list[Endpoint]:
    return [msgspec.structs.replace(row, area=area) for row in rows]


OF_EVENTS = _in_area([*EVENTS, *GUESTS, *DOOR, *BROADCASTS, *AUDIT], "events")
OF_BUSINESS = _in_area([*WAITLIST, *SLOTS, *APPOINTMENTS, *DOCUMENTS, *PROPOSALS], "frontdesk")
TABLE: list[Endpoint] = [*OF_EVENTS, *MESSAGES, *OF_BUSINESS, *CLOCK]


@cache
def described(url: str) -> dict[str, Any]:
    """Return the OpenAPI description for this address."""
    return description(TABLE, version("fullhouse"), url)


async def _describe(request: Request) -> Response:
    return json(200, described(dependencies(request).engine.composer.urls.desk))


def routes() -> list[BaseRoute]:
    """Return the API's routes."""
    return [*made(TABLE), Route(f"{PREFIX}/openapi.json", _describe)]
