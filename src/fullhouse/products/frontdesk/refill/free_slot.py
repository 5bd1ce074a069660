"""Freeing a slot: it is held until the first look, and the appointment whose time it was ends."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import msgspec

from fullhouse.kernel.decisions import Change, Decision, Step, if_unchanged, update
from fullhouse.kernel.messages import Message
from fullhouse.kernel.needs import found_many
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.frontdesk.appointments.day_schedule import busy_times, updated_days
from fullhouse.products.frontdesk.appointments.gap_alerts import release_note
from fullhouse.products.frontdesk.appointments.messages import (
    channel_now,
    to_customer,
)
from fullhouse.products.frontdesk.appointments.model import (
    SCOPE,
    Appointment,
    AppointmentState,
    DaySchedule,
)
from fullhouse.products.frontdesk.appointments.released_times import slot_id_for
from fullhouse.products.frontdesk.refill.conflicts import (
    books_of,
    busy_now,
    external_ref,
    hold_for,
    is_unavailable,
    overlap,
    overlapping_appointments,
    overlapping_holds,
    schedule_needs,
)
from fullhouse.products.frontdesk.refill.release_notes import (
    NOTE,
    not_offered,
    note_needs,
    told_in_note,
)
from fullhouse.products.frontdesk.refill.report_questions import (
    TAKEN,
    ask,
    may_be_meant,
    question_id,
)
from fullhouse.products.frontdesk.refill.reported_bookings import (
    is_cancelled,
    is_named,
    is_own_release,
)
from fullhouse.products.frontdesk.refill.slot_sync import sync_alarm
from fullhouse.products.frontdesk.shared.contacts import contact_needs
from fullhouse.products.frontdesk.shared.documents import rulebook_of
from fullhouse.products.frontdesk.shared.holidays import Holidays
from fullhouse.products.frontdesk.shared.opening_hours import is_shut_on_day_of
from fullhouse.products.frontdesk.shared.proposals import Proposal
from fullhouse.products.frontdesk.shared.rulebook.model import Service
from fullhouse.products.frontdesk.waitlist import slots
from fullhouse.products.frontdesk.waitlist.claim_questions import is_news
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from fullhouse.products.frontdesk.waitlist.messages import cancelled_messages
from fullhouse.products.frontdesk.waitlist.model import (
    Entry,
    Slot,
    WaitlistResult,
    WaitlistState,
)
from fullhouse.products.frontdesk.waitlist.needs import FREEING, gathered
from fullhouse.products.frontdesk.waitlist.proposals import close_alarm
from fullhouse.products.frontdesk.waitlist.queue import staff_named
from fullhouse.products.frontdesk.waitlist.slot_index import last_unfilled

RELEASED_BY = "released_by:appointment"
EARLIER = "earlier:slot"
UNFILLED = "unfilled:slot"
BOOKING = "booking:appointment"
CLAIMED_BEFORE = "claimed_before:slot"
HOLIDAYS = "holidays:own"
ASKED = "asked:proposal"


class FreeSlotState(msgspec.Struct, frozen=True):
    """The loaded state: the waitlist, the day's schedules, and what overlaps the slot's time.

    `released_by` is the appointment that gives its own time up, `claimed_before` the slot that it
    was claimed from, `note` the note about that to staff. `claimed` is a slot of this time that a
    customer claimed and that is reported or freed again, `booking` its appointment.
    """

    waitlist: WaitlistState
    books: dict[str, DaySchedule]
    there: tuple[Appointment, ...]
    held: tuple[Slot, ...]
    released_by: Appointment | None
    claimed: Slot | None
    booking: Appointment | None
    claimed_before: Slot | None = None
    holidays: Holidays | None = None
    asked: Proposal | None = None
    note: Message | None = None


def free_slot_state(**found: Any) -> FreeSlotState:  # noqa: ANN401 - whatever was asked for
    """Put what was found into one state."""
    before = found.get(EARLIER) or found.get(UNFILLED) or found.get(CLAIMED_BEFORE)
    return FreeSlotState(
        msgspec.structs.replace(gathered(**found), offered_before=before),
        books_of(found),
        found_many(found, "there"),
        found_many(found, "held"),
        found.get(RELEASED_BY),
        _claimed(found),
        found.get(BOOKING),
        found.get(CLAIMED_BEFORE),
        found.get(HOLIDAYS),
        found.get(ASKED),
        found.get(NOTE),
    )


def _claimed(found: Found) -> Slot | None:
    """Return the slot that staff free again, else the one that is reported, if it is booked."""
    slot: Slot | None = found.get(EARLIER) or found["slot"]
    return slot if slot is not None and slot.status == "booked" else None


def free_slot_needs(command: FreeSlot, found: Found) -> Needs:
    """Load what the waitlist needs, then the day's schedules, who is there, whom to tell."""
    if wanted := _releasing(command, found):
        return wanted
    command = _with_its_room(command, found.get(CLAIMED_BEFORE), found.get(RELEASED_BY))
    return (
        FREEING(command, found)
        or _freed_again(command, found)
        or _booking(found)
        or _on_that_day(command, found)
        or _those_to_notify(command, found)
        or _the_holidays(command, found)
        or _asked_before(command, found)
    )


