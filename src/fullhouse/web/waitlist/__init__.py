"""The waitlist's public pages: joining, answering an offer and leaving; and its webhooks."""

from starlette.routing import BaseRoute

from fullhouse.web.hooks import slots
from fullhouse.web.waitlist import join_page
from fullhouse.web.waitlist.link_pages import PURPOSES

__all__ = ["PURPOSES", "routes"]


def routes() -> list[BaseRoute]:
    """Return the routes of the public pages; links have their own route."""
    return [*join_page.routes(), *slots.routes()]
