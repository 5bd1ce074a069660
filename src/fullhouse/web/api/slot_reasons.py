"""Reasons for the status of a slot and of its offers, as text. Pure."""

from datetime import datetime

from fullhouse.kernel.localized_dates import format_relative
from fullhouse.kernel.offers import Opening, send_at
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.model import Entry, Slot, SlotOffer

LANGUAGE = "en"
# Reasons why nobody is left to ask: the slot is open for those who join.
UNFILLED = {
    "nobody_fits": "Nobody in line fits it and can be reached.",
    "line_spent": "Everyone in line whom it fits and who can be reached has been asked.",
}
HANDED_BACK = {
    "nobody_fits": "Nobody in line fits it and can be reached, so nobody was asked.",
    "line_spent": "Everyone in line whom it fits and who can be reached has been asked.",
    "tries_spent": "As many were asked as the rules allow.",
    "too_late": "It starts too soon to ask anyone else.",
    "quiet_hours": "Quiet hours last until it is too late to ask anyone.",
    "withdrawn": "Staff stopped offering it.",
    "booked_over": "Its time was booked.",
    "gave_way": "Another open slot needs the same staff at that time.",
    "closed": "It is on a day when the business is closed, so nobody was asked.",
    "given_up": "It was claimed, and the booking was cancelled or moved later.",
    "no_show": "It was claimed, and the customer did not come.",
}
ENDED = {
    "live": "It is theirs until {ends}, unless they decline.",
    "claimed": "They claimed it.",
    "declined": "They said that they can't make it.",
    "timed_out": "They had not answered by {ends}.",
    "withdrawn": "It was taken back: {why}.",
}
TAKEN_BACK = {
    "": "no reason was noted",
    "withdrawn": "staff stopped offering the slot",
    "booked_over": "the slot's time was booked",
    "gave_way": "another slot needed the same staff",
    "edited": "what they wait for was changed",
    "wishes": "they changed their wishes",
    "left": "they left the list",
    "removed": "staff took them off the list",
    "expired": "their dates have passed",
}
PENDING = "Nobody is picked before it can be sent."


def slot_reasons(slot: Slot, rulebook: Rulebook, now: datetime, *, idle: bool) -> list[str]:
    """Return the reasons why a slot is open, booked or handed back."""
    asked = [_asked_text(len(slot.asked))]
    if slot.carried:
        asked.append(f"Asked when it was offered before: {slot.carried}.")
    if slot.status == "booked":
        return [f"It was claimed {_at(slot.ended_at or now, rulebook, now)}.", *asked]
    if slot.status == "handed_back":
        return [HANDED_BACK.get(slot.why, f"It was handed back: {slot.why}."), *asked]
    return [_why_open(slot, rulebook, now, idle=idle), *asked]


def _why_open(slot: Slot, rulebook: Rulebook, now: datetime, *, idle: bool) -> str:
    if slot.live_offer_seq:
        return "It is held for someone who has been asked."
    if slot.why in UNFILLED:
        closes = _at(slot.closes_at, rulebook, now)
        return f"{UNFILLED[slot.why]} Whoever joins and fits is asked until {closes}."
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
