"""How long a business remembers whose appointments are over."""

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
    """Begin the daily round that forgets people, or end it."""
    if command.days <= 0:
        return Decision(None, clear_alarms=(RETIRING, MORE))
    begin = Alarm(RETIRING, now, RetireAppointments(days=command.days))
    return Decision(None, set_alarms=(begin,), clear_alarms=(MORE,))


def the_long_over(command: RetireAppointments, _found: Found) -> Needs:
    """Load whose appointments are over for the longest time."""
    return {"page": OldestEnded(command.after_starts, command.after_id, PAGE)}


def retire_appointments(
    state: AppointmentState, command: RetireAppointments, now: datetime
) -> Decision:
    """Have everyone forgotten whose appointment is over long enough, each by themselves; come again tomorrow."""
    last = now - timedelta(days=command.days)
    old = [one for one in state.page if one.ends_at <= last]
    rings = [Alarm(f"forget:{one.id}", now, EraseAppointment(appointment_id=one.id)) for one in old]
    again = (
        [Alarm(RETIRING, now + A_DAY, RetireAppointments(days=command.days))]
        if command.again
        else []
    )
    return Decision(len(old), set_alarms=(*rings, *again, *_more(state.page, old, command, now)))


def _more(
    page: tuple[Appointment, ...],
    old: list[Appointment],
    command: RetireAppointments,
    now: datetime,
) -> tuple[Alarm, ...]:
    """Go on behind a page that was full and of which anyone was old enough."""
    if len(page) < PAGE or not old:
        return ()
    last = page[-1]
    behind = RetireAppointments(
        days=command.days, again=False, after_starts=last.starts_at, after_id=last.id
    )
    return (Alarm(MORE, now, behind),)
