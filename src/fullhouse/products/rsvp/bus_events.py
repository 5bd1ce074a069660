"""What others may want to hear of a guest list, read off a line of the audit: who came, who went, that a seat is free.

It is read from what the line changed, not from what it is called, so a new way to come or to go is heard as well.
"""

from typing import Literal

from fullhouse.kernel.audit import AuditChange, AuditLine
from fullhouse.products.rsvp.model import Event, Guest

News = Literal["confirmed", "cancelled", "seat_freed"]
# When the event is off, no seat is free.
CALLED_OFF = "offer_withdrawn"


def bus_event(line: AuditLine) -> tuple[News, ...]:
    """Say what a line tells others."""
    guest, event = _entry(line, Guest.kind_name), _entry(line, Event.kind_name)
    state = None if guest is None else guest.after.get("state")
    found: list[News] = []
    if state == "confirmed":
        found.append("confirmed")
    if state == "cancelled":
        found.append("cancelled")
    if event is not None and _frees(line, event, given_up=guest is not None):
        found.append("seat_freed")
    return tuple(found)


def whom(line: AuditLine) -> str:
    """Name the guest whom a line is about, if it is about one."""
    guest = _entry(line, Guest.kind_name)
    return "" if guest is None else guest.key[-1]


def _frees(line: AuditLine, event: AuditChange, *, given_up: bool) -> bool:
    """Whether seats were set aside for the line, or given up by a guest and opened to all."""
    opened = given_up and line.action != CALLED_OFF and event.adds.get("taken", 0) < 0
    return event.adds.get("owed", 0) > 0 or opened


def _entry(line: AuditLine, kind: str) -> AuditChange | None:
    return next((one for one in line.entries if one.kind == kind), None)
