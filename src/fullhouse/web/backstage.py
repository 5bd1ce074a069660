"""The hosts' half of the web: the desk, the API, how the house is, and the front door that leads in."""

from collections.abc import Mapping

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fullhouse.engine.ports import Files
from fullhouse.lanes.importing.rows import MOST_ROWS
from fullhouse.lanes.scribe.port import Scribe
from fullhouse.web import desk, health, pages
from fullhouse.web.api.routes import routes as api_routes
from fullhouse.web.dependencies import Rehearse
from fullhouse.web.desk.import_runs import Imports, LocalImports


class Means(msgspec.Struct, frozen=True, kw_only=True):
    """What a platform lends to the desk and the API beside the house.

    `admit` names who speaks with a token of this digest, `files` holds raw mail; where `lets_go`, the desk removes the
    raw mail of those whom it erases. Without `streams` the desk asks for news instead of listening; `most_rows` is how
    long a list may be to be done while its caller waits. `scribe` reads questions that puzzle the rules.
    """

    admit: Mapping[str, str] = {}
    files: Files | None = None
    lets_go: bool = True
    rehearse: Rehearse | None = None
    imports: Imports | None = None
    streams: bool = True
    most_rows: int = MOST_ROWS
    scribe: Scribe | None = None


def equip(app: Starlette, means: Means) -> None:
    """Lend an app what its pages need."""
    app.state.admit = means.admit
    app.state.files = means.files
    app.state.lets_go_of = means.files if means.lets_go else None
    app.state.rehearse = means.rehearse
    app.state.imports = means.imports or LocalImports(app)
    app.state.streams = means.streams
    app.state.most_rows = means.most_rows
    app.state.scribe = means.scribe


async def _front_door(request: Request) -> Response:
    return Response(status_code=303, headers={"location": f"{pages.root(request)}/desk"})


def routes() -> list[BaseRoute]:
    """List every route of the hosts' half."""
    return [*desk.routes(), *api_routes(), *health.routes(), Route("/", _front_door)]
