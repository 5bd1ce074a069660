"""Claim, decline and lapse of an offer, and offers that could not be sent."""

from datetime import datetime, timedelta

import msgspec

from fullhouse.kernel.decisions import Decision, Step, if_unchanged, update
from fullhouse.products.frontdesk.shared.contacts import NoteReach, Reach
from fullhouse.products.frontdesk.waitlist import queue
from fullhouse.products.frontdesk.waitlist.commands import ClaimSlot, DeclineSlot, LapseSlot
from fullhouse.products.frontdesk.waitlist.contact_reach import note_reach
from fullhouse.products.frontdesk.waitlist.messages import MessageSubject, to_customer
from fullhouse.products.frontdesk.waitlist.model import SCOPE, Slot, WaitlistResult, WaitlistState
from fullhouse.products.frontdesk.waitlist.offer_endings import (
    EndReason,
    apply,
    claimed,
    combine,
    ended,
    live_offer,
    others_tried,
    roll_on,
)
from fullhouse.products.frontdesk.waitlist.slot_index import update_index
from fullhouse.products.frontdesk.waitlist.slots import lapse_alarm

# A temporary refusal often passes soon, and a carrier that is down comes back later.
TRY_AGAIN_AFTER = tuple(timedelta(seconds=seconds) for seconds in (20, 60, 120, 300, 600))
MOST_REFUSALS = 3


def claim_slot(
    state: WaitlistState, _command: ClaimSlot, now: datetime, replaces: str = ""
) -> Decision:
    """Book the slot if this offer is live and its time is not over; one write decides it.

    `replaces` is the id of the appointment that its customer gives up for it.
    """
    found = live_offer(state)
    if found is None:
        return Decision(_spent(state))
    slot, offer, entry = found
    if now >= offer.ends_at:
        return Decision(WaitlistResult("offer_lapsed", entry, slot, offer))
    end = claimed(state, offer, entry, now)
    booked = update(
        slot,
        *if_unchanged(slot, "rev"),
        status="booked",
        booked_by=entry.id,
        replaces=replaces,
        live_offer_seq=0,
        ended_at=now,
        rev=slot.rev + 1,
    )
    changes: queue.Changes = (
        booked,
        *update_index(state.agenda, slot.id, "booked"),
        *end.changes,
    )
    about = MessageSubject(booked.after, end.offer, max(slot.starts_at, now + timedelta(minutes=1)))
    return Decision(
        WaitlistResult("booked", end.entry, booked.after, end.offer),
        steps=(Step(SCOPE, "claimed", slot.id, changes),),
        messages=to_customer("booked", state, end.entry, now, slot.id, about),
        set_alarms=end.alarms,
        clear_alarms=(*end.cleared, queue.look_key(slot.id)),
    )


def _spent(state: WaitlistState) -> WaitlistResult:
    """Answer a link whose offer is not live, with what became of the offer."""
    slot, offer, entry = state.slot, state.offer, state.entry
    if slot is None or offer is None or entry is None or offer.entry_id != entry.id:
        return WaitlistResult("unknown_offer")
    if offer.status == "claimed":
        return WaitlistResult("already_booked", entry, slot, offer)
    if slot.status == "booked":
        return WaitlistResult("slot_taken", entry, slot, offer)
    return WaitlistResult(f"offer_{offer.status}", entry, slot, offer)


def decline_slot(state: WaitlistState, _command: DeclineSlot, now: datetime) -> Decision:
    """Roll the slot on at once; the customer stays on the list."""
    found = live_offer(state)
    if found is None:
        return Decision(_spent(state))
    slot, offer, entry = found
    if now >= offer.ends_at:
        return Decision(WaitlistResult("offer_lapsed", entry, slot, offer))
    return roll_on(slot, ended(state, offer, entry, EndReason("declined"), now), "declined", now)


def lapse_slot(state: WaitlistState, _command: LapseSlot, now: datetime) -> Decision:
    """End an offer at its deadline; the slot rolls on."""
    found = live_offer(state)
    if found is None:
        return Decision(None)
    slot, offer, entry = found
    if now < offer.ends_at:
        return Decision(None, set_alarms=(lapse_alarm(offer),))
    return roll_on(slot, ended(state, offer, entry, EndReason("timed_out"), now), "timed_out", now)


class NotSent(msgspec.Struct, frozen=True):
    """Why an offer could not be sent.

    `pause`: try again later; `blame`: count it against the address; `lost`: the new reach of an
    address that is lost for good.
    """

    reason: str
    pause: bool = False
    blame: bool = False
    lost: Reach = "fine"


def put_back(state: WaitlistState, address: str, why: NotSent, now: datetime) -> Decision:
    """Take back an offer that was not sent: its customer was never asked.

    An address that was refused too often becomes unreachable.
    """
    found = live_offer(state)
    if found is None:
        return Decision(None)
    slot, offer, entry = found
    refusals = entry.refusals + int(why.blame)
    lost = why.lost
    if lost == "fine" and refusals >= MOST_REFUSALS:
        lost = "unreachable"
    noted = Decision(None)
    if lost == "fine":
        action, pause = "put_back", _pause(slot, why)
    else:
        action, pause, refusals = "unreachable", timedelta(0), 0
        noted = note_reach(state, NoteReach(address=address, reach=lost, note=why.reason), now)
        state = apply(state, noted)
    reason = EndReason("withdrawn", why.reason, refusals)
    end = ended(state, offer, state.entry or entry, reason, now)
    at = min(now + pause, max(now, slot.closes_at))
    return combine(noted, roll_on(slot, end, action, at, tried=others_tried(slot, entry)))


def pass_over_customer(state: WaitlistState, reason: str, now: datetime) -> Decision:
    """Take back an offer that cannot leave in time, and ask the next customer."""
    found = live_offer(state)
    if found is None:
        return Decision(None)
    slot, offer, entry = found
    why = EndReason("withdrawn", reason, entry.refusals)
    return roll_on(slot, ended(state, offer, entry, why, now), "put_back", now)


def _pause(slot: Slot, why: NotSent) -> timedelta:
    """Return the wait before the next offer: longer after each offer that was not sent."""
    if not why.pause:
        return timedelta(0)
    not_sent = slot.offers - len(slot.asked)
    return TRY_AGAIN_AFTER[min(not_sent, len(TRY_AGAIN_AFTER) - 1)]
