"""How a freed slot finds its next person: told, looked at, offered, handed back."""

from datetime import datetime, timedelta
from typing import Any

import msgspec

from fullhouse.kernel.alarms import Alarm
from fullhouse.kernel.decisions import Change, Decision, Step, change, new, unchanged
from fullhouse.kernel.documents import rulebook_of
from fullhouse.kernel.offers import Candidate, HandBack, MakeOffer, NobodyFits, Opening, RollOn, next_move, sending_time
from fullhouse.kernel.rulebook import Rulebook, Service, known_as
from fullhouse.kernel.times import wall_time
from fullhouse.products.waitlist import lines
from fullhouse.products.waitlist.commands import FreeSlot, LapseSlot, Look, WithdrawSlot
from fullhouse.products.waitlist.endings import withdrawn
from fullhouse.products.waitlist.model import (
    SCOPE,
    Agenda,
    Answer,
    Channel,
    Entry,
    Mark,
    Slot,
    SlotOffer,
    SlotStatus,
    Spend,
    State,
)
from fullhouse.products.waitlist.notices import About, slot_facts, to_customer, to_staff

FARTHEST = timedelta(days=366)
HALF = 2


def agenda_of(starts_at: datetime) -> str:
    """Name the agenda of a starting time."""
    return f"{starts_at:%Y-%m-%dT%H:%MZ}"


def told_before(agenda: Agenda | None, command: FreeSlot, staff: str) -> Mark | None:
    """Find the slot that this one is, if it was told before and its opening is not over.

    Whoever works at that time can be freed once: with the same staff it is the same slot, whatever it is called. Tables
    without staff are told apart by the booking tool's name for them.
    """
    marks = agenda.marks if agenda is not None else ()
    return next((mark for mark in reversed(marks) if _is_same(mark, command, staff)), None)


def _is_same(mark: Mark, command: FreeSlot, staff: str) -> bool:
    if mark.status == "handed_back" or mark.slot_id == command.again:
        return False
    same_name = bool(command.ref) and mark.ref == command.ref
    if mark.status == "booked":
        another_reason = command.reason == "no_show" and mark.reason != "no_show"
        return not another_reason and (same_name or (not command.ref and _is_same_chair(mark, command, staff)))
    return same_name or _is_same_chair(mark, command, staff)


def _is_same_chair(mark: Mark, command: FreeSlot, staff: str) -> bool:
    if staff or mark.staff:
        return staff == mark.staff
    alike = known_as(mark.service) == known_as(command.service) and mark.party_capacity == command.party_capacity
    return alike and not (mark.ref and command.ref)


def free_slot(state: State, command: FreeSlot, now: datetime) -> Decision:
    """Open a slot for the line; one that was told before is answered with what became of it."""
    rulebook = rulebook_of(state.rules)
    service = rulebook.service(command.service)
    if service is None:
        return Decision(Answer("unknown_service", field="service"))
    staff = rulebook.staff_member(command.staff) or (command.staff if not rulebook.staff else "")
    if command.staff and not staff:
        return Decision(Answer("unknown_staff", field="staff"))
    if state.slot is not None and told_before(state.agenda, command, staff) is not None:
        return Decision(Answer(f"already_{state.slot.status}", slot=state.slot))
    slot = _freed(command, service, staff, rulebook, now)
    if slot.ends_at <= now or (command.reason != "no_show" and slot.starts_at <= now):
        return Decision(Answer("slot_past", field="starts_at"))
    if slot.starts_at - now > FARTHEST:
        return Decision(Answer("slot_too_far", field="starts_at"))
    step = Step(SCOPE, "freed", slot.id, (new(slot), _marked(state.agenda, slot, command.again)))
    return Decision(Answer("freed", slot=slot), steps=(step,), set_alarms=(lines.look_alarm(slot.id, now),))


def _freed(command: FreeSlot, service: Service, staff: str, rulebook: Rulebook, now: datetime) -> Slot:
    starts_at = command.starts_at
    ends_at = starts_at + timedelta(minutes=service.minutes)
    closes_at = starts_at - timedelta(minutes=rulebook.cut_off_minutes)
    if command.reason == "no_show" and starts_at < now:
        starts_at, closes_at = now, ends_at - timedelta(minutes=service.minutes) / HALF
    return Slot(
        id=command.slot_id,
        service=service.name,
        line=known_as(service.name),
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
    )


