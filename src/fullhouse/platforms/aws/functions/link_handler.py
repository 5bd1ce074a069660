"""`ev-link-handler`: the links in guests' mails, at their own address."""

from starlette.applications import Starlette

from fullhouse.platforms.aws.bootstrap import open_engine
from fullhouse.platforms.aws.http import serving
from fullhouse.web import answering, links
from fullhouse.web.dependencies import Dependencies
from fullhouse.web.frame import with_middleware


def app() -> Starlette:
    """Put the part of the web together that answers guests' links."""
    return with_middleware(
        Dependencies(engine=open_engine(), sites=frozenset({"links"})), links.routes(answering.PURPOSES)
    )


handle = serving(app)
