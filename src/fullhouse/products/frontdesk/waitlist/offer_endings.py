"""Ends of an offer: changes of the offer, its entry, contacts and queues."""

from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Change, Decision, Step, if_unchanged, update
from fullhouse.products.frontdesk.waitlist import queue, rests
from fullhouse.products.frontdesk.waitlist.messages import offer_ended_messages
from fullhouse.products.frontdesk.waitlist.model import (
    SCOPE,
    Entry,
    OfferStatus,
    Slot,
    SlotOffer,
    WaitlistResult,
    WaitlistState,
)

# Reasons of an end that is the customer's own doing: they know of it.
OWN_DOING = frozenset({"left", "wishes"})


class EndedOffer(msgspec.Struct, frozen=True):
    """The changes that end an offer, without those of its slot."""

    offer: SlotOffer
    entry: Entry
    changes: tuple[Change[Any], ...]
    alarms: tuple[Alarm, ...]
    cleared: tuple[str, ...]


def live_offer(state: WaitlistState) -> tuple[Slot, SlotOffer, Entry] | None:
    """Return slot, offer and entry if the loaded offer is the live one."""
    slot, offer, entry = state.slot, state.offer, state.entry
    if slot is None or offer is None or entry is None:
        return None
    if slot.status != "open" or slot.live_offer_seq != offer.seq or offer.entry_id != entry.id:
        return None
    return slot, offer, entry


class EndReason(msgspec.Struct, frozen=True):
    """The end of an offer: status, reason, and refusals in a row at the address."""

    status: OfferStatus
    why: str = ""
    refusals: int = 0


def ended(
    state: WaitlistState, offer: SlotOffer, entry: Entry, how: EndReason, now: datetime
) -> EndedOffer:
    """End an offer; its entry waits again."""
    over = _over(offer, how.status, now, how.why)
    sets: dict[str, Any] = {"offer": "", "offer_ends_at": None, "refusals": how.refusals}
    back = update(entry, *if_unchanged(entry, "rev"), **sets, rev=entry.rev + 1)
    free = queue.release(queue.of(entry, state.contacts))
    stirred, alarms = queue.stirred_for(entry, state, now)
    return EndedOffer(
        over.after, back.after, (over, back, *free, *stirred), alarms, (lapse_key(offer),)
    )


def claimed(state: WaitlistState, offer: SlotOffer, entry: Entry, now: datetime) -> EndedOffer:
    """End an offer with a booking; the entry leaves the list.

    The customer's other entries become eligible again.
    """
    over = _over(offer, "claimed", now, "")
    sets: dict[str, Any] = {
        "state": "booked",
        "booked": offer.slot_id,
        "ended_at": now,
        "unwritten": True,
    }
    off = update(
        entry,
        *if_unchanged(entry, "rev"),
        offer="",
        offer_ends_at=None,
        refusals=0,
        rev=entry.rev + 1,
        **sets,
    )
    gone = queue.unlink_contact(queue.of(entry, state.contacts), entry)
    stirred, alarms = queue.stirred_for(entry, state, now)
    changes: queue.Changes = (over, off, *gone, *queue.decrement(state, entry), *stirred)
    return EndedOffer(over.after, off.after, changes, alarms, (lapse_key(offer),))


def _over(offer: SlotOffer, status: OfferStatus, now: datetime, why: str) -> Change[SlotOffer]:
    return update(
        offer, *if_unchanged(offer, "rev"), status=status, ended_at=now, why=why, rev=offer.rev + 1
    )


def lapse_key(offer: SlotOffer) -> str:
    """Return the key of the alarm at an offer's deadline."""
    return f"lapse:{offer.name}"


def roll_on(
    slot: Slot,
    end: EndedOffer,
    action: str,
    at: datetime,
    **sets: Any,  # noqa: ANN401 - fields of a slot
) -> Decision:
    """Roll a slot on: it looks for its next customer at that time."""
    sets |= {"live_offer_seq": 0, "rev": slot.rev + 1, **rests.offered_no_more(slot)}
    free = update(slot, *if_unchanged(slot, "rev"), **sets)
    look = queue.look_alarm(slot.id, at)
    others = (alarm for alarm in end.alarms if alarm.key != look.key)
    return Decision(
        WaitlistResult(action, end.entry, free.after, end.offer),
        steps=(Step(SCOPE, action, slot.id, (free, *end.changes), end.offer.why),),
        set_alarms=(*others, look),
        clear_alarms=end.cleared,
    )


def withdrawn(
    state: WaitlistState, now: datetime, why: str, *, ask_again: bool = False
) -> Decision:
    """Withdraw the loaded offer if it is live; its slot rolls on.

    Its customer is told, unless it is their own doing. With `ask_again` the same entry may be asked
    again, and hears of the new offer instead.
    """
    found = live_offer(state)
    if found is None:
        return Decision(None)
    slot, offer, entry = found
    end = ended(state, offer, entry, EndReason("withdrawn", why), now)
    tried = others_tried(slot, entry) if ask_again else slot.tried
    rolled = roll_on(slot, end, "offer_withdrawn", now, tried=tried)
    if ask_again or why in OWN_DOING:
        return rolled
    told = offer_ended_messages(state, end.entry, slot, offer, now)
    return msgspec.structs.replace(rolled, messages=told)


def others_tried(slot: Slot, entry: Entry) -> tuple[str, ...]:
    """Return the ids of all entries tried for the slot except this one."""
    return tuple(name for name in slot.tried if name != entry.id)


def apply(state: WaitlistState, decision: Decision) -> WaitlistState:
    """Return the loaded state as it is after a decision."""
    changed = {(change.kind, change.key): change.after for change in decision.changes}

    def current(record: Any) -> Any:  # noqa: ANN401 - a record of any kind, or none
        return record and changed.get((type(record), record.key), record)

    return msgspec.structs.replace(
        state,
        entry=current(state.entry),
        slot=current(state.slot),
        offer=current(state.offer),
        contacts=tuple(map(current, state.contacts)),
        lines=tuple(map(current, state.lines)),
        entries=tuple(map(current, state.entries)),
    )


def combine(first: Decision, second: Decision) -> Decision:
    """Join two decisions into one commit; the answer is the second's."""
    return Decision(
        second.answer,
        steps=first.steps + second.steps,
        moves=first.moves + second.moves,
        messages=first.messages + second.messages,
        set_alarms=first.set_alarms + second.set_alarms,
        clear_alarms=first.clear_alarms + second.clear_alarms,
        forget=first.forget + second.forget,
        absent=first.absent + second.absent,
    )
