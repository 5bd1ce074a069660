"""How an offer of a slot ends: what becomes of the offer, of its person and of those who waited behind them."""

from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Change, Decision, Step, if_unchanged, update
from fullhouse.products.frontdesk.waitlist import queue
from fullhouse.products.frontdesk.waitlist.model import (
    SCOPE,
    Entry,
    OfferStatus,
    Slot,
    SlotOffer,
    WaitlistResult,
    WaitlistState,
)


class EndedOffer(msgspec.Struct, frozen=True):
    """What the end of an offer changes, apart from its slot."""

    offer: SlotOffer
    entry: Entry
    changes: tuple[Change[Any], ...]
    alarms: tuple[Alarm, ...]
    cleared: tuple[str, ...]


def live_offer(state: WaitlistState) -> tuple[Slot, SlotOffer, Entry] | None:
    """Return what belongs to the offer that was loaded, if it is the live one."""
    slot, offer, entry = state.slot, state.offer, state.entry
    if slot is None or offer is None or entry is None:
        return None
    live = slot.status == "open" and slot.live_offer_seq == offer.seq and offer.entry_id == entry.id
    return (slot, offer, entry) if live else None


class EndReason(msgspec.Struct, frozen=True):
    """How an offer ended: with what, why, and after how many refusals in a row of its person's address."""

    status: OfferStatus
    why: str = ""
    refusals: int = 0


def ended(
    state: WaitlistState, offer: SlotOffer, entry: Entry, how: EndReason, now: datetime
) -> EndedOffer:
    """End an offer; its person is back in line."""
    over = _over(offer, how.status, now, how.why)
    sets: dict[str, Any] = {"offer": "", "offer_ends_at": None, "refusals": how.refusals}
    back = update(entry, *if_unchanged(entry, "rev"), **sets, rev=entry.rev + 1)
    free = queue.set_offer(queue.of(entry, state.contacts), "")
    stirred, alarms = queue.stirred_for(entry, state, now)
    return EndedOffer(
        over.after, back.after, (over, back, *free, *stirred), alarms, (lapse_key(offer),)
    )


def claimed(state: WaitlistState, offer: SlotOffer, entry: Entry, now: datetime) -> EndedOffer:
    """End an offer with a booking; its person is off the list, and free to be asked for what else they wait for."""
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
    """Name the alarm at an offer's deadline."""
    return f"lapse:{offer.name}"


def roll_on(slot: Slot, end: EndedOffer, action: str, at: datetime, **sets: Any) -> Decision:  # noqa: ANN401 - fields of a slot
    """Let a slot look for its next person, at that time."""
    free = update(slot, *if_unchanged(slot, "rev"), live_offer_seq=0, rev=slot.rev + 1, **sets)
    return Decision(
        WaitlistResult(action, end.entry, free.after, end.offer),
        steps=(Step(SCOPE, action, slot.id, (free, *end.changes), end.offer.why),),
        set_alarms=(
            *(one for one in end.alarms if one.key != queue.look_key(slot.id)),
            queue.look_alarm(slot.id, at),
        ),
        clear_alarms=end.cleared,
    )


def withdrawn(
    state: WaitlistState, now: datetime, why: str, *, ask_again: bool = False
) -> Decision:
    """Withdraw the offer that was loaded, if it is live; its slot rolls on, and may `ask_again` whom it missed."""
    found = live_offer(state)
    if found is None:
        return Decision(None)
    slot, offer, entry = found
    end = ended(state, offer, entry, EndReason("withdrawn", why), now)
    tried = others_tried(slot, entry) if ask_again else slot.tried
    return roll_on(slot, end, "offer_withdrawn", now, tried=tried)


def others_tried(slot: Slot, entry: Entry) -> tuple[str, ...]:
    """Name those who were tried for a slot, without this one."""
    return tuple(name for name in slot.tried if name != entry.id)


def apply(state: WaitlistState, decision: Decision) -> WaitlistState:
    """Return what was loaded as it is behind a decision."""
    fresh = {(one.kind, one.key): one.after for one in decision.changes}

    def now_is(record: Any) -> Any:  # noqa: ANN401 - a record of any kind, or none
        return record and fresh.get((type(record), record.key), record)

    return msgspec.structs.replace(
        state,
        entry=now_is(state.entry),
        slot=now_is(state.slot),
        offer=now_is(state.offer),
        **{
            name: tuple(map(now_is, getattr(state, name)))
            for name in ("contacts", "lines", "entries")
        },
    )


def combine(first: Decision, second: Decision) -> Decision:
    """Let one decision follow another in the same commit; the answer is the second's."""
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
