"""Retention of customers whose appointments are over."""

from datetime import datetime, timedelta

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Needs
from fullhouse.products.frontdesk.appointments.commands import (
    EraseAppointment,
    RetireAppointments,
    SetAppointmentRetention,
)
from fullhouse.products.frontdesk.appointments.model import (
    Appointment,
    AppointmentState,
    OldestEnded,
)

PAGE = 20
RETIRING = "retire:appointments"
MORE = f"{RETIRING}:more"
A_DAY = timedelta(days=1)


def keep_appointments(
    _state: AppointmentState, command: SetAppointmentRetention, now: datetime
) -> Decision:
    """Start the daily task that erases old customers, or stop it."""
    if command.days <= 0:
        return Decision(None, clear_alarms=(RETIRING, MORE))
    begin = Alarm(RETIRING, now, RetireAppointments(days=command.days))
    return Decision(None, set_alarms=(begin,), clear_alarms=(MORE,))


def the_long_over(command: RetireAppointments, _found: Found) -> Needs:
    """Load the appointments that are over the longest."""
    return {"page": OldestEnded(command.after_starts, command.after_id, PAGE)}


def retire_appointments(
    state: AppointmentState, command: RetireAppointments, now: datetime
) -> Decision:
    """Set an alarm to erase each appointment that is over long enough."""
    last = now - timedelta(days=command.days)
    old = [appointment for appointment in state.page if appointment.ends_at <= last]
    alarms = [
        Alarm(f"forget:{appointment.id}", now, EraseAppointment(appointment_id=appointment.id))
        for appointment in old
    ]
    if command.again:
        alarms.append(Alarm(RETIRING, now + A_DAY, RetireAppointments(days=command.days)))
    return Decision(len(old), set_alarms=(*alarms, *_more(state.page, old, command, now)))


def _more(
    page: tuple[Appointment, ...],
    old: list[Appointment],
    command: RetireAppointments,
    now: datetime,
) -> tuple[Alarm, ...]:
    """Return the alarm for the next page, if this one was full and some of it was old enough."""
    if len(page) < PAGE or not old:
        return ()
    last = page[-1]
    behind = RetireAppointments(
        days=command.days, again=False, after_starts=last.starts_at, after_id=last.id
    )
    return (Alarm(MORE, now, behind),)
