"""`ev-register`: serves event pages and sign-up."""

from starlette.applications import Starlette

from fullhouse.platforms.aws.bootstrap import limiter, open_engine
from fullhouse.platforms.aws.http import serving
from fullhouse.web.dependencies import Dependencies
from fullhouse.web.middleware import with_middleware
from fullhouse.web.rsvp import event_page


def app() -> Starlette:
    """Build the app for guests."""
    return with_middleware(
        Dependencies(engine=open_engine(), sites=frozenset({"guests"}), limiter=limiter()),
        event_page.routes(),
    )


handle = serving(app)