def _with_its_room(
    command: FreeSlot, claimed_before: Slot | None, released_by: Appointment | None
) -> FreeSlot:
    """Return a command for as many people as the time that is given up was for.

    A claimed table may be larger than its party.
    """
    if claimed_before is not None:
        return _like(claimed_before, command)
    return command if released_by is None else _of_appointment(released_by, command)


def _like(slot: Slot, command: FreeSlot) -> FreeSlot:
    """Return a command that frees what a slot was: a table, or an appointment's own time."""
    return msgspec.structs.replace(
        command, party_capacity=slot.party_capacity, freed_by=slot.freed_by
    )


def _of_appointment(appointment: Appointment, command: FreeSlot) -> FreeSlot:
    """Return a command that frees an appointment's own time, for as many as it was for."""
    return msgspec.structs.replace(
        command, party_capacity=appointment.party, freed_by=appointment.id
    )


def _on_that_day(command: FreeSlot, found: Found) -> Needs:
    rulebook = rulebook_of(found["rules"])
    service = rulebook.service(command.service)
    if service is None or not (rulebook.refill or found.get(BOOKING)):
        return {}
    books = schedule_needs(command.starts_at, rulebook)
    if not books.keys() & found.keys():
        return books
    span = command.starts_at, _latest_end(command, service, books_of(found))
    wanted = {**overlapping_appointments(found, *span), **overlapping_holds(found, *span)}
    return {name: need for name, need in wanted.items() if name not in found}


def _releasing(command: FreeSlot, found: Found) -> Needs:
    """Load the appointment that gives its own time up, and the slot that it was claimed from."""
    if not is_own_release(command):
        return {}
    if RELEASED_BY not in found:
        appointment_need = Get(Appointment, (slot_id_for(command.slot_id),))
        return {RELEASED_BY: appointment_need, **note_needs(command.slot_id)}
    appointment: Appointment | None = found[RELEASED_BY]
    if appointment is None or not appointment.slot or CLAIMED_BEFORE in found:
        return {}
    return {CLAIMED_BEFORE: Get(Slot, (appointment.slot,))}


def _freed_again(command: FreeSlot, found: Found) -> Needs:
    """Load the slot that staff free again, or the one that its time was before."""
    if is_own_release(command) or EARLIER in found or UNFILLED in found:
        return {}
    if command.again:
        return {EARLIER: Get(Slot, (command.again,))}
    staff = staff_named(command.staff, rulebook_of(found["rules"]))
    unfilled = last_unfilled(found["agenda"], command, staff)
    return {UNFILLED: Get(Slot, (unfilled,))} if unfilled else {}


def _booking(found: Found) -> Needs:
    """Load the customer of a claimed slot, and the appointment it became."""
    claimed = _claimed(found)
    if claimed is None:
        return {}
    wanted: Needs = {
        BOOKING: Get(Appointment, (claimed.id,)),
        "entry": Get(Entry, (claimed.booked_by,)),
    }
    return {name: need for name, need in wanted.items() if name not in found}


def _those_to_notify(command: FreeSlot, found: Found) -> Needs:
    """Load the contacts of everyone who may lose a booking."""
    if is_own_release(command):
        return {}
    entry: Entry | None = found.get("entry")
    addresses = list(entry.addresses) if entry is not None else []
    for appointment in found_many(found, "there"):
        if appointment.starts_at == command.starts_at:
            addresses += appointment.addresses
    wanted = contact_needs(addresses)
    return {name: need for name, need in wanted.items() if name not in found}


def _the_holidays(command: FreeSlot, found: Found) -> Needs:
    """Load the public holidays, if staff free a slot themselves."""
    place = rulebook_of(found["rules"]).holidays_of
    if command.source != "desk" or not place or HOLIDAYS in found:
        return {}
    return {HOLIDAYS: Get(Holidays, (place,))}


def _asked_before(command: FreeSlot, found: Found) -> Needs:
    """Load the question about the appointment that a report may be about."""
    doubtful = may_be_meant(found_many(found, "there"), command)
    if doubtful is None or ASKED in found:
        return {}
    return {ASKED: Get(Proposal, (question_id(doubtful),))}


