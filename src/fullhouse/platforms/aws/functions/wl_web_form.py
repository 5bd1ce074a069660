"""`wl-web-form`: serves the page on which customers join the waitlist."""

from starlette.applications import Starlette

from fullhouse.platforms.aws.bootstrap import open_waitlist_engine
from fullhouse.platforms.aws.clients import client
from fullhouse.platforms.aws.dynamodb.rate_limit import DynamoBuckets
from fullhouse.platforms.aws.http import serving
from fullhouse.web.dependencies import Dependencies
from fullhouse.web.middleware import with_middleware
from fullhouse.web.waitlist import join_page


def app() -> Starlette:
    """Build the app for the join page."""
    dependencies = Dependencies(
        engine=open_waitlist_engine(),
        sites=frozenset({"waitlist"}),
        limiter=DynamoBuckets(client("dynamodb")),
    )
    return with_middleware(dependencies, join_page.routes())


handle = serving(app)
