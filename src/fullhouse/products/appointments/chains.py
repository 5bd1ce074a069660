"""Which move is due for an appointment. The same appointment, rules and minute always give the same move."""

from datetime import datetime, timedelta
from typing import Literal

import msgspec

from fullhouse.kernel.rulebook import Rulebook
from fullhouse.products.appointments.model import Appointment

AN_HOUR = timedelta(hours=1)
EARLIEST_OVERRULED = 7 * 24  # hours before: the earliest reminder that one appointment may have of its own


class Scheduled(msgspec.Struct, frozen=True):
    """Nothing is due."""


class Remind(msgspec.Struct, frozen=True):
    """Write to the customer: the reminder of so many hours before, the first of this chain or a later one."""

    hours: int
    move: Literal["first_reminder", "second_reminder"]


class GapAlert(msgspec.Struct, frozen=True):
    """Tell staff, not the customer: the last reminder has left, the time is close, and nobody answers."""


NextMove = Scheduled | Remind | GapAlert
NOTHING_DUE = Scheduled()


def schedule_of(appointment: Appointment, rulebook: Rulebook) -> tuple[int, ...]:
    """Return how many hours before its time an appointment's reminders are due, the earliest first."""
    service = rulebook.service(appointment.service)
    usual = service.remind_at_hours if service is not None else ()
    hours = usual if appointment.remind_at is None else appointment.remind_at
    return tuple(sorted(set(hours), reverse=True))


def windows_of(appointment: Appointment, rulebook: Rulebook) -> tuple[int, ...]:
    """Leave out of the schedule what was past already when this time was made."""
    hours = schedule_of(appointment, rulebook)
    return tuple(one for one in hours if appointment.starts_at - one * AN_HOUR > appointment.made_at)


def next_move(appointment: Appointment, rulebook: Rulebook, now: datetime) -> NextMove:
    """Decide what is due now. Of several reminders that were missed only the nearest is sent."""
    if appointment.status != "booked" or now >= appointment.starts_at:
        return NOTHING_DUE
    windows = windows_of(appointment, rulebook)
    due = [one for one in windows if appointment.starts_at - one * AN_HOUR <= now]
    if due and not any(one <= due[-1] for one in appointment.reminded):
        return Remind(due[-1], "second_reminder" if appointment.reminded else "first_reminder")
    return GapAlert() if _is_gap(appointment, windows, rulebook, now) else NOTHING_DUE


def _is_gap(appointment: Appointment, windows: tuple[int, ...], rulebook: Rulebook, now: datetime) -> bool:
    """Say whether staff should hear of it: the last reminder was decided on, the time is close, nobody answered."""
    close = appointment.starts_at - timedelta(minutes=rulebook.gap_alert_minutes)
    last = min(windows, default=0)
    decided = bool(windows) and any(one <= last for one in appointment.reminded)
    return decided and now >= close and appointment.alerted_at is None


def next_at(appointment: Appointment, rulebook: Rulebook, now: datetime) -> datetime | None:
    """Say when something is due next, for whoever looks at an appointment; None if nothing will be."""
    if appointment.status != "booked" or now >= appointment.starts_at:
        return None
    times = [appointment.starts_at - one * AN_HOUR for one in windows_of(appointment, rulebook)]
    gap = appointment.starts_at - timedelta(minutes=rulebook.gap_alert_minutes)
    ahead = [*times, *((gap,) if times and appointment.alerted_at is None else ())]
    return min((one for one in ahead if one > now), default=None)


def horizon(rulebook: Rulebook) -> timedelta:
    """Say how far ahead the tick has to look: as far as the earliest reminder of any service, or of any one row."""
    hours = [one for service in rulebook.services for one in service.remind_at_hours]
    return max([*hours, EARLIEST_OVERRULED]) * AN_HOUR
