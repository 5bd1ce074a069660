"""Customers' pages about their appointments, behind the links in reminders."""

from fullhouse.web.appointments.link_pages import answer_link, calendar_file
from fullhouse.web.appointments.time_picker import pick
from fullhouse.web.links import CALENDAR, Handler

__all__ = ["PURPOSES"]

PURPOSES: dict[str, Handler] = {
    "confirm": answer_link,
    "cancel": answer_link,
    "reschedule": pick,
    CALENDAR: calendar_file,
}
