"""The waitlist's public pages: joining, answering an offer, leaving; and what other systems tell us."""

from starlette.routing import BaseRoute

from fullhouse.web.hooks import slots
from fullhouse.web.waitlist import join_page
from fullhouse.web.waitlist.link_pages import PURPOSES

__all__ = ["PURPOSES", "routes"]


def routes() -> list[BaseRoute]:
    """List every route of the waitlist's public pages; its links have theirs with all others."""
    return [*join_page.routes(), *slots.routes()]
