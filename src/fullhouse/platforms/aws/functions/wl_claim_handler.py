"""`wl-claim-handler`: serves the links of messages about slots."""

from starlette.applications import Starlette

from fullhouse.platforms.aws.bootstrap import open_waitlist_engine
from fullhouse.platforms.aws.clients import client
from fullhouse.platforms.aws.dynamodb.rate_limit import DynamoBuckets
from fullhouse.platforms.aws.http import serving
from fullhouse.web import links, short_links, waitlist
from fullhouse.web.dependencies import Dependencies
from fullhouse.web.middleware import with_middleware


def app() -> Starlette:
    """Build the app for customers' links."""
    return with_middleware(
        Dependencies(
            engine=open_waitlist_engine(),
            sites=frozenset({"claims"}),
            limiter=DynamoBuckets(client("dynamodb")),
        ),
        [*links.routes({}, waitlist.PURPOSES), *short_links.short_routes()],
    )


handle = serving(app)
