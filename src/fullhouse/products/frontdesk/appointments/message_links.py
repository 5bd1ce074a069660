"""Links in messages about appointments, and the pages that others lead to."""

from datetime import datetime, timedelta

import msgspec

from fullhouse.kernel.links import LINKS_HOLD, Link, Page
from fullhouse.kernel.messages import Message
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.appointments.model import SCOPE
from fullhouse.products.frontdesk.shared.message_facts import page_fields
from fullhouse.products.frontdesk.shared.short_links import short_link_of

# The one link that a text carries.
SHORT = {
    "reminder": "confirm",
    "booked": "reschedule",
    "rescheduled": "reschedule",
    "restored": "reschedule",
}
ANSWERING = frozenset({"confirm", "reschedule", "cancel"})
# Pages of the desk that notes lead to, where that is not Today.
DESK_PAGES = {"proposal": "/desk/waitlist/proposals"}


def link(message: Message, purpose: str) -> Link | None:
    """Return the signed link for a purpose, valid once; None for a plain page."""
    if purpose not in ANSWERING or not message.person:
        return None
    expires_at = message.queued_at.replace(microsecond=0) + LINKS_HOLD
    offer = f"{message.facts['appointment']['chain']}-{message.facts.get('hours', 0)}"
    return Link(purpose, SCOPE, message.person, offer, expires_at)


def short_link(message: Message) -> Link | None:
    """Return the link of a text's token; None if the text has none."""
    return short_link_of(message, SHORT, link)


def page(message: Message, purpose: str) -> Page:
    """Return the desk's page, or the waitlist's page with the same service chosen.

    A customer who asks for an earlier time waits for times before the appointment only.
    """
    if purpose == "desk":
        return Page("desk", DESK_PAGES.get(message.kind, "/desk/appointments"))
    appointment = message.facts.get("appointment", {})
    query = {}
    if appointment.get("service"):
        query["service"] = appointment["service"]
        if purpose == "earlier":
            starts_at = msgspec.convert(appointment["starts_at"], datetime)
            query |= _before(starts_at, message)
    return Page("waitlist", "/waitlist", query | page_fields(message.facts))


def _before(starts_at: datetime, message: Message) -> dict[str, str]:
    """Return the wish for a time before another: by the day before, or earlier on this very day.

    Times of day in a wish hold for every day, so only a wish for today can name one.
    """
    zone = message.facts["business"]["zone"]
    start, today = wall_time(starts_at, zone), wall_time(message.queued_at, zone).date()
    if start.date() <= today:
        return {"latest": start.date().isoformat(), "until_time": f"{start:%H:%M}"}
    return {"latest": (start.date() - timedelta(days=1)).isoformat()}
