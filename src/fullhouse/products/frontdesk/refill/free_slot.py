"""Freeing a slot: it is held in the day's schedule, and the appointment whose time it was ends."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import msgspec

from fullhouse.kernel.decisions import Change, Decision, Step, if_unchanged, update
from fullhouse.kernel.needs import found_many
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.frontdesk.appointments.day_schedule import busy_times, updated_days
from fullhouse.products.frontdesk.appointments.gap_alerts import with_alert_noted
from fullhouse.products.frontdesk.appointments.messages import appointment_facts, to_staff
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
    is_only_chair,
    is_unavailable,
    overlapping_appointments,
    overlapping_holds,
    schedule_needs,
)
from fullhouse.products.frontdesk.refill.slot_sync import sync_alarm
from fullhouse.products.frontdesk.shared.documents import rulebook_of
from fullhouse.products.frontdesk.shared.rulebook.model import Service, normalized_name
from fullhouse.products.frontdesk.waitlist import slots
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from fullhouse.products.frontdesk.waitlist.model import (
    Slot,
    SlotIndex,
    WaitlistResult,
    WaitlistState,
)
from fullhouse.products.frontdesk.waitlist.needs import FREEING, gathered

# A customer who has picked a time this lately is not the one whose cancellation is reported.
JUST_PICKED = timedelta(hours=1)
RELEASED_BY = "released_by:appointment"


class FreeSlotState(msgspec.Struct, frozen=True):
    """The loaded state: the waitlist, the day's schedules, and what overlaps the slot's time.

    `released_by` is the appointment that gives its own time up.
    """

    waitlist: WaitlistState
    books: dict[str, DaySchedule]
    there: tuple[Appointment, ...]
    held: tuple[Slot, ...]
    released_by: Appointment | None


def free_slot_state(**found: Any) -> FreeSlotState:  # noqa: ANN401 - whatever was asked for
    """Put what was found into one state."""
    return FreeSlotState(
        gathered(**found),
        books_of(found),
        found_many(found, "there"),
        found_many(found, "held"),
        found.get(RELEASED_BY),
    )


def free_slot_needs(command: FreeSlot, found: Found) -> Needs:
    """Load what the waitlist needs, then the day's schedules and who is there."""
    return FREEING(command, found) or _on_that_day(command, found) or _releasing(command, found)


def _on_that_day(command: FreeSlot, found: Found) -> Needs:
    rulebook = rulebook_of(found["rules"])
    service = rulebook.service(command.service)
    if service is None or not rulebook.refill:
        return {}
    books = schedule_needs(command.starts_at, rulebook)
    if not books.keys() & found.keys():
        return books
    span = command.starts_at, _latest_end(command, service, books_of(found))
    wanted = {**overlapping_appointments(found, *span), **overlapping_holds(found, *span)}
    return {name: need for name, need in wanted.items() if name not in found}


def _releasing(command: FreeSlot, found: Found) -> Needs:
    if not is_own_release(command) or RELEASED_BY in found:
        return {}
    return {RELEASED_BY: Get(Appointment, (slot_id_for(command.slot_id),))}


def _latest_end(command: FreeSlot, service: Service, books: Mapping[str, DaySchedule]) -> datetime:
    """Return the latest end of a slot: by its service, or by the booking that begins with it."""
    usual = command.starts_at + timedelta(minutes=command.minutes or service.minutes)
    booked = [busy.ends_at for busy in busy_times(books) if busy.starts_at == command.starts_at]
    return max([usual, *booked])


def is_own_release(command: FreeSlot) -> bool:
    """Return True if an appointment releases its own time, which the schedule holds already."""
    return command.again == command.slot_id


def free_slot(state: FreeSlotState, command: FreeSlot, now: datetime) -> Decision:
    """Free a slot and hold its time; a hold for a slot that does not come to be is released."""
    decision = _freed(state, command, now)
    if decision.answer.code == "freed" or not is_own_release(command):
        return decision
    # If the same time was reported before, that slot is offered, and staff need no alert.
    also = Decision(None)
    if decision.answer.slot is None:
        also = _notify_not_offered(state, command, now)
    return msgspec.structs.replace(
        decision,
        steps=(*decision.steps, *also.steps),
        messages=(*decision.messages, *also.messages),
        set_alarms=(*decision.set_alarms, sync_alarm(command.slot_id, now, command.starts_at)),
    )