def _marked(agenda: Agenda | None, slot: Slot, again: str) -> Change[Agenda]:
    mark = Mark(slot.id, slot.service, slot.staff, slot.party_capacity, slot.ref, slot.reason, slot.status)
    if agenda is None:
        return new(Agenda(id=slot.agenda, marks=(mark,)))
    kept = (_with_status(one, "handed_back") if one.slot_id == again else one for one in agenda.marks)
    return change(agenda, *unchanged(agenda, "rev"), marks=(*kept, mark), rev=agenda.rev + 1)


def _with_status(mark: Mark, status: SlotStatus) -> Mark:
    return msgspec.structs.replace(mark, status=status)


def remarked(agenda: Agenda | None, slot_id: str, status: SlotStatus) -> tuple[Change[Agenda], ...]:
    """Write down in the agenda what became of a slot."""
    if agenda is None:
        return ()
    marks = tuple(_with_status(one, status) if one.slot_id == slot_id else one for one in agenda.marks)
    return (change(agenda, *unchanged(agenda, "rev"), marks=marks, rev=agenda.rev + 1),)


def texts_stopped(spend: Spend | None, rulebook: Rulebook, now: datetime) -> bool:
    """Say whether this month's texts have cost all that they may."""
    return is_spent(spend, rulebook) and spend is not None and spend.month == month_of(now, rulebook)


def is_spent(spend: Spend | None, rulebook: Rulebook) -> bool:
    """Say whether texts have cost all that they may, in the month that was counted last."""
    limit = rulebook.texts.limit
    return limit is not None and spend is not None and spend.amount + rulebook.texts.each.amount > limit.amount


def month_of(moment: datetime, rulebook: Rulebook) -> str:
    """Name the month of a moment where the business is."""
    return f"{wall_time(moment, rulebook.zone):%Y-%m}"


def why_not(entry: Entry, state: State, *, texts: bool) -> str:
    """Say why someone whom the slot fits may not be asked just now; nothing if they may."""
    contacts = lines.of(entry, state.contacts)
    if entry.offer or any(one.offer for one in contacts):
        return "has_an_offer"
    return "" if lines.channel_of(entry, contacts, texts=texts) else "unreachable"


def look(state: State, _command: Look, now: datetime) -> Decision:
    """Make the next move for an open slot on which no offer is live."""
    slot = state.slot
    if slot is None or slot.status != "open" or slot.live_offer_seq:
        return Decision(None)
    rulebook = rulebook_of(state.rules)
    texts = not texts_stopped(state.spend, rulebook, now)
    line = tuple(Candidate(one.id, why_not(one, state, texts=texts)) for one in state.candidates)
    opening, rules = Opening(slot.closes_at), rulebook.offer_rules
    move = next_move(opening, line, slot.tried, rules, now)
    if isinstance(move, MakeOffer | RollOn):
        leaves_at = sending_time(opening, rules, now)
        if leaves_at > now:
            return Decision(None, set_alarms=(lines.look_alarm(slot.id, leaves_at),))
        entry = next(one for one in state.candidates if one.id == move.who)
        channel = lines.channel_of(entry, lines.of(entry, state.contacts), texts=texts)
        return _offered(state, slot, entry, channel, move, now)
    if _is_spent(move) and (waits := _waits(state, slot, now)) is not None:
        return waits
    return handed_back(state, slot, move, now)


def _is_spent(move: NobodyFits | HandBack) -> bool:
    return isinstance(move, NobodyFits) or move.reason == "line_spent"


