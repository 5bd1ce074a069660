"""Reasons for the status of a slot and of its offers, as text. Pure."""

from datetime import datetime

from fullhouse.kernel.localized_dates import format_relative
from fullhouse.kernel.offers import Opening, send_at
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.model import Entry, Slot, SlotOffer

LANGUAGE = "en"
HANDED_BACK = {
    "nobody_fits": "Nobody in line fits it and can be reached, so nobody was asked.",
    "line_spent": "Everyone in line whom it fits has been asked.",
    "tries_spent": "As many were asked as the rules allow.",
    "too_late": "It starts too soon to ask anyone else.",
    "withdrawn": "Staff stopped offering it.",
}
ENDED = {
    "live": "It is theirs until {ends}, unless they decline.",
    "claimed": "They claimed it.",
    "declined": "They said that they can't make it.",
    "timed_out": "They did not answer until {ends}.",
    "withdrawn": "It was taken back: {why}.",
}
TAKEN_BACK = {
    "": "no reason was noted",
    "withdrawn": "staff stopped offering the slot",
    "edited": "what they wait for was changed",
    "left": "they left the list",
    "removed": "staff took them off the list",
    "expired": "their dates have passed",
}
PENDING = "Nobody is picked before it can be sent."


def slot_reasons(slot: Slot, rulebook: Rulebook, now: datetime, *, idle: bool) -> list[str]:
    """Return the reasons why a slot is open, booked or handed back."""
    asked = _asked_text(len(slot.tried))
    if slot.status == "booked":
        return [f"It was claimed {_at(slot.ended_at or now, rulebook, now)}.", asked]
    if slot.status == "handed_back":
        return [HANDED_BACK.get(slot.why, f"It was handed back: {slot.why}."), asked]
    return [_why_open(slot, rulebook, now, idle=idle), asked]


def _why_open(slot: Slot, rulebook: Rulebook, now: datetime, *, idle: bool) -> str:
    if slot.live_offer_seq:
        return "It is held for someone who has been asked."
    leaves_at = send_at(Opening(slot.closes_at), rulebook.offer_rules, now)
    if leaves_at > now:
        return f"These are quiet hours: the next person is asked {_at(leaves_at, rulebook, now)}."
    if idle:
        return "Everyone whom it fits holds another offer just now; it waits for them."
    return "The next person is being asked."


def _asked_text(number: int) -> str:
    if not number:
        return "Nobody was asked."
    if number == 1:
        return "1 person was asked."
    return f"{number} people were asked."


def offer_reason(offer: SlotOffer, entry: Entry | None, rulebook: Rulebook, now: datetime) -> str:
    """Return why a customer got an offer, and how it ended."""
    ends_at = offer.ends_at
    if offer.status == "timed_out" and offer.ended_at:
        ends_at = offer.ended_at
    ends = _at(ends_at, rulebook, now)
    why = TAKEN_BACK.get(offer.why, offer.why.replace("_", " "))
    return f"{_why_them(entry, rulebook, now)} {ENDED[offer.status].format(ends=ends, why=why)}"


def _why_them(entry: Entry | None, rulebook: Rulebook, now: datetime) -> str:
    if entry is None:
        return "They were the next in line whom it fitted."
    priority = ""
    if entry.priority and rulebook.order == "priority":
        priority = f"priority {entry.priority}, "
    joined = _at(entry.joined_at, rulebook, now)
    return f"They were the next in line whom it fitted: {priority}joined {joined}."


def _at(moment: datetime, rulebook: Rulebook, now: datetime) -> str:
    return format_relative(
        wall_time(moment, rulebook.zone), wall_time(now, rulebook.zone), LANGUAGE
    )