def _latest_end(command: FreeSlot, service: Service, books: Mapping[str, DaySchedule]) -> datetime:
    """Return the latest end of a slot: by its service, or by the booking that begins with it."""
    usual = command.starts_at + timedelta(minutes=command.minutes or service.minutes)
    booked = [busy.ends_at for busy in busy_times(books) if busy.starts_at == command.starts_at]
    return max([usual, *booked])


def free_slot(state: FreeSlotState, command: FreeSlot, now: datetime) -> Decision:
    """Free a slot and hold its time; a hold for a slot that does not come to be is released."""
    command = _with_its_room(command, state.claimed_before, state.released_by)
    decision = _freed(state, command, now)
    if decision.answer.code == "freed" or not is_own_release(command):
        return decision
    # If the same time was reported before, that slot is offered, and staff need no alert. Nor do
    # they if this came twice, and the rules have lost the service in between.
    also = Decision(None)
    if decision.answer.slot is None and state.waitlist.slot is None:
        also = not_offered(state.released_by, state.waitlist.rules, command, now)
    decision = msgspec.structs.replace(
        decision,
        steps=(*decision.steps, *also.steps),
        messages=(*decision.messages, *also.messages),
        set_alarms=(*decision.set_alarms, sync_alarm(command.slot_id, now, command.starts_at)),
    )
    return told_in_note(state.note, decision, decision.answer.slot, now)


def _freed(state: FreeSlotState, command: FreeSlot, now: datetime) -> Decision:
    cancelled = _cancelled(state, command, now)
    command = _as_it_was(state, command, cancelled)
    if command.again and state.claimed is not None and _is_being_booked(state, state.claimed):
        return Decision(WaitlistResult("being_booked", slot=state.claimed))
    decision = slots.free_slot(_as_reported(state, command, now), command, now)
    if decision.answer.code != "freed":
        return decision
    if _is_shut(state, command, cancelled):
        return Decision(WaitlistResult("closed_then", field="starts_at"))
    decision = _tell_claimant(state, command, decision, now)
    if rulebook_of(state.waitlist.rules).refill:
        return _hold_in_schedule(state, command, cancelled, decision, now)
    if cancelled is None:
        return decision
    books = updated_days(state.books, rulebook_of(state.waitlist.rules), without=(cancelled.id,))
    return _with_end(state, cancelled, command, decision, books, now)


def _as_it_was(state: FreeSlotState, command: FreeSlot, cancelled: Appointment | None) -> FreeSlot:
    """Return a command that frees a time for as long, and for as many, as it was taken.

    A tool that reports a cancellation may say neither. A time that is freed again is what it was.
    """
    before = state.waitlist.offered_before
    if command.again and before is not None:
        command = msgspec.structs.replace(command, freed_by=before.freed_by)
    if cancelled is None:
        return command
    if not command.minutes:
        command = msgspec.structs.replace(command, minutes=cancelled.minutes)
    if command.party_capacity > 1 or cancelled.slot:
        return command
    return _of_appointment(cancelled, command)


def _is_shut(state: FreeSlotState, command: FreeSlot, cancelled: Appointment | None) -> bool:
    """Return True if staff free a time, and not a customer's, on a day when they are closed."""
    if command.source != "desk" or (state.claimed or cancelled) is not None:
        return False
    rulebook = rulebook_of(state.waitlist.rules)
    return is_shut_on_day_of(rulebook, state.holidays, command.starts_at)


def _cancelled(state: FreeSlotState, command: FreeSlot, now: datetime) -> Appointment | None:
    """Return the appointment that ends; without refill it can only be the claimed slot's own."""
    there = state.there
    if not rulebook_of(state.waitlist.rules).refill:
        there = tuple(appointment for appointment in there if appointment == state.booking)
    for appointment in there:
        if is_cancelled(appointment, command, state.waitlist.agenda, now):
            return appointment
    return None


def _as_reported(state: FreeSlotState, command: FreeSlot, now: datetime) -> WaitlistState:
    """Return the waitlist without a claimed slot whose booking is over, or ends now."""
    waitlist = state.waitlist
    slot = waitlist.slot
    if slot is None or slot.id == command.slot_id:
        return waitlist
    ended = _another(state, slot, command, now)
    if ended is not None:
        return msgspec.structs.replace(waitlist, slot=None, follows=ended.slot)
    if _is_being_booked(state, slot):
        return waitlist
    if not is_news(waitlist.agenda, slot, command, now):
        return waitlist
    booking = state.booking
    if command.ref == slot.id or (booking is not None and not _is_held(booking, slot, command.ref)):
        return msgspec.structs.replace(waitlist, slot=None, follows=slot.id)
    return waitlist


