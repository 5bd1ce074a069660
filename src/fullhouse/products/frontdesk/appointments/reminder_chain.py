"""Which move is due for an appointment. The same appointment, rules and minute always give the same move."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Literal

import msgspec

from fullhouse.products.frontdesk.appointments.model import A_MINUTE, Appointment
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

AN_HOUR = timedelta(hours=1)
EARLIEST_OVERRULED = (
    7 * 24
)  # hours before: the earliest reminder that one appointment may have of its own


class PlannedReminder(msgspec.Struct, frozen=True):
    """Nothing is due."""


class ReminderDue(msgspec.Struct, frozen=True):
    """Write to the customer: the reminder of so many hours before, the first of this chain or a later one."""

    hours: int
    move: Literal["first_reminder", "second_reminder"]


class GapAlert(msgspec.Struct, frozen=True):
    """Tell staff, not the customer: the last reminder has left, the time is close, and nobody answers."""


NextMove = PlannedReminder | ReminderDue | GapAlert
NOTHING_DUE = PlannedReminder()


def schedule_of(appointment: Appointment, rulebook: Rulebook) -> tuple[int, ...]:
    """Return how many hours before its time an appointment's reminders are due, the earliest first."""
    if appointment.remind_at is not None:
        return _earliest_first(appointment.remind_at)
    service = rulebook.service(appointment.service)
    return _earliest_first(service.remind_at_hours) if service is not None else ()


@lru_cache(maxsize=256)
def _earliest_first(hours: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(set(hours), reverse=True))


def windows_of(appointment: Appointment, rulebook: Rulebook) -> tuple[int, ...]:
    """Leave out of the schedule what was past already when this time was made."""
    ahead = (appointment.starts_at - appointment.made_at) / AN_HOUR
    return tuple([one for one in schedule_of(appointment, rulebook) if one < ahead])


def next_action(appointment: Appointment, rulebook: Rulebook, now: datetime) -> NextMove:
    """Decide what is due now. Of several reminders that were missed only the nearest is sent."""
    if not _is_expected(appointment, now):
        return NOTHING_DUE
    return _move_due(appointment, windows_of(appointment, rulebook), rulebook, now)


def _is_expected(appointment: Appointment, now: datetime) -> bool:
    return appointment.status == "booked" and now < appointment.starts_at


def _move_due(
    appointment: Appointment, windows: tuple[int, ...], rulebook: Rulebook, now: datetime
) -> NextMove:
    left = (appointment.starts_at - now) / AN_HOUR
    due = [one for one in windows if one >= left]
    if due and not _has_reminded(appointment, due[-1]):
        return ReminderDue(due[-1], "second_reminder" if appointment.reminded else "first_reminder")
    return GapAlert() if _is_gap(appointment, windows, rulebook, now) else NOTHING_DUE


def _has_reminded(appointment: Appointment, hours: int) -> bool:
    """Say whether the reminder of so many hours before was decided on, or a later one."""
    return bool(appointment.reminded) and min(appointment.reminded) <= hours


def _is_gap(
    appointment: Appointment, windows: tuple[int, ...], rulebook: Rulebook, now: datetime
) -> bool:
    """Say whether staff should hear of it: the last reminder was decided on, the time is close, nobody answered."""
    if not windows or appointment.alerted_at is not None:
        return False
    if not _has_reminded(appointment, windows[-1]):
        return False
    return now >= appointment.starts_at - rulebook.gap_alert_minutes * A_MINUTE


def next_at(appointment: Appointment, rulebook: Rulebook, now: datetime) -> datetime | None:
    """Say when something is due next, for whoever looks at an appointment; None if nothing will be."""
    if not _is_expected(appointment, now):
        return None
    return _next_window(appointment, windows_of(appointment, rulebook), rulebook, now)


def _next_window(
    appointment: Appointment, windows: tuple[int, ...], rulebook: Rulebook, now: datetime
) -> datetime | None:
    left = (appointment.starts_at - now) / A_MINUTE
    ahead = [60 * one for one in windows if 60 * one < left]
    if windows and appointment.alerted_at is None and rulebook.gap_alert_minutes < left:
        ahead.append(rulebook.gap_alert_minutes)
    return appointment.starts_at - max(ahead) * A_MINUTE if ahead else None


def due_at(appointment: Appointment, rulebook: Rulebook, now: datetime) -> datetime | None:
    """Say when a move is due: now, or when the next one will be; None if none will be."""
    if not _is_expected(appointment, now):
        return None
    windows = windows_of(appointment, rulebook)
    if _move_due(appointment, windows, rulebook, now) is not NOTHING_DUE:
        return now
    return _next_window(appointment, windows, rulebook, now)


def nearby(
    appointments: Iterable[Appointment], rulebook: Rulebook, until: datetime
) -> Iterator[tuple[Appointment, datetime]]:
    """Leave out for whom nothing can be due yet; say of the others from when on something can be.

    Of all whom a tick looks at, most have not come to their next reminder.
    """
    ahead: dict[tuple[object, ...], timedelta] = {}
    for one in appointments:
        if one.status != "booked":
            continue
        alike = (one.service, one.reminded, one.remind_at)
        if alike not in ahead:
            ahead[alike] = _longest_ahead(
                schedule_of(one, rulebook), one.reminded, rulebook.gap_alert_minutes
            )
        earliest = one.starts_at - ahead[alike]
        if earliest <= until:
            yield one, earliest


@lru_cache(maxsize=256)
def _longest_ahead(
    hours: tuple[int, ...], reminded: tuple[int, ...], gap_alert_minutes: int
) -> timedelta:
    """Say how long before its time something is due next at the earliest, whenever it was made and is looked at."""
    left = [one * AN_HOUR for one in hours if not reminded or one < min(reminded)]
    return max([*left, gap_alert_minutes * A_MINUTE])


def lookahead(rulebook: Rulebook) -> timedelta:
    """Say how far ahead the tick has to look: as far as the earliest reminder of any service, or of any one row."""
    hours = [one for service in rulebook.services for one in service.remind_at_hours]
    return max([*hours, EARLIEST_OVERRULED]) * AN_HOUR
