"""Life of a freed slot: opened, offered in fair order, handed back."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Any

from msgspec.structs import replace

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import (
    Change,
    Decision,
    MustBeAbsent,
    Step,
    create,
    if_unchanged,
    update,
)
from fullhouse.kernel.messages import Message
from fullhouse.kernel.offers import (
    Candidate,
    HandBack,
    MakeOffer,
    OfferRules,
    Opening,
    RollOn,
    next_move,
    send_at,
)
from fullhouse.products.frontdesk.shared.documents import rulebook_of
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, Service, normalized_name
from fullhouse.products.frontdesk.shared.sms_budget import STOPPED, is_new_month, texts_stopped
from fullhouse.products.frontdesk.waitlist import claim_questions, queue, rests
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
    SlotOffer,
    WaitlistResult,
    WaitlistState,
)
from fullhouse.products.frontdesk.waitlist.offer_endings import apply, combine, lapse_key, withdrawn
from fullhouse.products.frontdesk.waitlist.slot_index import (
    add_to_index,
    agenda_of,
    learn_ref,
    update_index,
)

FARTHEST = timedelta(days=366)
LOOK_AGAIN_AFTER = timedelta(minutes=10)
HALF = 2
QUIET = "quiet_hours"
# What is recorded while a slot waits for this reason; for others, the reason itself.
WAITING = {"held_another_offer": "waits", QUIET: "waits_for_morning"}
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
        return _reported_again(state, state.slot, command, now)
    slot = replace(_freed(command, service, staff, rulebook, now), **_carried(state.offered_before))
    if slot.ends_at <= now or (not command.is_no_show(now) and slot.starts_at <= now):
        return Decision(WaitlistResult("slot_past", field="starts_at"))
    if slot.starts_at - now > FARTHEST:
        return Decision(WaitlistResult("slot_too_far", field="starts_at"))
    indexed = add_to_index(state.agenda, slot, command.source, _follows(state))
    changes: queue.Changes = (create(slot), indexed)
    if state.line is None:
        changes += (create(ServiceQueue(id=slot.line)),)
    return Decision(
        WaitlistResult("freed", slot=slot),
        steps=(Step(SCOPE, _action(command, state.offered_before), slot.id, changes),),
        set_alarms=(queue.look_alarm(slot.id, now),),
    )


def _action(command: FreeSlot, before: Slot | None) -> str:
    """Return the action for the audit: a slot that nobody took may be offered once more."""
    if command.again and before is not None and before.status != "booked":
        return "offered_again"
    return "freed"


def _reported_again(state: WaitlistState, slot: Slot, command: FreeSlot, now: datetime) -> Decision:
    """Open nothing; staff are asked about a claimed slot, and an open one may get another `ref`."""
    if claim_questions.is_news(state.agenda, slot, command, now):
        return claim_questions.ask(state, slot, command, now)
    result = WaitlistResult(f"already_{slot.status}", slot=slot)
    learnt = learn_ref(state.agenda, slot.id, command) if slot.status == "open" else ()
    if not learnt:
        return Decision(result)
    return Decision(result, steps=(Step(SCOPE, "told_again", slot.id, learnt),))


def _freed(
    command: FreeSlot, service: Service, staff: str, rulebook: Rulebook, now: datetime
) -> Slot:
    starts_at, length = command.starts_at, timedelta(minutes=command.minutes or service.minutes)
    ends_at = starts_at + length
    closes_at = starts_at - timedelta(minutes=rulebook.cut_off_minutes)
    reason = command.reason
    if command.is_no_show(now):
        starts_at, closes_at = now, ends_at - length / HALF
    elif reason == "no_show":
        reason = "cancelled"
    return Slot(
        id=command.slot_id,
        service=service.name,
        line=normalized_name(service.name),
        starts_at=starts_at,
        minutes=max(0, (ends_at - starts_at) // timedelta(minutes=1)),
        staff=staff,
        party_capacity=command.party_capacity,
        reason=reason,
        ref=command.ref,
        agenda=agenda_of(command.starts_at),
        price=service.price,
        closes_at=closes_at,
        freed_at=now,
        freed_by=command.freed_by,
        sent=command.sent,
        rest_minutes=command.minutes if command.rest else 0,
    )


def _follows(state: WaitlistState) -> str:
    """Return the slot that the time was before; empty if it was none."""
    before = state.offered_before
    return state.follows or (before.id if before is not None else "")


def _carried(before: Slot | None) -> dict[str, Any]:
    """Return who was asked when the time was offered before and nobody took it."""
    if before is None or before.status != "handed_back":
        return {}
    return {"tried": before.tried, "carried": len(before.tried)}


def look(state: WaitlistState, _command: AdvanceSlot, now: datetime) -> Decision:
    """Run the next action for an open slot without a live offer."""
    slot = state.slot
    if slot is None:
        return Decision(None)
    if not slot.is_waiting:
        return _not_idle(state, slot)
    rulebook = rulebook_of(state.rules)
    if anew := is_new_month(state.spend, rulebook, now):
        step = Step(SCOPE, "texts_anew", slot.id, anew)
        return Decision(None, steps=(step,), set_alarms=(queue.look_alarm(slot.id, now),))
    return _next_move(state, slot, rulebook, now)


def _not_idle(state: WaitlistState, slot: Slot) -> Decision:
    """Let the queue forget a slot that no longer waits, but was ended without the queue."""
    changes = _off_idle(state, slot)
    steps = (Step(SCOPE, "waits_no_more", slot.id, changes),) if changes else ()
    return Decision(None, steps=steps)


def _off_idle(state: WaitlistState, slot: Slot) -> queue.Changes:
    """Remove a slot from those that wait for an entry."""
    return tuple(
        update(
            line,
            *if_unchanged(line, "rev", "idle"),
            idle=tuple(name for name in line.idle if name != slot.id),
        )
        for line in state.lines
        if slot.id in line.idle
    )


def _in_order(state: WaitlistState, slot: Slot, rulebook: Rulebook) -> Sequence[Entry]:
    """Return those who may be asked, the first first: a rest has several queues."""
    if not slot.is_rest:
        return state.candidates
    return sorted(state.candidates, key=queue.fitting(slot, rulebook).place)


def _next_move(state: WaitlistState, slot: Slot, rulebook: Rulebook, now: datetime) -> Decision:
    texts = not texts_stopped(state.spend, rulebook, now)
    candidates = tuple(
        Candidate(entry.id, queue.why_not(entry, state, texts=texts))
        for entry in _in_order(state, slot, rulebook)
    )
    opening, rules = Opening(slot.closes_at), _rules_for(state, slot, rulebook)
    move = next_move(opening, candidates, slot.tried, rules, now)
    if isinstance(move, MakeOffer | RollOn):
        leaves_at = send_at(opening, rules, now)
        if leaves_at > now:
            return _waits(state, slot, QUIET, leaves_at)
        entry = next(entry for entry in state.candidates if entry.id == move.who)
        channel = queue.channel_of(entry, state.contacts, texts=texts)
        ahead = tuple(takewhile(lambda candidate: candidate.id != entry.id, candidates))
        return _explained(
            _offered(state, slot, entry, channel, move, now), slot, ahead, texts=texts
        )
    if isinstance(move, HandBack) and move.reason != "line_spent":
        decision = handed_back(state, slot, _end_reason(slot, move, now), now)
    elif _is_worth_waiting(state, slot):
        again = send_at(opening, rules, now) + LOOK_AGAIN_AFTER
        return _waits(state, slot, "held_another_offer", again)
    else:
        decision = _nobody_left(state, slot, now)
    return _explained(decision, slot, candidates, texts=texts)


def _rules_for(state: WaitlistState, slot: Slot, rulebook: Rulebook) -> OfferRules:
    """Return the rules of offers; tries when the time was offered before do not count again."""
    rules = rulebook.offer_rules
    if not rules.tries:
        return rules
    return replace(rules, tries=rules.tries + len(slot.tried) - _tries_used(state, slot))


def _tries_used(state: WaitlistState, slot: Slot) -> int:
    """Count who was asked; several at one number or address are one try.

    Otherwise a few invented names at one number would use up all tries of a slot.
    """
    entries = {entry.id: entry for entry in state.entries}
    used, known = 0, set[str]()
    for name in slot.asked:
        addresses = entries[name].addresses
        used += known.isdisjoint(addresses)
        known.update(addresses)
    return used


def _end_reason(slot: Slot, move: HandBack, now: datetime) -> str:
    """Return why a slot ends; before its cut-off only quiet hours can make it too late."""
    if move.reason == "too_late" and now < slot.closes_at:
        return QUIET
    return move.reason


def _explained(
    decision: Decision, slot: Slot, ahead: tuple[Candidate, ...], *, texts: bool
) -> Decision:
    """Record the entries ahead that could not be asked, with the reason."""
    if not any(change.key == slot.key for change in _changes_of_slots(decision)):
        return decision
    same = update(slot, *if_unchanged(slot, "rev"))
    passed = [entry for entry in ahead if entry.why_not and entry.id not in slot.tried]
    steps = [
        Step(SCOPE, "passed_over", entry.id, (same,), entry.why_not)
        for entry in passed[:MOST_PASSED_OVER]
    ]
    note = "" if texts else STOPPED
    moved = [replace(step, note=note) for step in decision.steps]
    return replace(decision, steps=(*steps, *moved))


def _changes_of_slots(decision: Decision) -> list[Change[Any]]:
    changes = [change for step in decision.steps for change in step.changes]
    return [change for change in changes if change.kind is Slot]


def _is_worth_waiting(state: WaitlistState, slot: Slot) -> bool:
    """Return True if the only entries left hold another offer."""
    for entry in (*state.candidates, *state.busy):
        holds_other = queue.why_not(entry, state) == "held_another_offer"
        if holds_other and entry.id not in slot.tried:
            return True
    return False


def _waits(
    state: WaitlistState, slot: Slot, why: str, until: datetime, *, noted: bool = False
) -> Decision:
    """Wait until an entry in the queue becomes eligible, or the slot closes.

    The queue wakes the slot for its entries, but not for changed rules or a new SMS budget: so it
    looks again by itself.
    """
    changes: queue.Changes = ()
    moves: queue.Changes = ()
    if slot.why != why:
        sets: dict[str, Any] = {"why": why, "noted": slot.noted or noted, "rev": slot.rev + 1}
        changes += (update(slot, *if_unchanged(slot, "rev"), **sets),)
    else:
        moves += (update(slot, *if_unchanged(slot, "rev")),)
    if why != QUIET:
        changes += _on_idle(state, slot)
    steps = (Step(SCOPE, WAITING.get(why, why), slot.id, changes),) if changes else ()
    alarm = queue.look_alarm(slot.id, min(slot.closes_at, until))
    decision = Decision(None, steps=steps, moves=moves, set_alarms=(alarm,))
    return _if_lines_unchanged(state, slot, decision)


def _on_idle(state: WaitlistState, slot: Slot) -> queue.Changes:
    """Add a slot to those that wait for an entry, in each of its queues."""
    changes: queue.Changes = tuple(
        update(line, *if_unchanged(line, "rev", "idle"), idle=(*line.idle, slot.id))
        for line in state.lines
        if slot.id not in line.idle
    )
    new = (create(ServiceQueue(id=name, idle=(slot.id,))) for name in _missing_lines(state, slot))
    return (*changes, *new)


def _nobody_left(state: WaitlistState, slot: Slot, now: datetime) -> Decision:
    """Stay open for those who join until the slot closes; staff are told once.

    They hear of a rest only if somebody was asked: else it is just free time beside a booking.
    """
    why = "line_spent" if slot.tried else "nobody_fits"
    is_told = not slot.is_rest or bool(slot.asked)
    decision = _waits(state, slot, why, slot.closes_at, noted=is_told)
    if slot.noted or not is_told:
        return decision
    facts = slot_facts(apply(state, decision).slot or slot)
    note = to_staff("nobody_fits", state, now, slot.id, slot=facts, tried=_tried(state, slot))
    return replace(decision, messages=(note,))


def _tried(state: WaitlistState, slot: Slot) -> list[dict[str, str]]:
    """Return who was asked, for a note."""
    asked = [entry for entry in state.entries if entry.id in slot.asked]
    return [{"id": entry.id, "name": entry.name} for entry in asked]


def _missing_lines(state: WaitlistState, slot: Slot) -> list[str]:
    """Return the names of a slot's queues in which nobody has ever waited."""
    known = {line.id for line in state.lines}
    each_service = rests.by_service(slot, rulebook_of(state.rules))
    return [each.line for each in each_service if each.line not in known]


