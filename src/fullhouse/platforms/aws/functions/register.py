"""`ev-register`: the events' pages and sign-up, at their own address."""

from starlette.applications import Starlette

from fullhouse.platforms.aws.house import open_house
from fullhouse.platforms.aws.http import serving
from fullhouse.web import guest
from fullhouse.web.frame import framed


def app() -> Starlette:
    """Put the guests' part of the web together."""
    return framed(open_house(), guest.routes(), {"guests"})


handle = serving(app)
