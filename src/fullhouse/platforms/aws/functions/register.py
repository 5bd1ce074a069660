"""`ev-register`: the events' pages and sign-up, at their own address."""

from starlette.applications import Starlette

from fullhouse.platforms.aws.bootstrap import open_engine
from fullhouse.platforms.aws.http import serving
from fullhouse.web import guest
from fullhouse.web.frame import framed


def app() -> Starlette:
    """Put the guests' part of the web together."""
    return framed(open_engine(), guest.routes(), {"guests"})


handle = serving(app)
