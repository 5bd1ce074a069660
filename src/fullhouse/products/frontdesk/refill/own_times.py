"""Offers beside bookings: only a free time is offered, and nobody's own time to them.

An offer takes the hold of its time in the commit that makes it, as a booking would.
"""

from datetime import datetime, timedelta
from typing import Any

import msgspec
from msgspec.structs import replace

from fullhouse.kernel.decisions import Decision, MustBeAbsent, if_unchanged, update
from fullhouse.kernel.messages import Message
from fullhouse.kernel.needs import found_many, in_sequence, together
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.frontdesk.appointments.model import Appointment, BusyTime, DaySchedule
from fullhouse.products.frontdesk.refill.conflicts import (
    all_times,
    books_of,
    is_known_to_staff,
    lost_chair,
    overlap,
    schedule_needs,
)
from fullhouse.products.frontdesk.refill.release_notes import (
    NOTE,
    is_new,
    note_needs,
    told_in_note,
)
from fullhouse.products.frontdesk.refill.slot_sync import (
    hold_steps,
    is_written_down,
    sync_alarm,
)
from fullhouse.products.frontdesk.shared.contacts import Identity, identities
from fullhouse.products.frontdesk.shared.documents import rulebook_of, the_documents
from fullhouse.products.frontdesk.shared.holidays import Holidays
from fullhouse.products.frontdesk.shared.opening_hours import is_shut_on_day_of
from fullhouse.products.frontdesk.shared.sms_budget import the_spend
from fullhouse.products.frontdesk.waitlist import needs as wn
from fullhouse.products.frontdesk.waitlist import queue, slots
from fullhouse.products.frontdesk.waitlist.commands import AdvanceSlot, WithdrawSlot
from fullhouse.products.frontdesk.waitlist.model import (
    Entry,
    Slot,
    SlotsBetween,
    WaitlistState,
)
from fullhouse.products.frontdesk.waitlist.offer_endings import apply

# No booking lasts longer, so one that overlaps a slot starts at most so long before it.
LONGEST_BOOKING = timedelta(days=1)
NEAR_SLOTS = "near_slots:all"
HOLIDAYS = "holidays:own"


class AdvanceState(msgspec.Struct, frozen=True):
    """The waitlist's state, the schedules around the slot's day, and what overlaps the slot.

    `days` are the names of all those days, also of empty ones. `note` is the note to staff that
    waits for the first look.
    """

    waitlist: WaitlistState
    days: tuple[str, ...]
    books: dict[str, DaySchedule]
    there: tuple[Appointment, ...]
    beside: tuple[Slot, ...]
    holidays: Holidays | None = None
    note: Message | None = None


def _the_holidays(_command: AdvanceSlot, found: Found) -> Needs:
    """Load the public holidays that the business observes."""
    place = rulebook_of(found["rules"]).holidays_of
    return {HOLIDAYS: Get(Holidays, (place,))} if place else {}


def _the_books(_command: AdvanceSlot, found: Found) -> Needs:
    """Load the schedules of the slot's day and of the days beside it."""
    slot = wn.slot_to_offer(found)
    if slot is None:
        return {}
    return schedule_needs(slot.starts_at, rulebook_of(found["rules"]))


def _the_note(_command: AdvanceSlot, found: Found) -> Needs:
    """Load the note that waits for the first look at the slot."""
    slot = wn.slot_to_offer(found)
    return note_needs(slot.id) if slot is not None and is_new(slot) else {}


def _those_busy_then(_command: AdvanceSlot, found: Found) -> Needs:
    """Load the appointments and the other slots that overlap the slot.

    A claimed slot is held in the schedule until it has become an appointment. Without refill the
    schedule does not hold slots.
    """
    slot = wn.slot_to_offer(found)
    if slot is None:
        return {}
    needs: Needs = {}
    for busy in _busy_then(found, slot):
        if busy.by == "appointment":
            needs[f"there:{busy.id}"] = Get(Appointment, (busy.id,))
        else:
            needs[f"beside:{busy.id}"] = Get(Slot, (busy.id,))
    if not rulebook_of(found["rules"]).refill:
        needs[NEAR_SLOTS] = SlotsBetween(slot.starts_at - LONGEST_BOOKING, slot.ends_at)
    return needs


def _busy_then(found: Found, slot: Slot) -> list[BusyTime]:
    busy = all_times(books_of(found), but=slot.id)
    return [time for time in busy if overlap(time, slot.starts_at, slot.ends_at)]


def _those_who_claimed(_command: AdvanceSlot, found: Found) -> Needs:
    """Load the entries that claimed an overlapping slot, and what such a slot has become."""
    slot = wn.slot_to_offer(found)
    if slot is None:
        return {}
    needs: Needs = {}
    for other in (*found_many(found, "beside"), *found.get(NEAR_SLOTS, ())):
        if _is_claimed_then(other, slot):
            needs[f"claimed_by:{other.booked_by}"] = Get(Entry, (other.booked_by,))
            needs[f"became:{other.booked_by}"] = Get(Appointment, (other.id,))
    return needs


