"""What others may want to hear of the waitlist, read off a line of the audit: what became of a slot.

It is read from what the line changed, not from what it is called, and it names people by their entry's id only.
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
    """One piece of news, and what it is about."""

    what: News
    about: dict[str, Any]


def bus_event(line: AuditLine) -> tuple[SlotEvent, ...]:
    """Say what a line tells others."""
    slot, offer = _entry(line, Slot.kind_name), _entry(line, SlotOffer.kind_name)
    found: list[SlotEvent] = []
    if slot is not None and slot.new:
        found.append(
            SlotEvent("slot_freed", _about(slot) | {name: slot.after[name] for name in SLOT_FACTS})
        )
    if slot is not None and offer is not None and offer.new:
        found.append(_offered(slot, offer))
    if slot is not None and slot.after.get("status") in ENDS:
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
    booked_by = slot.after.get("booked_by")
    more = {"entry_id": booked_by} if booked_by else {"why": slot.after.get("why", "")}
    return SlotEvent(ENDS[slot.after["status"]], _about(slot) | more)


def _about(slot: AuditChange) -> dict[str, Any]:
    return {"slot_id": slot.key[0]}


def _entry(line: AuditLine, kind: str) -> AuditChange | None:
    return next((one for one in line.entries if one.kind == kind), None)
