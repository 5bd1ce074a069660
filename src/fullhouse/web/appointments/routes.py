"""Routes of booking online, and the pages of links in reminders."""

from starlette.routing import BaseRoute

from fullhouse.web.appointments import booking_page
from fullhouse.web.appointments.link_pages import answer_link, calendar_file
from fullhouse.web.appointments.time_picker import pick
from fullhouse.web.links import CALENDAR, Handler

__all__ = ["PURPOSES", "routes"]

PURPOSES: dict[str, Handler] = {
    "confirm": answer_link,
    "cancel": answer_link,
    "reschedule": pick,
    CALENDAR: calendar_file,
}


def routes() -> list[BaseRoute]:
    """Return the routes of the public pages; links have their own route."""
    return booking_page.routes()