def _if_lines_unchanged(state: WaitlistState, slot: Slot, decision: Decision) -> Decision:
    """Commit only while the queues are as they were read: no newly eligible entry is missed."""
    as_read = tuple(update(line, *if_unchanged(line, "rev")) for line in state.lines)
    created = {change.key for change in decision.changes if change.kind is ServiceQueue}
    absent = tuple(
        MustBeAbsent(ServiceQueue, (name,))
        for name in _missing_lines(state, slot)
        if (name,) not in created
    )
    return replace(decision, moves=(*decision.moves, *as_read), absent=absent)


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
        why="",
        rev=slot.rev + 1,
        **rests.offered_as(slot, entry, rulebook_of(state.rules)),
    )
    asked = update(
        entry,
        *if_unchanged(entry, "rev"),
        offer=offer.name,
        offer_ends_at=offer.ends_at,
        offers=entry.offers + 1,
        rev=entry.rev + 1,
    )
    contacts = queue.hold(queue.of(entry, state.contacts), offer)
    unclear = queue.may_mean_earlier(entry.phone, state.contacts, now)
    about = MessageSubject(held.after, offer, offer.ends_at)
    action = "rolled_on" if isinstance(move, RollOn) else "offered"
    changes: queue.Changes = (held, create(offer), asked, *contacts, *_off_idle(state, slot))
    decision = Decision(
        None,
        steps=(Step(SCOPE, action, slot.id, changes),),
        messages=to_customer(
            "offer",
            state,
            asked.after,
            now,
            offer.name,
            about,
            rolls_on=move.rolls_on,
            unclear=unclear,
        ),
        set_alarms=(lapse_alarm(offer),),
    )
    return _if_lines_unchanged(state, slot, decision)


