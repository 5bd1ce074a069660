"""`ev-register`: the events' pages and sign-up, at their own address."""

from starlette.applications import Starlette

from fullhouse.platforms.aws.bootstrap import open_engine
from fullhouse.platforms.aws.http import serving
from fullhouse.web import guest
from fullhouse.web.dependencies import Dependencies
from fullhouse.web.frame import with_middleware


def app() -> Starlette:
    """Put the guests' part of the web together."""
    return with_middleware(Dependencies(engine=open_engine(), sites=frozenset({"guests"})), guest.routes())


handle = serving(app)
