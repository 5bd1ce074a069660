"""How a freed slot finds its next person: told, looked at, offered, handed back."""

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
# So many who were passed over are named with a move: all of it is written in one go.
MOST_PASSED_OVER = 10


def free_slot(state: WaitlistState, command: FreeSlot, now: datetime) -> Decision:
    """Open a slot for the line; one that was told before is answered with what became of it."""
    rulebook = rulebook_of(state.rules)
    service, staff = rulebook.service(command.service), queue.staff_named(command.staff, rulebook)
    if service is None:
        return Decision(WaitlistResult("unknown_service", field="service"))
    if command.staff and not staff:
        return Decision(WaitlistResult("unknown_staff", field="staff"))
    if state.slot is not None:
        return _told_again(state.agenda, state.slot, command)
    slot = _freed(command, service, staff, rulebook, now)
    if slot.ends_at <= now or (command.reason != "no_show" and slot.starts_at <= now):
        return Decision(WaitlistResult("slot_past", field="starts_at"))
    if slot.starts_at - now > FARTHEST:
        return Decision(WaitlistResult("slot_too_far", field="starts_at"))
    line = () if state.line is not None else (create(ServiceQueue(id=slot.line)),)
    step = Step(SCOPE, "freed", slot.id, (create(slot), add_to_index(state.agenda, slot), *line))
    return Decision(
        WaitlistResult("freed", slot=slot),
        steps=(step,),
        set_alarms=(queue.look_alarm(slot.id, now),),
    )


def _told_again(agenda: SlotIndex | None, slot: Slot, command: FreeSlot) -> Decision:
    """Open nothing; what the booking tool calls a slot that had no name is learnt, so that another is told apart."""
    learnt = update_index(agenda, slot.id, ref=command.ref) if not slot.ref else ()
    steps = (Step(SCOPE, "told_again", slot.id, learnt),) if learnt else ()
    return Decision(WaitlistResult(f"already_{slot.status}", slot=slot), steps=steps)


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
    """Make the next move for an open slot on which no offer is live."""
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
    line = tuple(
        Candidate(one.id, queue.why_not(one, state.contacts, texts=texts))
        for one in state.candidates
    )
    opening, rules = Opening(slot.closes_at), rulebook.offer_rules
    move = next_move(opening, line, slot.tried, rules, now)
    if isinstance(move, MakeOffer | RollOn):
        leaves_at = send_at(opening, rules, now)
        if leaves_at > now:
            return Decision(None, set_alarms=(queue.look_alarm(slot.id, leaves_at),))
        entry = next(one for one in state.candidates if one.id == move.who)
        channel = queue.channel_of(entry, state.contacts, texts=texts)
        ahead = tuple(takewhile(lambda one: one.id != entry.id, line))
        return _explained(
            _offered(state, slot, entry, channel, move, now), slot, ahead, texts=texts
        )
    if _is_worth_waiting(state, slot, move):
        return _waits(state, slot, send_at(opening, rules, now))
    return _explained(handed_back(state, slot, move, now), slot, line, texts=texts)


def _explained(
    decision: Decision, slot: Slot, ahead: tuple[Candidate, ...], *, texts: bool
) -> Decision:
    """Write down with a move who stood ahead and could not be asked, for whoever will ask why."""
    same = update(slot, *if_unchanged(slot, "rev"))
    passed = [one for one in ahead if one.why_not and one.id not in slot.tried][:MOST_PASSED_OVER]
    steps = [Step(SCOPE, "passed_over", one.id, (same,), one.why_not) for one in passed]
    moved = [replace(one, note="" if texts else STOPPED) for one in decision.steps]
    return replace(decision, steps=(*steps, *moved))


def _is_worth_waiting(state: WaitlistState, slot: Slot, move: NobodyFits | HandBack) -> bool:
    """Say whether all who are left to ask hold another offer just now."""
    spent = isinstance(move, NobodyFits) or move.reason == "line_spent"
    others = (one for one in (*state.candidates, *state.busy) if one.id not in slot.tried)
    return spent and any(
        queue.why_not(one, state.contacts) == "held_another_offer" for one in others
    )


def _waits(state: WaitlistState, slot: Slot, leaves_at: datetime) -> Decision:
    """Wait until someone in the line may be asked, or the slot closes.

    The line tells of its people, not of rules that were changed or texts that have cost too much: look again by day.
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
    assert state.line is not None  # noqa: S101 - it is made with the first slot or entry of a service
    return state.line


def _line_as_seen(state: WaitlistState) -> Change[ServiceQueue]:
    """Let nobody who may have become askable be overlooked."""
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
    """Ring at an offer's deadline."""
    command = LapseSlot(slot_id=offer.slot_id, seq=offer.seq)
    return Alarm(lapse_key(offer), offer.ends_at, command)


def handed_back(
    state: WaitlistState, slot: Slot, move: NobodyFits | HandBack, now: datetime
) -> Decision:
    """Give a slot back to staff, with a note of who was tried."""
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
    tried = [{"id": one.id, "name": one.name} for one in state.entries if one.id in slot.tried]
    note = to_staff(kind, state, now, slot.id, slot=slot_facts(back.after), tried=tried)
    changes: queue.Changes = (back, *update_index(state.agenda, slot.id, status="handed_back"))
    return Decision(
        None,
        steps=(Step(SCOPE, kind, slot.id, changes),),
        moves=(_line_as_seen(state),),
        messages=(note,),
    )


def withdraw_slot(state: WaitlistState, _command: WithdrawSlot, now: datetime) -> Decision:
    """Stop offering a slot at staff's word; whoever holds an offer of it is back in line."""
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
    kept = tuple(one for one in first.set_alarms if one.key != queue.look_key(slot.id))
    cleared = (*first.clear_alarms, queue.look_key(slot.id))
    return replace(combine(first, last), set_alarms=kept, clear_alarms=cleared)
