"""What a person does with an offer: claim it, decline it, let it lapse; and what becomes of one that never left."""

from datetime import datetime, timedelta
from typing import Any

import msgspec

from fullhouse.kernel.decisions import Change, Decision, Step, change, unchanged
from fullhouse.products.waitlist import lines
from fullhouse.products.waitlist.commands import ClaimSlot, DeclineSlot, LapseSlot
from fullhouse.products.waitlist.endings import claimed, ended, live_offer, rolled
from fullhouse.products.waitlist.model import SCOPE, Answer, Contact, Entry, SlotOffer, State, contact_id
from fullhouse.products.waitlist.notices import About, to_customer
from fullhouse.products.waitlist.slots import lapse_alarm, remarked

# A carrier that refuses for now often takes it a little later; a slot has no time for more than this.
TRY_AGAIN_AFTER = (timedelta(seconds=20), timedelta(minutes=1))


def claim_slot(state: State, _command: ClaimSlot, now: datetime) -> Decision:
    """Book the slot, if this offer is the live one and its time is not over: one write decides it."""
    found = live_offer(state)
    if found is None:
        return Decision(_spent(state))
    slot, offer, entry = found
    if now >= offer.ends_at:
        return Decision(Answer("offer_lapsed", entry, slot, offer))
    end = claimed(state, now)
    booked = change(
        slot,
        *unchanged(slot, "rev"),
        status="booked",
        booked_by=entry.id,
        live_offer_seq=0,
        ended_at=now,
        rev=slot.rev + 1,
    )
    changes = (booked, *remarked(state.agenda, slot.id, "booked"), *end.changes)
    about = About(booked.after, end.offer, max(slot.starts_at, now + timedelta(minutes=1)))
    return Decision(
        Answer("booked", end.entry, booked.after, end.offer),
        steps=(Step(SCOPE, "claimed", slot.id, changes),),
        messages=to_customer("booked", state, end.entry, now, slot.id, about),
        clear_alarms=(*end.cleared, lines.look_key(slot.id)),
    )


def _spent(state: State) -> Answer:
    """Answer a link whose offer is not the live one: kindly, and with what became of it."""
    slot, offer, entry = state.slot, state.offer, state.entry
    if slot is None or offer is None or entry is None or offer.entry_id != entry.id:
        return Answer("unknown_offer")
    if offer.status == "claimed":
        return Answer("already_booked", entry, slot, offer)
    if slot.status == "booked":
        return Answer("slot_taken", entry, slot, offer)
    return Answer(f"offer_{offer.status}", entry, slot, offer)


def decline_slot(state: State, _command: DeclineSlot, now: datetime) -> Decision:
    """Let the slot roll on at once; the person stays on the list."""
    found = live_offer(state)
    if found is None:
        return Decision(_spent(state))
    slot, offer, entry = found
    if now >= offer.ends_at:
        return Decision(Answer("offer_lapsed", entry, slot, offer))
    return rolled(slot, ended(state, "declined", now), "declined", now)


def lapse_slot(state: State, _command: LapseSlot, now: datetime) -> Decision:
    """End an offer whose deadline has come without an answer; the slot rolls on."""
    found = live_offer(state)
    if found is None:
        return Decision(None)
    slot, offer, _ = found
    if now < offer.ends_at:
        return Decision(None, set_alarms=(lapse_alarm(offer),))
    return rolled(slot, ended(state, "timed_out", now), "timed_out", now)


class NotSent(msgspec.Struct, frozen=True):
    """Why an offer did not leave. `pause`: try again later; `blame`: count it against the address; `lost`: for good."""

    reason: str
    pause: bool = False
    blame: bool = False
    lost: bool = False


def put_back(state: State, why: NotSent, now: datetime) -> Decision:
    """Take back an offer that did not leave: the person was never asked. Refused too often, they are passed over."""
    found = live_offer(state)
    if found is None:
        return Decision(None)
    slot, offer, entry = found
    refusals = entry.refusals + int(why.blame)
    lost = why.lost or refusals > len(TRY_AGAIN_AFTER)
    pause = TRY_AGAIN_AFTER[max(0, refusals - 1)] if why.pause and not lost else timedelta(0)
    marked = _unreachable(state, entry, offer, why.reason, now) if lost else ()
    reached = tuple(one.after for one in marked) or lines.of(entry, state.contacts)
    channel = lines.channel_of(entry, reached)
    end = ended(
        msgspec.structs.replace(state, contacts=_other(state.contacts, marked)),
        "withdrawn",
        now,
        why.reason,
        refusals=0 if lost else refusals,
        channel=channel,
    )
    end = msgspec.structs.replace(end, changes=(*end.changes, *marked))
    tried = tuple(name for name in slot.tried if name != entry.id)
    return rolled(slot, end, "unreachable" if lost else "put_back", now + pause, tried=tried)


def _other(contacts: tuple[Contact, ...], marked: tuple[Change[Contact], ...]) -> tuple[Contact, ...]:
    names = {one.after.id for one in marked}
    return tuple(one for one in contacts if one.id not in names)


def _unreachable(
    state: State, entry: Entry, offer: SlotOffer, reason: str, now: datetime
) -> tuple[Change[Contact], ...]:
    """Note of the address that was tried that it takes nothing, and let go of the offer there."""
    address = entry.phone if offer.channel == "text" else entry.email
    sets: dict[str, Any] = {"reach": "unreachable", "note": reason, "at": now, "offer": ""}
    return tuple(
        change(one, *unchanged(one, "rev"), **sets, rev=one.rev + 1)
        for one in state.contacts
        if one.id == contact_id(address)
    )