def _is_claimed_then(other: Slot, slot: Slot) -> bool:
    overlaps = other.starts_at < slot.ends_at and slot.starts_at < other.ends_at
    return other.status == "booked" and overlaps


def _waitlist_state(**found: Any) -> WaitlistState:  # noqa: ANN401 - whatever was asked for
    """Build the waitlist's state, with everyone who has a booking at the slot's time."""
    busy: set[Identity] = set()
    for appointment in found_many(found, "there"):
        busy |= identities(appointment.name, appointment.addresses)
    for entry in found_many(found, "claimed_by"):
        if found[f"became:{entry.id}"] is None:
            busy |= identities(entry.name, entry.addresses)
    return replace(wn.gathered(**found), busy_then=frozenset(busy))


def advance_state(**found: Any) -> AdvanceState:  # noqa: ANN401 - whatever was asked for
    """Put what was found into one state."""
    days = tuple(name.removeprefix("book:") for name in found if name.startswith("book:"))
    there, beside = found_many(found, "there"), found_many(found, "beside")
    waitlist, holidays = _waitlist_state(**found), found.get(HOLIDAYS)
    note = found.get(NOTE)
    return AdvanceState(waitlist, days, books_of(found), there, beside, holidays, note)


def advance_slot(state: AdvanceState, command: AdvanceSlot, now: datetime) -> Decision:
    """Run the next action for an open slot; then the rest are looked at.

    It is committed only while the schedules are as they were read: a customer may book or cancel at
    the same moment.
    """
    decision = _moved(state, command, now)
    slot = apply(state.waitlist, decision).slot
    if slot is not None and not is_new(slot):
        decision = told_in_note(state.note, decision, slot, now)
    if decision.changes:
        decision = _guarded(state, decision)
    rest = queue.look_alarms(command.rest, now)
    return replace(decision, set_alarms=(*decision.set_alarms, *rest))


def _moved(state: AdvanceState, command: AdvanceSlot, now: datetime) -> Decision:
    """Move on a slot that waits; one on a day when the business is closed goes back to staff."""
    slot, rulebook = state.waitlist.slot, rulebook_of(state.waitlist.rules)
    if slot is None or not slot.is_waiting:
        return slots.look(state.waitlist, command, now)
    if is_shut_on_day_of(rulebook, state.holidays, slot.starts_at):
        return slots.handed_back(state.waitlist, slot, "closed", now)
    if not rulebook.refill:
        return slots.look(state.waitlist, command, now)
    return _moved_in_schedule(state, slot, command, now)


def _moved_in_schedule(
    state: AdvanceState, slot: Slot, command: AdvanceSlot, now: datetime
) -> Decision:
    """Offer the slot and hold its time, or free its time while it waits, or withdraw it.

    A slot that the schedule of its day does not know yet is written down there first.
    """
    rulebook = rulebook_of(state.waitlist.rules)
    if not is_written_down(state.books, slot, rulebook):
        again = queue.look_alarm(slot.id, now + slots.LOOK_AGAIN_AFTER)
        return Decision(None, set_alarms=(sync_alarm(slot.id, now), again))
    why = lost_chair(state.books, state.there, state.beside, slot, rulebook)
    if why is not None:
        known = is_known_to_staff(why, state.there)
        withdraw = WithdrawSlot(slot_id=slot.id, why=why, known=known)
        return replace(slots.withdraw_slot(state.waitlist, withdraw, now), answer=None)
    decision = slots.look(state.waitlist, command, now)
    after = apply(state.waitlist, decision).slot or slot
    if after.status != "open":
        return decision
    steps = hold_steps(state.books, after, rulebook)
    return replace(decision, steps=(*decision.steps, *steps))


def _guarded(state: AdvanceState, decision: Decision) -> Decision:
    """Commit only while the days that do not change are as they were read."""
    changed = {change.key for change in decision.changes if change.kind is DaySchedule}
    same = tuple(
        update(day, *if_unchanged(day, "rev"))
        for day in state.books.values()
        if day.key not in changed
    )
    empty = [(name,) for name in state.days if name not in state.books]
    absent = tuple(MustBeAbsent(DaySchedule, key) for key in empty if key not in changed)
    return replace(decision, moves=(*decision.moves, *same), absent=(*decision.absent, *absent))


advance_needs = in_sequence(
    together(the_documents, wn.the_slot, the_spend),
    together(wn.its_lines, wn.the_agenda, _the_books, _the_holidays, _the_note),
    _those_busy_then,
    _those_who_claimed,
    at_last=wn.next_in_line(_waitlist_state),
)
