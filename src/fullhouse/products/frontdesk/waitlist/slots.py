"""Life of a freed slot: opened, offered in fair order, handed back."""

from datetime import datetime, timedelta
from itertools import takewhile
from typing import Any

from msgspec.structs import replace

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Change, Decision, Step, create, if_unchanged, update
from fullhouse.kernel.offers import (
    Candidate,
    HandBack,
    MakeOffer,
    NobodyFits,
    Opening,
    RollOn,
    next_move,
    send_at,
)
from fullhouse.products.frontdesk.shared.documents import rulebook_of
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, Service, normalized_name
from fullhouse.products.frontdesk.shared.sms_budget import STOPPED, is_new_month, texts_stopped
from fullhouse.products.frontdesk.waitlist import queue
from fullhouse.products.frontdesk.waitlist.commands import (
    AdvanceSlot,
    FreeSlot,
    LapseSlot,
    WithdrawSlot,
)
from fullhouse.products.frontdesk.waitlist.messages import (
    MessageSubject,
    slot_facts,
    to_customer,
    to_staff,
)
from fullhouse.products.frontdesk.waitlist.model import (
    SCOPE,
    Channel,
    Entry,
    ServiceQueue,
    Slot,
    SlotIndex,
    SlotOffer,
    WaitlistResult,
    WaitlistState,
)
from fullhouse.products.frontdesk.waitlist.offer_endings import apply, combine, lapse_key, withdrawn
from fullhouse.products.frontdesk.waitlist.slot_index import add_to_index, agenda_of, update_index

FARTHEST = timedelta(days=366)
LOOK_AGAIN_AFTER = timedelta(minutes=10)
HALF = 2
# Passed-over entries named with a move at most: all of it is one commit.
MOST_PASSED_OVER = 10


def free_slot(state: WaitlistState, command: FreeSlot, now: datetime) -> Decision:
    """Open a slot for the queue; answer a slot that is reported again with its status."""
    rulebook = rulebook_of(state.rules)
    service, staff = rulebook.service(command.service), queue.staff_named(command.staff, rulebook)
    if service is None:
        return Decision(WaitlistResult("unknown_service", field="service"))
    if command.staff and not staff:
        return Decision(WaitlistResult("unknown_staff", field="staff"))
    if state.slot is not None:
        return _reported_again(state.agenda, state.slot, command)
    slot = _freed(command, service, staff, rulebook, now)
    if slot.ends_at <= now or (command.reason != "no_show" and slot.starts_at <= now):
        return Decision(WaitlistResult("slot_past", field="starts_at"))
    if slot.starts_at - now > FARTHEST:
        return Decision(WaitlistResult("slot_too_far", field="starts_at"))
    changes: queue.Changes = (create(slot), add_to_index(state.agenda, slot))
    if state.line is None:
        changes += (create(ServiceQueue(id=slot.line)),)
    return Decision(
        WaitlistResult("freed", slot=slot),
        steps=(Step(SCOPE, "freed", slot.id, changes),),
        set_alarms=(queue.look_alarm(slot.id, now),),
    )


def _reported_again(agenda: SlotIndex | None, slot: Slot, command: FreeSlot) -> Decision:
    """Open nothing, but store the `ref` of a slot without one, to tell it from others."""
    result = WaitlistResult(f"already_{slot.status}", slot=slot)
    if slot.ref:
        return Decision(result)
    learnt = update_index(agenda, slot.id, ref=command.ref)
    if not learnt:
        return Decision(result)
    return Decision(result, steps=(Step(SCOPE, "told_again", slot.id, learnt),))