def lapse_alarm(offer: SlotOffer) -> Alarm:
    """Return the alarm at an offer's deadline."""
    command = LapseSlot(slot_id=offer.slot_id, seq=offer.seq)
    return Alarm(lapse_key(offer), offer.ends_at, command)


def handed_back(state: WaitlistState, slot: Slot, why: str, now: datetime) -> Decision:
    """Hand a slot back to staff, with a note of who was tried.

    If nobody ever was, the note that nobody fits has said all of it. Of a rest there is none then:
    it is time that is free, and staff know what they booked beside it.
    """
    back = _ended(slot, why, now)
    notes: tuple[Message, ...] = ()
    if slot.asked or not (slot.noted or slot.is_rest):
        notes = (_note_of_end(state, back.after, now),)
    indexed = update_index(state.agenda, slot.id, "handed_back")
    changes: queue.Changes = (back, *indexed, *_off_idle(state, slot))
    step = Step(SCOPE, "handed_back", slot.id, changes)
    return _if_lines_unchanged(state, slot, Decision(None, steps=(step,), messages=notes))


def _ended(slot: Slot, why: str, now: datetime) -> Change[Slot]:
    sets: dict[str, Any] = {"status": "handed_back", "why": why, "ended_at": now}
    return update(slot, *if_unchanged(slot, "rev"), **sets, rev=slot.rev + 1)


