"""How an offer of a slot ends: what becomes of the offer, of its person and of those who waited behind them."""

from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.alarms import Alarm
from fullhouse.kernel.decisions import Change, Decision, Step, change, unchanged
from fullhouse.products.waitlist import lines
from fullhouse.products.waitlist.model import SCOPE, Answer, Entry, OfferStatus, Slot, SlotOffer, State


class Ended(msgspec.Struct, frozen=True):
    """What the end of an offer changes, apart from its slot."""

    offer: SlotOffer
    entry: Entry
    changes: tuple[Change[Any], ...]
    alarms: tuple[Alarm, ...]
    cleared: tuple[str, ...]


def live_offer(state: State) -> tuple[Slot, SlotOffer, Entry] | None:
    """Return what belongs to the live offer that was loaded, if it is the live one."""
    slot, offer, entry = state.slot, state.offer, state.entry
    if slot is None or offer is None or entry is None:
        return None
    live = slot.status == "open" and slot.live_offer_seq == offer.seq and offer.entry_id == entry.id
    return (slot, offer, entry) if live else None


def ended(state: State, status: OfferStatus, now: datetime, why: str = "", **sets: Any) -> Ended:  # noqa: ANN401 - fields of an entry
    """End the offer that was loaded; its person is back in line."""
    offer, entry = state.offer, state.entry
    assert offer is not None  # noqa: S101 - whoever ends an offer has looked at it
    assert entry is not None  # noqa: S101 - and at its person
    over = _over(offer, status, now, why)
    back = change(
        entry, *unchanged(entry, "rev"), offer="", offer_ends_at=None, rev=entry.rev + 1, **{"refusals": 0, **sets}
    )
    free = lines.holding(lines.of(entry, state.contacts), "")
    line, alarms = lines.stirred(state.line, entry.line, now)
    return Ended(over.after, back.after, (over, back, *free, *line), alarms, (lapse_key(offer),))


def claimed(state: State, now: datetime) -> Ended:
    """End the offer that was loaded with a booking; its person is off the list."""
    offer, entry = state.offer, state.entry
    assert offer is not None  # noqa: S101 - whoever ends an offer has looked at it
    assert entry is not None  # noqa: S101 - and at its person
    over = _over(offer, "claimed", now, "")
    sets: dict[str, Any] = {"state": "booked", "booked": offer.slot_id, "ended_at": now, "unwritten": True}
    off = change(entry, *unchanged(entry, "rev"), offer="", offer_ends_at=None, refusals=0, rev=entry.rev + 1, **sets)
    gone = lines.struck_off(lines.of(entry, state.contacts), entry)
    changes = (over, off, *gone, *lines.thinned(state.line))
    return Ended(over.after, off.after, changes, (), (lapse_key(offer),))


def withdrawn(state: State, slot: Slot, now: datetime, why: str = "withdrawn") -> Ended | None:
    """End the live offer of a slot without a word of its person's; None if it was not loaded."""
    found = live_offer(state)
    return ended(state, "withdrawn", now, why) if found is not None and found[0].id == slot.id else None


def _over(offer: SlotOffer, status: OfferStatus, now: datetime, why: str) -> Change[SlotOffer]:
    return change(offer, *unchanged(offer, "rev"), status=status, ended_at=now, why=why, rev=offer.rev + 1)


def lapse_key(offer: SlotOffer) -> str:
    """Name the alarm at an offer's deadline."""
    return f"lapse:{offer.name}"


def rolled(slot: Slot, end: Ended, action: str, at: datetime, **sets: Any) -> Decision:  # noqa: ANN401 - fields of a slot
    """Let a slot look for its next person, at that time."""
    free = change(slot, *unchanged(slot, "rev"), live_offer_seq=0, rev=slot.rev + 1, **sets)
    return Decision(
        Answer(action, end.entry, free.after, end.offer),
        steps=(Step(SCOPE, action, slot.id, (free, *end.changes), end.offer.why),),
        set_alarms=(*(one for one in end.alarms if one.key != lines.look_key(slot.id)), lines.look_alarm(slot.id, at)),
        clear_alarms=end.cleared,
    )