def _freed(
    command: FreeSlot, service: Service, staff: str, rulebook: Rulebook, now: datetime
) -> Slot:
    starts_at, length = command.starts_at, timedelta(minutes=command.minutes or service.minutes)
    ends_at = starts_at + length
    closes_at = starts_at - timedelta(minutes=rulebook.cut_off_minutes)
    if command.reason == "no_show" and starts_at < now:
        starts_at, closes_at = now, ends_at - length / HALF
    return Slot(
        id=command.slot_id,
        service=service.name,
        line=normalized_name(service.name),
        starts_at=starts_at,
        minutes=max(0, (ends_at - starts_at) // timedelta(minutes=1)),
        staff=staff,
        party_capacity=command.party_capacity,
        reason=command.reason,
        ref=command.ref,
        agenda=agenda_of(command.starts_at),
        price=service.price,
        closes_at=closes_at,
        freed_at=now,
        sent=command.sent,
    )


def look(state: WaitlistState, _command: AdvanceSlot, now: datetime) -> Decision:
    """Run the next action for an open slot without a live offer."""
    slot = state.slot
    if slot is None or slot.status != "open" or slot.live_offer_seq:
        return Decision(None)
    rulebook = rulebook_of(state.rules)
    if anew := is_new_month(state.spend, rulebook, now):
        step = Step(SCOPE, "texts_anew", slot.id, anew)
        return Decision(None, steps=(step,), set_alarms=(queue.look_alarm(slot.id, now),))
    return _next_move(state, slot, rulebook, now)


def _next_move(state: WaitlistState, slot: Slot, rulebook: Rulebook, now: datetime) -> Decision:
    texts = not texts_stopped(state.spend, rulebook, now)
    candidates = tuple(
        Candidate(entry.id, queue.why_not(entry, state.contacts, texts=texts))
        for entry in state.candidates
    )
    opening, rules = Opening(slot.closes_at), rulebook.offer_rules
    move = next_move(opening, candidates, slot.tried, rules, now)
    if isinstance(move, MakeOffer | RollOn):
        leaves_at = send_at(opening, rules, now)
        if leaves_at > now:
            return Decision(None, set_alarms=(queue.look_alarm(slot.id, leaves_at),))
        entry = next(entry for entry in state.candidates if entry.id == move.who)
        channel = queue.channel_of(entry, state.contacts, texts=texts)
        ahead = tuple(takewhile(lambda candidate: candidate.id != entry.id, candidates))
        return _explained(
            _offered(state, slot, entry, channel, move, now), slot, ahead, texts=texts
        )
    if _is_worth_waiting(state, slot, move):
        return _waits(state, slot, send_at(opening, rules, now))
    return _explained(handed_back(state, slot, move, now), slot, candidates, texts=texts)


def _explained(
    decision: Decision, slot: Slot, ahead: tuple[Candidate, ...], *, texts: bool
) -> Decision:
    """Record the entries ahead that could not be asked, with the reason."""
    same = update(slot, *if_unchanged(slot, "rev"))
    passed = [entry for entry in ahead if entry.why_not and entry.id not in slot.tried]
    steps = [
        Step(SCOPE, "passed_over", entry.id, (same,), entry.why_not)
        for entry in passed[:MOST_PASSED_OVER]
    ]
    note = "" if texts else STOPPED
    moved = [replace(step, note=note) for step in decision.steps]
    return replace(decision, steps=(*steps, *moved))


def _is_worth_waiting(state: WaitlistState, slot: Slot, move: NobodyFits | HandBack) -> bool:
    """Return True if the only entries left hold another offer."""
    if isinstance(move, HandBack) and move.reason != "line_spent":
        return False
    for entry in (*state.candidates, *state.busy):
        holds_other = queue.why_not(entry, state.contacts) == "held_another_offer"
        if holds_other and entry.id not in slot.tried:
            return True
    return False


def _waits(state: WaitlistState, slot: Slot, leaves_at: datetime) -> Decision:
    """Wait until an entry in the queue becomes eligible, or the slot closes.

    The queue wakes the slot for its entries, but not for changed rules or a new SMS budget: so look
    again after a while.
    """
    line = _line(state)
    idle = update(
        line, *if_unchanged(line, "rev", "idle"), idle=tuple(dict.fromkeys((*line.idle, slot.id)))
    )
    same = update(slot, *if_unchanged(slot, "rev"))
    steps = () if slot.id in line.idle else (Step(SCOPE, "waits", slot.id, (idle,)),)
    alarm = queue.look_alarm(slot.id, min(slot.closes_at, leaves_at + LOOK_AGAIN_AFTER))
    return Decision(None, steps=steps, moves=(same, _line_as_seen(state)), set_alarms=(alarm,))


def _line(state: WaitlistState) -> ServiceQueue:
    assert state.line is not None  # noqa: S101 - created with the first slot or entry
    return state.line


def _line_as_seen(state: WaitlistState) -> Change[ServiceQueue]:
    """Guard the revision of the queue, so that no newly eligible entry is missed."""
    line = _line(state)
    return update(line, *if_unchanged(line, "rev"))


def _offered(
    state: WaitlistState,
    slot: Slot,
    entry: Entry,
    channel: Channel,
    move: MakeOffer | RollOn,
    now: datetime,
) -> Decision:
    seq = slot.offers + 1
    offer = SlotOffer(
        slot_id=slot.id,
        id=f"{seq:04d}",
        seq=seq,
        entry_id=entry.id,
        channel=channel,
        made_at=now,
        ends_at=move.ends_at,
    )
    held = update(
        slot,
        *if_unchanged(slot, "rev"),
        live_offer_seq=seq,
        offers=seq,
        tried=(*slot.tried, entry.id),
        rev=slot.rev + 1,
    )
    asked = update(
        entry,
        *if_unchanged(entry, "rev"),
        offer=offer.name,
        offer_ends_at=offer.ends_at,
        offers=entry.offers + 1,
        rev=entry.rev + 1,
    )
    contacts = queue.set_offer(queue.of(entry, state.contacts), offer.name)
    about = MessageSubject(held.after, offer, offer.ends_at)
    action = "rolled_on" if isinstance(move, RollOn) else "offered"
    return Decision(
        None,
        steps=(Step(SCOPE, action, slot.id, (held, create(offer), asked, *contacts)),),
        moves=(_line_as_seen(state),),
        messages=to_customer("offer", state, asked.after, now, offer.name, about),
        set_alarms=(lapse_alarm(offer),),
    )


def lapse_alarm(offer: SlotOffer) -> Alarm:
    """Return the alarm at an offer's deadline."""
    command = LapseSlot(slot_id=offer.slot_id, seq=offer.seq)
    return Alarm(lapse_key(offer), offer.ends_at, command)


def handed_back(
    state: WaitlistState, slot: Slot, move: NobodyFits | HandBack, now: datetime
) -> Decision:
    """Hand a slot back to staff, with a note of who was tried."""
    why = "nobody_fits" if isinstance(move, NobodyFits) else move.reason
    back = update(
        slot,
        *if_unchanged(slot, "rev"),
        status="handed_back",
        why=why,
        ended_at=now,
        rev=slot.rev + 1,
    )
    kind = "nobody_fits" if why == "nobody_fits" else "handed_back"
    tried = [
        {"id": entry.id, "name": entry.name} for entry in state.entries if entry.id in slot.tried
    ]
    note = to_staff(kind, state, now, slot.id, slot=slot_facts(back.after), tried=tried)
    changes: queue.Changes = (back, *update_index(state.agenda, slot.id, status="handed_back"))
    return Decision(
        None,
        steps=(Step(SCOPE, kind, slot.id, changes),),
        moves=(_line_as_seen(state),),
        messages=(note,),
    )


def withdraw_slot(state: WaitlistState, _command: WithdrawSlot, now: datetime) -> Decision:
    """Stop offering a slot on staff's order; an entry that holds an offer waits again."""
    if state.slot is None:
        return Decision(WaitlistResult("unknown_slot"))
    if state.slot.status != "open":
        return Decision(WaitlistResult(f"already_{state.slot.status}", slot=state.slot))
    first = withdrawn(state, now, "withdrawn")
    slot = apply(state, first).slot or state.slot
    sets: dict[str, Any] = {"status": "handed_back", "why": "withdrawn", "ended_at": now}
    back = update(slot, *if_unchanged(slot, "rev"), **sets, rev=slot.rev + 1)
    changes: queue.Changes = (back, *update_index(state.agenda, slot.id, status="handed_back"))
    last = Decision(
        WaitlistResult("withdrawn", slot=back.after),
        steps=(Step(SCOPE, "withdrawn", slot.id, changes),),
    )
    kept = tuple(alarm for alarm in first.set_alarms if alarm.key != queue.look_key(slot.id))
    cleared = (*first.clear_alarms, queue.look_key(slot.id))
    return replace(combine(first, last), set_alarms=kept, clear_alarms=cleared)
