"""Released times: free at once, or held for the waitlist."""

from datetime import datetime, timedelta

import msgspec

from fullhouse.kernel.decisions import Change, create
from fullhouse.products.frontdesk.appointments.day_schedule import busy_times, conflict, taken_by
from fullhouse.products.frontdesk.appointments.model import (
    Appointment,
    AppointmentState,
    ArchivedSend,
    BusyTime,
    Send,
)
from fullhouse.products.frontdesk.shared.documents import rulebook_of
from fullhouse.products.frontdesk.shared.opening_hours import is_shut_on_day_of
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

FARTHEST_OFFERED = timedelta(days=366)
# A time that anyone could have had this lately is no news for those who wait.
JUST_BOOKED = timedelta(hours=1)


class ReleasedTime(msgspec.Struct, frozen=True):
    """The slot of a released time and its hold; empty if the time is simply free."""

    frees: str = ""
    hold: tuple[BusyTime, ...] = ()


def release_time(
    state: AppointmentState,
    appointment: Appointment,
    now: datetime,
    instead: BusyTime | None = None,
) -> ReleasedTime:
    """Hold a released time for the waitlist, if it can be offered.

    It is not offered if half of it is over, if staff do not want that or are closed on that day,
    or if the time is not free: the customer may need a part of it `instead`, or staff booked
    someone else. A time that was moved may have been a mistake, so it is offered only if it lies
    ahead.
    """
    rulebook = rulebook_of(state.rules)
    half = timedelta(minutes=appointment.minutes) / 2
    over = appointment.starts_at + half if instead is None else appointment.starts_at
    if over <= now or not rulebook.refill or not _can_be_offered(appointment, rulebook, now):
        return ReleasedTime()
    if is_shut_on_day_of(rulebook, state.holidays, appointment.starts_at):
        return ReleasedTime()
    name = slot_name(appointment)
    hold = taken_by(appointment, "slot", name)
    others = busy_times(state.books, but=appointment.id)
    if instead is not None:
        others = (*others, instead)
    if conflict(others, hold, rulebook) is not None:
        return ReleasedTime()
    return ReleasedTime(name, (hold,))


def is_just_booked(appointment: Appointment, now: datetime) -> bool:
    """Return True if this time was booked at the public page less than an hour ago.

    If its customer gives it up, it is free again without a word to the waitlist. Otherwise a
    stranger could send offers to those who wait by booking and cancelling.
    """
    return appointment.source == "form" and now - appointment.made_at < JUST_BOOKED


def _can_be_offered(appointment: Appointment, rulebook: Rulebook, now: datetime) -> bool:
    """Return True if a time is near enough and its service and staff still exist."""
    known = rulebook.service(appointment.service) is not None
    served = not appointment.staff or bool(rulebook.staff_member(appointment.staff))
    return known and served and appointment.starts_at - now <= FARTHEST_OFFERED


def slot_name(appointment: Appointment) -> str:
    """Return the id of the slot that a released time becomes; always the same per chain."""
    return f"{appointment.id}c{appointment.chain}"


def newly_freed(old: Appointment, gone: Appointment) -> str:
    """Return the slot that a time has just become; empty if `frees` is of an earlier time."""
    return gone.frees if gone.frees != old.frees else ""


def slot_id_for(slot_id: str) -> str:
    """Return the id of the appointment whose time became this slot."""
    return slot_id.rpartition("c")[0]


def archived(state: AppointmentState, old: Appointment) -> tuple[Change[ArchivedSend], ...]:
    """Archive the sends of an old chain, apart from those of the new one."""
    return tuple(create(archived_send(send)) for send in state.sends if send.chain == old.chain)


def archived_send(send: Send) -> ArchivedSend:
    """Return the archived form of a send."""
    fields = {
        name: getattr(send, name)
        for name in ("appointment_id", "chain", "move", "channel", "sent_at")
    }
    return ArchivedSend(id=archived_id(send.chain, send.id), **fields)


def archived_id(chain: int, name: str) -> str:
    """Return the id of an archived send."""
    return f"{chain:03d}-{name}"