def _waits(state: State, slot: Slot, now: datetime) -> Decision | None:
    """Wait for those who fit and hold another offer just now: until it ends, or the slot closes."""
    busy = [one for one in (*state.candidates, *state.busy) if one.id not in slot.tried and _is_busy(one, state)]
    if not busy or state.line is None:
        return None
    ends = [one.offer_ends_at for one in busy if one.offer_ends_at is not None and one.offer_ends_at > now]
    at = min([*ends, slot.closes_at] if ends else [now + timedelta(minutes=1), slot.closes_at])
    step = Step(SCOPE, "waits", slot.id, (lines.put_idle(state.line, slot.id),))
    same = change(slot, *unchanged(slot, "rev"))
    steps = () if slot.id in state.line.idle else (step,)
    guard = change(state.line, *unchanged(state.line, "rev"))
    return Decision(None, steps=steps, moves=(same, guard), set_alarms=(lines.look_alarm(slot.id, at),))


def _is_busy(entry: Entry, state: State) -> bool:
    return bool(entry.offer) or any(one.offer for one in lines.of(entry, state.contacts))


def _offered(
    state: State, slot: Slot, entry: Entry, channel: Channel, move: MakeOffer | RollOn, now: datetime
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
    held = change(
        slot, *unchanged(slot, "rev"), live_offer_seq=seq, offers=seq, tried=(*slot.tried, entry.id), rev=slot.rev + 1
    )
    asked = change(
        entry,
        *unchanged(entry, "rev"),
        offer=offer.name,
        offer_ends_at=offer.ends_at,
        offers=entry.offers + 1,
        rev=entry.rev + 1,
    )
    contacts = lines.holding(lines.of(entry, state.contacts), offer.name)
    about = About(held.after, offer, offer.ends_at)
    action = "rolled_on" if isinstance(move, RollOn) else "offered"
    return Decision(
        None,
        steps=(Step(SCOPE, action, slot.id, (held, new(offer), asked, *contacts)),),
        moves=_line_as_seen(state),
        messages=to_customer("offer", state, asked.after, now, offer.name, about),
        set_alarms=(lapse_alarm(offer),),
    )


def _line_as_seen(state: State) -> tuple[Change[Any], ...]:
    return () if state.line is None else (change(state.line, *unchanged(state.line, "rev")),)


def lapse_alarm(offer: SlotOffer) -> Alarm:
    """Ring at an offer's deadline."""
    command = LapseSlot(slot_id=offer.slot_id, seq=offer.seq)
    return Alarm(f"lapse:{offer.name}", offer.ends_at, command)


def handed_back(state: State, slot: Slot, move: NobodyFits | HandBack, now: datetime) -> Decision:
    """Give a slot back to staff, with a note of who was tried."""
    why = "nobody_fits" if isinstance(move, NobodyFits) else move.reason
    back = change(slot, *unchanged(slot, "rev"), status="handed_back", why=why, ended_at=now, rev=slot.rev + 1)
    kind = "nobody_fits" if why == "nobody_fits" else "handed_back"
    tried = [{"id": one.id, "name": one.name} for one in state.entries if one.id in slot.tried]
    note = to_staff(kind, state, now, slot.id, slot=slot_facts(back.after), tried=tried)
    changes = (back, *remarked(state.agenda, slot.id, "handed_back"))
    return Decision(None, steps=(Step(SCOPE, kind, slot.id, changes),), moves=_line_as_seen(state), messages=(note,))


def withdraw_slot(state: State, _command: WithdrawSlot, now: datetime) -> Decision:
    """Stop offering a slot at staff's word; whoever holds an offer of it is back in line."""
    slot = state.slot
    if slot is None:
        return Decision(Answer("unknown_slot"))
    if slot.status != "open":
        return Decision(Answer(f"already_{slot.status}", slot=slot))
    ended = withdrawn(state, slot, now) if slot.live_offer_seq else None
    sets: dict[str, Any] = {"status": "handed_back", "why": "withdrawn", "ended_at": now, "live_offer_seq": 0}
    back = change(slot, *unchanged(slot, "rev"), **sets, rev=slot.rev + 1)
    changes = (back, *remarked(state.agenda, slot.id, "handed_back"), *(ended.changes if ended else ()))
    return Decision(
        Answer("withdrawn", slot=back.after),
        steps=(Step(SCOPE, "withdrawn", slot.id, changes),),
        set_alarms=ended.alarms if ended else (),
        clear_alarms=(lines.look_key(slot.id), *(ended.cleared if ended else ())),
    )
