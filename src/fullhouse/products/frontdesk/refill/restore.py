"""Restoring an appointment while its time is on offer: the offer ends in the same commit."""

from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.decisions import Change, Decision
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Needs
from fullhouse.products.frontdesk.appointments import needs as appointment_needs
from fullhouse.products.frontdesk.appointments import replies
from fullhouse.products.frontdesk.appointments.commands import RestoreAppointment
from fullhouse.products.frontdesk.appointments.model import (
    Appointment,
    AppointmentResult,
    AppointmentState,
    DaySchedule,
)
from fullhouse.products.frontdesk.waitlist import needs as waitlist_needs
from fullhouse.products.frontdesk.waitlist import slots
from fullhouse.products.frontdesk.waitlist.commands import WithdrawSlot
from fullhouse.products.frontdesk.waitlist.model import WaitlistState
from fullhouse.products.frontdesk.waitlist.offer_endings import combine

# What is known of the slot is found under this, a colon, and the waitlist's own name for it.
ITS_SLOT = "its_slot"
SHARED = ("rules", "voice")


class RestoreState(msgspec.Struct, frozen=True):
    """The loaded appointment, and the waitlist's view of the slot its time became."""

    appointments: AppointmentState
    waitlist: WaitlistState | None


def restore_state(**found: Any) -> RestoreState:  # noqa: ANN401 - whatever was asked for
    """Put what was found into one state."""
    waitlist = None
    if any(name.startswith(f"{ITS_SLOT}:") for name in found):
        waitlist = waitlist_needs.gathered(**_of_its_slot(found))
    return RestoreState(appointment_needs.gathered(**found), waitlist)


def restore_needs(command: RestoreAppointment, found: Found) -> Needs:
    """Load the appointment, then all that withdrawing the slot of its time needs."""
    if wanted := appointment_needs.RESTORING(command, found):
        return wanted
    appointment: Appointment | None = found["appointment"]
    if command.source == "sheet" or appointment is None:
        return {}
    if appointment.stands or not appointment.frees:
        return {}
    withdraw = WithdrawSlot(slot_id=appointment.frees)
    wanted = waitlist_needs.WITHDRAWING(withdraw, _of_its_slot(found))
    return {f"{ITS_SLOT}:{name}": need for name, need in wanted.items()}


def restore(state: RestoreState, command: RestoreAppointment, now: datetime) -> Decision:
    """Restore an appointment and withdraw the slot of its time; a booked slot stays booked."""
    decision = replies.restore_appointment(state.appointments, command, now)
    if state.waitlist is None:
        return decision
    if not any(_releases_hold(change, state.appointments) for change in decision.changes):
        return decision
    slot = state.waitlist.slot
    # Without a slot its freeing is under way, and nothing here could stop it. That is a moment.
    if slot is None or slot.status == "booked":
        appointment = state.appointments.appointment
        return Decision(AppointmentResult("taken", appointment, field="starts_at"))
    withdrawn = slots.withdraw_slot(state.waitlist, WithdrawSlot(slot_id=slot.id), now)
    return combine(withdrawn, decision)


def _of_its_slot(found: Found) -> dict[str, Any]:
    prefix = f"{ITS_SLOT}:"
    own = {name: found[name] for name in SHARED}
    for name, value in found.items():
        if name.startswith(prefix):
            own[name.removeprefix(prefix)] = value
    return own


def _releases_hold(change: Change[Any], state: AppointmentState) -> bool:
    """Return True if the slot of its time, held or waiting, is removed from a day's schedule."""
    if change.kind is not DaySchedule or change.before is None or state.appointment is None:
        return False
    slot_id = state.appointment.frees
    held = [
        any(busy.id == slot_id for busy in (*schedule.taken, *schedule.waiting))
        for schedule in (change.before, change.after)
    ]
    return held == [True, False]
