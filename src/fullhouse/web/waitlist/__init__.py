"""The waitlist's public pages: joining, answering an offer and leaving; and its webhooks."""

from starlette.routing import BaseRoute

from fullhouse.web.hooks import slots
from fullhouse.web.links import Handler
from fullhouse.web.waitlist import give_up_page, join_page, link_pages, request_page, wishes_page

__all__ = ["PURPOSES", "routes"]

PURPOSES: dict[str, Handler] = {
    **link_pages.PURPOSES,
    **request_page.PURPOSES,
    **wishes_page.PURPOSES,
    **give_up_page.PURPOSES,
}


def routes() -> list[BaseRoute]:
    """Return the routes of the public pages; links have their own route."""
    return [*join_page.routes(), *slots.routes()]
