"""The whole web side as one ASGI app: pages, links, desk, API and the CLI's control routes."""

import asyncio

import msgspec
from starlette.applications import Starlette
from starlette.routing import BaseRoute
from starlette.types import Lifespan

from fullhouse.engine.core import Engine
from fullhouse.web import desk, links, short_links, staff_routes, waitlist
from fullhouse.web.api import control
from fullhouse.web.appointments import routes as appointments
from fullhouse.web.dependencies import Dependencies, DeskDependencies
from fullhouse.web.desk.events.import_jobs import LocalImports
from fullhouse.web.hooks import calendar, slack
from fullhouse.web.middleware import with_middleware
from fullhouse.web.rsvp import event_page, link_pages


def in_process(engine: Engine, desk: DeskDependencies | None = None) -> Dependencies:
    """Return the dependencies of a server that runs imports in its own process."""
    stopping = asyncio.Event()
    desk = msgspec.structs.replace(
        desk or DeskDependencies(), imports=LocalImports(engine, stopping)
    )
    return Dependencies(engine=engine, desk=desk, stopping=stopping, keeps_brand=True)


def make_app(
    dependencies: Dependencies, *, lifespan: Lifespan[Starlette] | None = None
) -> Starlette:
    """Build the app with all its routes."""
    purposes = {**link_pages.PURPOSES, **desk.PURPOSES}
    routes: list[BaseRoute] = [
        *event_page.routes(),
        *waitlist.routes(),
        *appointments.routes(),
        *slack.routes(),
        *calendar.routes(),
        *links.routes(purposes, waitlist.PURPOSES, appointments.PURPOSES),
        *short_links.short_routes(),
        *staff_routes.routes(),
        *control.routes(),
    ]
    return with_middleware(dependencies, routes, lifespan)