def _another(
    state: FreeSlotState, slot: Slot, command: FreeSlot, now: datetime
) -> Appointment | None:
    """Return the appointment that a report ends if it is not that of the slot; else None.

    The report names it, or only one of report and slot names staff. Without that appointment it
    would be taken for another report of the slot.
    """
    if command.ref == slot.id:
        return None
    ended = _cancelled(state, command, now)
    if ended is None or ended.id == slot.id:
        return None
    told_apart = bool(command.staff) != bool(slot.staff) or is_named(ended, command)
    return ended if told_apart else None


def _is_held(booking: Appointment, slot: Slot, ref: str) -> bool:
    """Return True if the customer of a claimed slot has it still, and a `ref` is not its own."""
    if not booking.stands or not overlap(booking, slot.starts_at, slot.ends_at):
        return False
    return ref == "" or ref != external_ref(booking)


def _is_being_booked(state: FreeSlotState, slot: Slot) -> bool:
    """Return True if a claimed slot becomes an appointment in this moment."""
    held = [busy.id for busy in busy_times(state.books) if busy.by == "slot"]
    return slot.id in held


def _tell_claimant(
    state: FreeSlotState, command: FreeSlot, decision: Decision, now: datetime
) -> Decision:
    """Notify the customer of a claimed slot that is no appointment: it is no longer theirs."""
    lost, entry = state.claimed, state.waitlist.entry
    if lost is None or entry is None or state.booking is not None or command.is_no_show(now):
        return decision
    return msgspec.structs.replace(
        decision,
        messages=(*decision.messages, *cancelled_messages(state.waitlist, entry, lost, now)),
        set_alarms=(*decision.set_alarms, close_alarm(lost.id, now)),
    )


def _hold_in_schedule(
    state: FreeSlotState,
    command: FreeSlot,
    cancelled: Appointment | None,
    decision: Decision,
    now: datetime,
) -> Decision:
    """Hold a slot's time, in place of a cancelled appointment; a taken time is not freed."""
    slot, rulebook = decision.answer.slot, rulebook_of(state.waitlist.rules)
    others = [appointment for appointment in state.there if appointment != cancelled]
    taken = busy_now(state.books, slot, state.held, rulebook)
    if cancelled is not None:
        taken = [busy for busy in taken if busy.id != cancelled.id]
    if is_unavailable(others, taken, slot, rulebook):
        return _not_free(state, command, now)
    hold = hold_for(slot)
    if cancelled is not None:
        books = updated_days(state.books, rulebook, hold, without=(cancelled.id,))
        return _with_end(state, cancelled, command, decision, books, now)
    if hold in busy_times(state.books):
        return decision
    books = updated_days(state.books, rulebook, hold, without=(slot.id,))
    step = Step(SCOPE, "held", slot.id, books)
    return msgspec.structs.replace(decision, steps=(*decision.steps, step))


def _not_free(state: FreeSlotState, command: FreeSlot, now: datetime) -> Decision:
    """Open no slot; staff are asked about the only appointment that a report may be about."""
    doubtful = may_be_meant(state.there, command)
    if doubtful is None:
        return Decision(TAKEN)
    return ask(state.asked, doubtful, command, state.waitlist.rules, now)


def _with_end(
    state: FreeSlotState,
    cancelled: Appointment,
    command: FreeSlot,
    decision: Decision,
    books: tuple[Change[DaySchedule], ...],
    now: datetime,
) -> Decision:
    """End an appointment in the same commit, and notify its customer."""
    ended = _ended(cancelled, command, decision.answer.slot, now)
    step = Step(SCOPE, ended.after.status, cancelled.id, (ended, *books))
    notices = _notices_of_end(state, ended.after, command, now)
    return msgspec.structs.replace(
        decision, steps=(*decision.steps, step), messages=(*decision.messages, *notices)
    )


def _notices_of_end(
    state: FreeSlotState, ended: Appointment, command: FreeSlot, now: datetime
) -> tuple[Message, ...]:
    """Notify a customer that their appointment is cancelled, and staff if a tool reported it."""
    if ended.status == "no_show":
        return ()
    waitlist = state.waitlist
    known = AppointmentState(rules=waitlist.rules, contacts=waitlist.contacts)
    channel = channel_now(known, ended, now)
    told = to_customer("cancelled", known, ended, channel, now, str(ended.chain), own=False)
    if not command.is_report:
        return told
    note = release_note(known, ended, "cancelled", ended.frees, now, reported=True)
    return (*told, note)


def _ended(
    appointment: Appointment, command: FreeSlot, slot: Slot, now: datetime
) -> Change[Appointment]:
    sets: dict[str, Any] = {
        "status": "no_show" if command.is_no_show(now) else "cancelled",
        "ended_at": now,
        "frees": slot.id,
        "unwritten": True,
    }
    unchanged = if_unchanged(appointment, "rev")
    return update(appointment, *unchanged, **sets, rev=appointment.rev + 1)
