"""`ev-link-handler`: serves the links of guests' mails."""

from starlette.applications import Starlette

from fullhouse.platforms.aws.bootstrap import limiter, open_engine
from fullhouse.platforms.aws.http import serving
from fullhouse.web import links
from fullhouse.web.dependencies import Dependencies
from fullhouse.web.middleware import with_middleware
from fullhouse.web.rsvp import link_pages


def app() -> Starlette:
    """Build the app for guests' links."""
    return with_middleware(
        Dependencies(engine=open_engine(), sites=frozenset({"links"}), limiter=limiter()),
        links.routes(link_pages.PURPOSES),
    )


handle = serving(app)
