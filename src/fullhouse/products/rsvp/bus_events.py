"""Bus events of a guest list: a guest was confirmed, a guest cancelled, a seat was freed.

They are found by what an audit line changed, not by its action, so that a new action that confirms
or cancels is reported as well.
"""

from typing import Literal

from fullhouse.kernel.audit import AuditChange, AuditLine
from fullhouse.products.rsvp.model import Event, Guest

News = Literal["confirmed", "cancelled", "seat_freed"]
# When the event is cancelled, no seat is free.
CALLED_OFF = "offer_withdrawn"


def bus_event(line: AuditLine) -> tuple[News, ...]:
    """Return the bus events that an audit line causes."""
    guest, event = _entry(line, Guest.kind_name), _entry(line, Event.kind_name)
    found: list[News] = []
    if guest is not None and guest.after.get("state") == "confirmed":
        found.append("confirmed")
    if guest is not None and guest.after.get("state") == "cancelled" and not guest.new:
        found.append("cancelled")
    if event is not None and _frees(line, event, given_up=guest is not None):
        found.append("seat_freed")
    return tuple(found)


def whom(line: AuditLine) -> str:
    """Return the id of the guest that an audit line changes, or an empty text."""
    guest = _entry(line, Guest.kind_name)
    if guest is None:
        return ""
    return guest.key[-1]


def _frees(line: AuditLine, event: AuditChange, *, given_up: bool) -> bool:
    """Return True if seats were set aside for the queue, or freed by a guest and open to all."""
    opened = given_up and line.action != CALLED_OFF and event.adds.get("taken", 0) < 0
    return event.adds.get("owed", 0) > 0 or opened


def _entry(line: AuditLine, kind: str) -> AuditChange | None:
    return next((entry for entry in line.entries if entry.kind == kind), None)
