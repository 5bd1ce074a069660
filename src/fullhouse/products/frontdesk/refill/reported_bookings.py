"""Appointments that reports end: taking one from a customer who comes is the worse mistake."""

from datetime import datetime, timedelta

from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.refill.conflicts import external_ref, is_only_chair
from fullhouse.products.frontdesk.shared.rulebook.model import normalized_name
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from fullhouse.products.frontdesk.waitlist.model import SlotIndex

# A customer who has picked a time this lately is not the one whose cancellation is reported.
JUST_PICKED = timedelta(hours=1)


def is_own_release(command: FreeSlot) -> bool:
    """Return True if an appointment releases its own time, which the schedule holds already."""
    return command.again == command.slot_id


def is_named(appointment: Appointment, command: FreeSlot) -> bool:
    """Return True if a command names an appointment: by its id, or by the tool's own `ref`."""
    return command.ref != "" and command.ref in (appointment.id, external_ref(appointment))


def is_cancelled(
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
    return _is_reported(appointment, command, agenda, now)


def _is_reported(
    appointment: Appointment, command: FreeSlot, agenda: SlotIndex | None, now: datetime
) -> bool:
    """Return True if a report is about this appointment; one that was claimed has to be named."""
    name, is_no_show = external_ref(appointment), command.is_no_show(now)
    is_open_to_doubt = command.is_report or not is_no_show
    if is_open_to_doubt and _is_claimed(appointment, agenda):
        return is_named(appointment, command)
    if command.ref and name:
        return name == command.ref
    if not _is_same_chair(appointment, command):
        return False
    return is_no_show or not _may_be_late(appointment, command, agenda, now)


def _is_claimed(appointment: Appointment, agenda: SlotIndex | None) -> bool:
    """Return True if an appointment is a slot of this time that a customer claimed."""
    marks = agenda.marks if agenda is not None else ()
    return any(mark.slot_id == appointment.id and mark.status == "booked" for mark in marks)


def _is_same_chair(appointment: Appointment, command: FreeSlot) -> bool:
    if appointment.staff or command.staff:
        return normalized_name(appointment.staff) == normalized_name(command.staff)
    same_service = normalized_name(appointment.service) == normalized_name(command.service)
    return same_service and is_only_chair(appointment, command.party_capacity)


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
