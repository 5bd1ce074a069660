"""A booking as it stands in the customer's calendar: put there when it is made, taken away when it is cancelled."""

from datetime import timedelta
from typing import Literal

from fullhouse.kernel.letters import UID_DOMAIN, CalendarEntry, single_line
from fullhouse.kernel.messages import Message
from fullhouse.products.waitlist.facts import Facts

Method = Literal["REQUEST", "CANCEL"]
METHODS: dict[str, Method] = {"booked": "REQUEST", "cancelled": "CANCEL"}


def booking_entry(message: Message, facts: Facts, summary: str) -> CalendarEntry | None:
    """Make the entry that a mail brings or takes away; None if it leaves the customer's calendar alone."""
    slot, method = facts.slot, METHODS.get(message.kind)
    if method is None or slot is None or slot.starts_at is None:
        return None
    return CalendarEntry(
        # Three parts, unlike a guest's: an answer from the calendar is never taken for a guest's.
        uid=f"waitlist.{slot.id}.{facts.entry.id}@{UID_DOMAIN}",
        sequence=int(method == "CANCEL"),
        method=method,
        summary=summary,
        starts=slot.starts_at,
        ends=slot.starts_at + timedelta(minutes=slot.minutes),
        location=single_line(facts.business.name),
        stamp=message.queued_at,
    )
