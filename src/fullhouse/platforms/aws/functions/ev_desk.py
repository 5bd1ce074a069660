"""`ev-desk`: serves the desk, the links of its members, and the JSON API.

The hooks of Slack and of Google's calendar are here as well.
"""

import asyncio
from typing import Any

from starlette.applications import Starlette

from fullhouse.engine.core import Engine
from fullhouse.platforms.aws.bootstrap import (
    appointments_config,
    files,
    limiter,
    open_front_desk_engine,
    place,
    prepare,
    scribe,
    slack_app,
    usual_settings,
    waitlist_config,
)
from fullhouse.platforms.aws.clients import client
from fullhouse.platforms.aws.external_sources import calendar_look, remote_outside
from fullhouse.platforms.aws.files import S3Files
from fullhouse.platforms.aws.http import serving
from fullhouse.platforms.aws.import_jobs import AwsImports
from fullhouse.platforms.aws.slack import PRESS_SECONDS
from fullhouse.web import desk, links, staff_routes
from fullhouse.web.dependencies import Dependencies, DeskDependencies, SlackDependencies
from fullhouse.web.hooks import calendar, slack
from fullhouse.web.middleware import with_middleware

# Rows of an import by API: each is a commit of its own, and the function has half a minute.
MOST_ROWS = 100
# Time that staff wait for a sheet sync, which another function runs.
SYNC_SECONDS = 25


def app() -> Starlette:
    """Build the desk and the API; the owner named in the settings may sign in."""
    engine = open_front_desk_engine()
    asyncio.run(prepare(engine))
    routes = [
        *links.routes(desk.PURPOSES),
        *staff_routes.routes(),
        *slack.routes(),
        *calendar.routes(),
    ]
    return with_middleware(_dependencies(engine), routes)


def _dependencies(engine: Engine) -> Dependencies:
    functions = client("lambda", attempts=1, patience=SYNC_SECONDS)
    app_at_slack = slack_app(appointments_config())
    return Dependencies(
        engine=engine,
        sites=frozenset({"desk"}),
        desk=_desk(engine, functions),
        slack=SlackDependencies(
            slack=app_at_slack.way(PRESS_SECONDS), secret=app_at_slack.signing_secret
        ),
        sync_calendar=calendar_look(functions, place()),
        limiter=limiter(),
    )


def _desk(engine: Engine, functions: Any) -> DeskDependencies:  # noqa: ANN401 - made by botocore
    lists = S3Files(client("s3"), place().assets)
    worker = place().function("ev-host-import")
    return DeskDependencies(
        files=files(),
        erases_files=False,
        imports=AwsImports(client("dynamodb"), lists, client("lambda"), worker, engine.now),
        streams=False,
        max_rows=MOST_ROWS,
        model=scribe(),
        usual_settings=usual_settings(),
        connections=remote_outside(waitlist_config(), functions, place(), appointments_config()),
    )


handle = serving(app)