def _note_of_end(state: WaitlistState, slot: Slot, now: datetime) -> Message:
    facts: dict[str, Any] = {"slot": slot_facts(slot), "tried": _tried(state, slot)}
    if slot.has_begun(now):
        facts["begun"] = True
    return to_staff("handed_back", state, now, slot.id, **facts)


def withdraw_slot(state: WaitlistState, command: WithdrawSlot, now: datetime) -> Decision:
    """Stop offering a slot; an entry that holds an offer waits again.

    If staff did not order it themselves, and do not know of it, they get a note.
    """
    if state.slot is None:
        return Decision(WaitlistResult("unknown_slot"))
    if state.slot.status != "open":
        return Decision(WaitlistResult(f"already_{state.slot.status}", slot=state.slot))
    is_known = command.known or command.why == "withdrawn"
    first = withdrawn(state, now, command.why)
    slot = apply(state, first).slot or state.slot
    back = _ended(slot, command.why, now)
    changes: queue.Changes = (back, *update_index(state.agenda, slot.id, "handed_back"))
    last = Decision(
        WaitlistResult("withdrawn", slot=back.after),
        steps=(Step(SCOPE, "withdrawn", slot.id, changes),),
        messages=() if is_known else (_note_of_end(state, back.after, now),),
    )
    kept = tuple(alarm for alarm in first.set_alarms if alarm.key != queue.look_key(slot.id))
    cleared = (*first.clear_alarms, queue.look_key(slot.id))
    return replace(combine(first, last), set_alarms=kept, clear_alarms=cleared)
