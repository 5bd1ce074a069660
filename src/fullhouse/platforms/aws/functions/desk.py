"""`ev-desk`: the host's desk, the links of those who may come to it, and the JSON API, at their own address.

What staff decide on in Slack, and Google's word that the calendar has changed, come in here as well.
"""

import asyncio

from starlette.applications import Starlette

from fullhouse.platforms.aws.bootstrap import (
    appointments_config,
    files,
    open_front_desk_engine,
    place,
    prepare,
    slack_app,
    usual_settings,
    waitlist_config,
)
from fullhouse.platforms.aws.clients import client
from fullhouse.platforms.aws.connecting import calendar_look, remote_outside
from fullhouse.platforms.aws.files import S3Files
from fullhouse.platforms.aws.http import serving
from fullhouse.platforms.aws.imports import AwsImports
from fullhouse.platforms.aws.slack import PRESS_SECONDS
from fullhouse.web import backstage, calendar_push, desk, links, slack
from fullhouse.web.frame import framed

# What can be put on the list while a script waits: each row is a commit of its own, and the function has half a minute.
MOST_ROWS = 100
# How long staff wait for the sheet, which another function reads.
SYNC_SECONDS = 25


def app() -> Starlette:
    """Put the hosts' half of the web together; whoever is named as the owner may come in."""
    engine = open_front_desk_engine()
    asyncio.run(prepare(engine))
    told = [*slack.routes(), *calendar_push.routes()]
    made = framed(engine, [*links.routes(desk.PURPOSES), *backstage.routes(), *told], {"desk"})
    made.state.usual_settings = usual_settings()
    lists = S3Files(client("s3"), place().assets)
    imports = AwsImports(client("dynamodb"), lists, client("lambda"), place().function("ev-host-import"), engine.now)
    backstage.equip(
        made, backstage.Means(files=files(), lets_go=False, imports=imports, streams=False, most_rows=MOST_ROWS)
    )
    functions = client("lambda", attempts=1, patience=SYNC_SECONDS)
    made.state.outside = remote_outside(waitlist_config(), functions, place(), appointments_config())
    calendar_push.equip(made, calendar_look(functions, place()))
    app_at_slack = slack_app(appointments_config())
    slack.equip(made, slack.Means(slack=app_at_slack.way(PRESS_SECONDS), secret=app_at_slack.signing_secret))
    return made


handle = serving(app)
