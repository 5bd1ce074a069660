"""The due action of an appointment, a pure function of appointment, rules and time."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Literal

import msgspec

from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.appointments.model import A_MINUTE, Appointment
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

AN_HOUR = timedelta(hours=1)
# The earliest reminder that one appointment may have of its own, in hours before.
EARLIEST_OVERRULED = 7 * 24


class PlannedReminder(msgspec.Struct, frozen=True):
    """Nothing is due now."""


class ReminderDue(msgspec.Struct, frozen=True):
    """The reminder of so many hours before is due: the first of this chain, or a later one."""

    hours: int
    move: Literal["first_reminder", "second_reminder"]


class GapAlert(msgspec.Struct, frozen=True):
    """An alert to staff is due: the last reminder was sent, and the customer does not answer."""


NextMove = PlannedReminder | ReminderDue | GapAlert
NOTHING_DUE = PlannedReminder()


# Why a reminder is dropped if there are to be none.
UNWANTED = "no reminders are wanted any more"


def was_dropped(reminder: Message | None) -> bool:
    """Return True if a reminder was not sent because there were to be none."""
    return reminder is not None and reminder.status == "failed" and reminder.error == UNWANTED


def schedule_of(appointment: Appointment, rulebook: Rulebook) -> tuple[int, ...]:
    """Return the reminder hours of an appointment, the earliest first."""
    if appointment.remind_at is not None:
        return _earliest_first(appointment.remind_at)
    service = rulebook.service(appointment.service)
    if service is None:
        return ()
    return _earliest_first(service.remind_at_hours)


@lru_cache(maxsize=256)
def _earliest_first(hours: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(set(hours), reverse=True))


def windows_of(appointment: Appointment, rulebook: Rulebook) -> tuple[int, ...]:
    """Return the schedule without reminders that were past when the time was booked."""
    ahead = (appointment.starts_at - appointment.made_at) / AN_HOUR
    return tuple([hours for hours in schedule_of(appointment, rulebook) if hours < ahead])


def next_action(appointment: Appointment, rulebook: Rulebook, now: datetime) -> NextMove:
    """Return the action that is due. Of several missed reminders only the nearest is sent."""
    if not _is_expected(appointment, now):
        return NOTHING_DUE
    return _move_due(appointment, windows_of(appointment, rulebook), rulebook, now)


def _is_expected(appointment: Appointment, now: datetime) -> bool:
    return appointment.status == "booked" and now < appointment.starts_at


def _move_due(
    appointment: Appointment, windows: tuple[int, ...], rulebook: Rulebook, now: datetime
) -> NextMove:
    left = (appointment.starts_at - now) / AN_HOUR
    due = [hours for hours in windows if hours >= left]
    if due and not _has_reminded(appointment, due[-1]):
        return ReminderDue(due[-1], "second_reminder" if appointment.reminded else "first_reminder")
    if _is_gap(appointment, windows, rulebook, now):
        return GapAlert()
    return NOTHING_DUE


def _has_reminded(appointment: Appointment, hours: int) -> bool:
    """Return True if the reminder of so many hours before, or a later one, was decided."""
    return bool(appointment.reminded) and min(appointment.reminded) <= hours


def _is_gap(
    appointment: Appointment, windows: tuple[int, ...], rulebook: Rulebook, now: datetime
) -> bool:
    """Return True if the time is close and the last reminder was not answered."""
    if not windows or appointment.alerted_at is not None:
        return False
    if not _has_reminded(appointment, windows[-1]):
        return False
    return now >= appointment.starts_at - rulebook.gap_alert_minutes * A_MINUTE


def next_at(appointment: Appointment, rulebook: Rulebook, now: datetime) -> datetime | None:
    """Return when the next action is due, to show at the desk; None if there is none."""
    if not _is_expected(appointment, now):
        return None
    return _next_window(appointment, windows_of(appointment, rulebook), rulebook, now)


def _next_window(
    appointment: Appointment, windows: tuple[int, ...], rulebook: Rulebook, now: datetime
) -> datetime | None:
    left = (appointment.starts_at - now) / A_MINUTE
    ahead = [60 * hours for hours in windows if 60 * hours < left]
    if windows and appointment.alerted_at is None and rulebook.gap_alert_minutes < left:
        ahead.append(rulebook.gap_alert_minutes)
    if not ahead:
        return None
    return appointment.starts_at - max(ahead) * A_MINUTE


def due_at(appointment: Appointment, rulebook: Rulebook, now: datetime) -> datetime | None:
    """Return when an action is due: now, or later; None if there is none."""
    if not _is_expected(appointment, now):
        return None
    windows = windows_of(appointment, rulebook)
    if _move_due(appointment, windows, rulebook, now) is not NOTHING_DUE:
        return now
    return _next_window(appointment, windows, rulebook, now)


def nearby(
    appointments: Iterable[Appointment], rulebook: Rulebook, until: datetime
) -> Iterator[tuple[Appointment, datetime]]:
    """Yield the appointments that may have a due action by then, with the earliest moment.

    Most appointments of a tick are far from their next reminder: this check is cheap.
    """
    ahead: dict[tuple[object, ...], timedelta] = {}
    for appointment in appointments:
        if appointment.status != "booked":
            continue
        alike = (appointment.service, appointment.reminded, appointment.remind_at)
        if alike not in ahead:
            ahead[alike] = _longest_ahead(
                schedule_of(appointment, rulebook), appointment.reminded, rulebook.gap_alert_minutes
            )
        earliest = appointment.starts_at - ahead[alike]
        if earliest <= until:
            yield appointment, earliest


@lru_cache(maxsize=256)
def _longest_ahead(
    hours: tuple[int, ...], reminded: tuple[int, ...], gap_alert_minutes: int
) -> timedelta:
    """Return how long before its time the next action can be due at the earliest."""
    left = [before * AN_HOUR for before in hours if not reminded or before < min(reminded)]
    return max([*left, gap_alert_minutes * A_MINUTE])


def lookahead(rulebook: Rulebook) -> timedelta:
    """Return how far ahead the tick has to look: to the earliest reminder of any service.

    Also to the earliest reminder that one appointment may have of its own.
    """
    hours = [EARLIEST_OVERRULED]
    for service in rulebook.services:
        hours += service.remind_at_hours
    return max(hours) * AN_HOUR
