"""`ev-register`: the events' pages and sign-up, at their own address."""

from starlette.applications import Starlette

from fullhouse.platforms.aws.bootstrap import open_engine
from fullhouse.platforms.aws.http import serving
from fullhouse.web.dependencies import Dependencies
from fullhouse.web.middleware import with_middleware
from fullhouse.web.rsvp import event_page


def app() -> Starlette:
    """Put the guests' part of the web together."""
    return with_middleware(
        Dependencies(engine=open_engine(), sites=frozenset({"guests"})), event_page.routes()
    )


handle = serving(app)
