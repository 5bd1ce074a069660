"""`ev-link-handler`: the links in guests' mails, at their own address."""

from starlette.applications import Starlette

from fullhouse.platforms.aws.bootstrap import open_engine
from fullhouse.platforms.aws.http import serving
from fullhouse.web import answering, links
from fullhouse.web.frame import framed


def app() -> Starlette:
    """Put the part of the web together that answers guests' links."""
    return framed(open_engine(), links.routes(answering.PURPOSES), {"links"})


handle = serving(app)