def _freed(state: FreeSlotState, command: FreeSlot, now: datetime) -> Decision:
    agenda = state.waitlist.agenda
    cancelled = None
    for appointment in state.there:
        if _is_cancelled(appointment, command, agenda, now):
            cancelled = appointment
            break
    if cancelled is not None and not command.minutes:
        command = msgspec.structs.replace(command, minutes=cancelled.minutes)
    decision = slots.free_slot(state.waitlist, command, now)
    if decision.answer.code != "freed" or not rulebook_of(state.waitlist.rules).refill:
        return decision
    return _hold_in_schedule(state, command, cancelled, decision, now)


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
    taken = busy_now(state.books, slot, state.held)
    if cancelled is not None:
        taken = [busy for busy in taken if busy.id != cancelled.id]
    if is_unavailable(others, taken, slot, rulebook):
        return Decision(WaitlistResult("taken", field="starts_at"))
    hold = hold_for(slot)
    if cancelled is not None:
        books = updated_days(state.books, rulebook, hold, without=(cancelled.id,))
        ended = _ended(cancelled, command, slot, now)
        step = Step(SCOPE, _status(command), cancelled.id, (ended, *books))
    elif hold in busy_times(state.books):
        return decision
    else:
        books = updated_days(state.books, rulebook, hold, without=(slot.id,))
        step = Step(SCOPE, "held", slot.id, books)
    return msgspec.structs.replace(decision, steps=(*decision.steps, step))


def _status(command: FreeSlot) -> str:
    return "no_show" if command.reason == "no_show" else "cancelled"


def _ended(
    appointment: Appointment, command: FreeSlot, slot: Slot, now: datetime
) -> Change[Appointment]:
    sets: dict[str, Any] = {
        "status": _status(command),
        "ended_at": now,
        "frees": slot.id,
        "unwritten": True,
    }
    unchanged = if_unchanged(appointment, "rev")
    return update(appointment, *unchanged, **sets, rev=appointment.rev + 1)


def _is_cancelled(
    appointment: Appointment, command: FreeSlot, agenda: SlotIndex | None, now: datetime
) -> bool:
    """Return True if it is surely this appointment that was cancelled elsewhere, or not kept.

    Taking an appointment from a customer who comes is worse than leaving a cancelled one.
    """
    if not appointment.stands or appointment.starts_at != command.starts_at:
        return False
    if command.reason == "opening" or is_own_release(command):
        return False
    if command.again:
        return appointment.slot == command.again
    name = external_ref(appointment)
    if command.ref and name:
        return name == command.ref
    if not _is_same_chair(appointment, command):
        return False
    return command.reason == "no_show" or not _may_be_late(appointment, command, agenda, now)


def _is_same_chair(appointment: Appointment, command: FreeSlot) -> bool:
    if appointment.staff or command.staff:
        return normalized_name(appointment.staff) == normalized_name(command.staff)
    same_service = normalized_name(appointment.service) == normalized_name(command.service)
    return same_service and is_only_chair(appointment, command)


def _may_be_late(
    appointment: Appointment, command: FreeSlot, agenda: SlotIndex | None, now: datetime
) -> bool:
    """Return True if the report may be about an earlier customer who had this time.

    Then the time was offered before and nobody took it, or it was picked only just now.
    """
    if appointment.chain > 1 and now - appointment.made_at < JUST_PICKED:
        return True
    staff = normalized_name(appointment.staff)
    for mark in agenda.marks if agenda is not None else ():
        told_apart = mark.ref and command.ref
        if mark.status == "handed_back" and normalized_name(mark.staff) == staff and not told_apart:
            return True
    return False


def _notify_not_offered(state: FreeSlotState, command: FreeSlot, now: datetime) -> Decision:
    """Note on an appointment that its time became no slot, and alert staff, once."""
    appointment = state.released_by
    if appointment is None or appointment.frees != command.slot_id:
        return Decision(None)
    noted = with_alert_noted(appointment, frees="")
    step = Step(SCOPE, "not_offered", appointment.id, (noted,))
    if appointment.is_erased:
        return Decision(None, steps=(step,))
    released = msgspec.structs.replace(
        appointment,
        service=command.service,
        starts_at=command.starts_at,
        minutes=command.minutes,
        staff=command.staff,
    )
    facts = {"appointment": appointment_facts(released), "reason": "not_offered"}
    rules = AppointmentState(rules=state.waitlist.rules)
    alert = to_staff("gap_alert", rules, now, f"{command.slot_id}:not_offered", **facts)
    return Decision(None, steps=(step,), messages=(alert,))
