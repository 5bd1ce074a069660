"""Bus events about slots, built from audit lines.

They are read from the records that a line changed, not from its action, and name customers only by
the id of their entry.
"""

from typing import Any, Literal

import msgspec

from fullhouse.kernel.audit import AuditChange, AuditLine
from fullhouse.products.frontdesk.waitlist.model import SCOPE, Slot, SlotOffer

__all__ = ["SCOPE", "News", "SlotEvent", "bus_event"]

News = Literal["slot_freed", "make_offer", "roll_on", "hand_back", "booked"]
SLOT_FACTS = ("service", "starts_at", "party_capacity", "staff", "reason")
ENDS: dict[str, News] = {"booked": "booked", "handed_back": "hand_back"}


class SlotEvent(msgspec.Struct, frozen=True):
    """One event, and its facts."""

    what: News
    about: dict[str, Any]


def bus_event(line: AuditLine) -> tuple[SlotEvent, ...]:
    """Return the events that an audit line means."""
    slot, offer = _entry(line, Slot.kind_name), _entry(line, SlotOffer.kind_name)
    found: list[SlotEvent] = []
    if slot is None:
        return ()
    if slot.new:
        facts = {name: slot.after[name] for name in SLOT_FACTS}
        found.append(SlotEvent("slot_freed", _about(slot) | facts))
    if offer is not None and offer.new:
        found.append(_offered(slot, offer))
    if slot.after.get("status") in ENDS:
        found.append(_ended(slot))
    return tuple(found)


def _offered(slot: AuditChange, offer: AuditChange) -> SlotEvent:
    seq = offer.after["seq"]
    about = {
        "offer_seq": seq,
        "entry_id": offer.after["entry_id"],
        "window_ends_at": offer.after["ends_at"],
    }
    return SlotEvent("make_offer" if seq == 1 else "roll_on", _about(slot) | about)


def _ended(slot: AuditChange) -> SlotEvent:
    about = _about(slot)
    if slot.after.get("booked_by"):
        about["entry_id"] = slot.after["booked_by"]
    else:
        about["why"] = slot.after.get("why", "")
    return SlotEvent(ENDS[slot.after["status"]], about)


def _about(slot: AuditChange) -> dict[str, Any]:
    return {"slot_id": slot.key[0]}


def _entry(line: AuditLine, kind: str) -> AuditChange | None:
    return next((change for change in line.entries if change.kind == kind), None)
