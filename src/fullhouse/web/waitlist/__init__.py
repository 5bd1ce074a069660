"""The waitlist's public pages: joining, answering an offer, leaving; and what other systems tell us."""

from starlette.routing import BaseRoute

from fullhouse.web.waitlist import hooks, join
from fullhouse.web.waitlist.answering import PURPOSES

__all__ = ["PURPOSES", "routes"]


def routes() -> list[BaseRoute]:
    """List every route of the waitlist's public pages; its links have theirs with all others."""
    return [*join.routes(), *hooks.routes()]
