"""The day schedule: busy times of one day, and conflicts between them."""

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from itertools import chain
from typing import Any

from fullhouse.kernel.decisions import Change, create, if_unchanged, update
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.appointments.model import (
    Appointment,
    BusyTime,
    DaySchedule,
    TakenBy,
)
from fullhouse.products.frontdesk.shared.opening_hours import absences
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, normalized_name

A_DAY = timedelta(days=1)
Absence = tuple[str, datetime, datetime]


def day_of(starts_at: datetime, rulebook: Rulebook) -> str:
    """Return the day in whose schedule a time stands."""
    return wall_time(starts_at, rulebook.zone).date().isoformat()


def days_between(begins: datetime, ends: datetime, rulebook: Rulebook) -> tuple[date, ...]:
    """Return the days on which a time begins and ends; none is longer than a day."""
    first, last = (wall_time(moment, rulebook.zone).date() for moment in (begins, ends))
    return (first,) if first == last else (first, last)


def days_near(starts_at: datetime, rulebook: Rulebook) -> tuple[str, str]:
    """Return the days before and after.

    A time that reaches past midnight, or was stored in another zone, stands there.
    """
    day = wall_time(starts_at, rulebook.zone).date()
    return (day - A_DAY).isoformat(), (day + A_DAY).isoformat()


def taken_by(appointment: Appointment, by: TakenBy = "appointment", name: str = "") -> BusyTime:
    """Return an appointment's busy time, or the same time as a hold for the slot it frees."""
    one = appointment
    return BusyTime(name or one.id, one.starts_at, one.minutes, one.staff, by, one.service)


def busy_times(books: Mapping[str, DaySchedule], but: str = "") -> tuple[BusyTime, ...]:
    """Return all busy times in these schedules, without one id."""
    times = chain.from_iterable(day.taken for day in books.values())
    return tuple(time for time in times if time.id != but)


def waiting_times(books: Mapping[str, DaySchedule], but: str = "") -> tuple[BusyTime, ...]:
    """Return the times of open slots without a live offer, without one id."""
    times = chain.from_iterable(day.waiting for day in books.values())
    return tuple(time for time in times if time.id != but)


def held_for_the_line(books: Mapping[str, DaySchedule], appointment: Appointment) -> str:
    """Return the slot that the appointment's own time became; empty if it is none, or ended."""
    own = taken_by(appointment)
    staff = normalized_name(own.staff)
    for time in (*busy_times(books), *waiting_times(books)):
        if time.id != appointment.frees or time.by != "slot":
            continue
        if overlap(time, own) and normalized_name(time.staff) == staff:
            return time.id
    return ""


def updated_day(
    day: DaySchedule | None, name: str, *fresh: BusyTime, without: Iterable[str] = ()
) -> Change[DaySchedule]:
    """Add busy times to a day's schedule, and remove others."""
    if day is None:
        return create(DaySchedule(id=name, taken=fresh, rev=1))
    gone = {*without, *(time.id for time in fresh)}
    sets: dict[str, Any] = {"taken": _replaced(day.taken, gone, fresh)}
    if any(time.id in gone for time in day.waiting):
        sets["waiting"] = _replaced(day.waiting, gone)
    return update(day, *if_unchanged(day, "rev"), **sets, rev=day.rev + 1)


def _replaced(
    times: tuple[BusyTime, ...], gone: Container[str], fresh: tuple[BusyTime, ...] = ()
) -> tuple[BusyTime, ...]:
    kept = [time for time in times if time.id not in gone]
    return tuple(sorted((*kept, *fresh), key=lambda time: (time.starts_at, time.id)))


def days_with_waiting(
    books: Mapping[str, DaySchedule], rulebook: Rulebook, slot: BusyTime
) -> tuple[Change[DaySchedule], ...]:
    """Write an open slot down as waiting, and free its time for bookings."""
    changes: list[Change[DaySchedule]] = []
    own, gone = day_of(slot.starts_at, rulebook), {slot.id}
    for name in sorted({own, *books}):
        day = books.get(name)
        if day is None:
            changes.append(create(DaySchedule(id=name, rev=1, waiting=(slot,))))
            continue
        sets: dict[str, Any] = {
            "taken": _replaced(day.taken, gone),
            "waiting": _replaced(day.waiting, gone, (slot,) if name == own else ()),
        }
        if (day.taken, day.waiting) != (sets["taken"], sets["waiting"]):
            changes.append(update(day, *if_unchanged(day, "rev"), **sets, rev=day.rev + 1))
    return tuple(changes)


def updated_days(
    books: Mapping[str, DaySchedule],
    rulebook: Rulebook,
    *fresh: BusyTime,
    without: Collection[str] = (),
) -> tuple[Change[DaySchedule], ...]:
    """Remove busy times from all schedules, and add each new one to its day."""
    added: dict[str, tuple[BusyTime, ...]] = {}
    for name, day in books.items():
        if any(time.id in without for time in (*day.taken, *day.waiting)):
            added[name] = ()
    for time in fresh:
        name = day_of(time.starts_at, rulebook)
        added[name] = (*added.get(name, ()), time)
    return tuple(
        updated_day(books.get(name), name, *added[name], without=without) for name in sorted(added)
    )


def conflict(taken: Sequence[BusyTime], wanted: BusyTime, rulebook: Rulebook) -> BusyTime | None:
    """Return a busy time that conflicts with the wanted one.

    That is one of the same staff member, or any one where all who work then are busy.
    """
    begins, ends = wanted.starts_at, wanted.ends_at
    others = [
        time
        for time in taken
        if time.starts_at < ends and begins < time.ends_at and time.id != wanted.id
    ]
    for time in others:
        if _same_staff(time, wanted, rulebook):
            return time
    if not others:
        return None
    return _fullest(others, wanted, rulebook)


def busiest(taken: Iterable[BusyTime]) -> dict[str, list[BusyTime]]:
    """Return for each id the other busy times that overlap it, earliest first."""
    beside: dict[str, list[BusyTime]] = {}
    lasting: list[tuple[datetime, BusyTime]] = []
    for time in sorted(taken, key=lambda busy: (busy.starts_at, busy.id)):
        lasting = [(ends_at, other) for ends_at, other in lasting if ends_at > time.starts_at]
        beside[time.id] = [other for _, other in lasting]
        for _, other in lasting:
            beside[other.id].append(time)
        lasting.append((time.ends_at, time))
    return beside


def overlap(one: BusyTime, other: BusyTime) -> bool:
    """Return True if two times overlap."""
    return one.starts_at < other.ends_at and other.starts_at < one.ends_at


def absences_beside(wanted: BusyTime, rulebook: Rulebook) -> list[Absence]:
    """Return when staff are away, but for the one whom a wanted time names: they are there."""
    if not rulebook.staff_hours:
        return []
    days = days_between(wanted.starts_at, wanted.ends_at, rulebook)
    found = [
        (normalized_name(staff), begins, ends) for staff, begins, ends in absences(rulebook, days)
    ]
    return [one for one in found if one[0] != normalized_name(wanted.staff)]


def _same_staff(time: BusyTime, other: BusyTime, rulebook: Rulebook) -> bool:
    """Return True if both need the same staff member, or the only place."""
    if rulebook.chairs == 1 and not rulebook.staff:
        return True
    return bool(time.staff) and normalized_name(time.staff) == normalized_name(other.staff)


def _fullest(others: Sequence[BusyTime], wanted: BusyTime, rulebook: Rulebook) -> BusyTime | None:
    """Return a busy time at a moment of the wanted time when all who work are busy."""
    away = absences_beside(wanted, rulebook)
    begins = [*(time.starts_at for time in others), *(begins for _, begins, _ in away)]
    later = [moment for moment in begins if wanted.starts_at < moment < wanted.ends_at]
    for moment in (wanted.starts_at, *later):
        busy = [time for time in others if time.starts_at <= moment < time.ends_at]
        if busy and len(busy) + _missing(away, busy, moment) >= rulebook.chairs:
            return busy[0]
    return None


def _missing(away: Sequence[Absence], busy: Sequence[BusyTime], moment: datetime) -> int:
    """Count the staff who are away at a moment and not booked nevertheless."""
    named = {normalized_name(time.staff) for time in busy}
    missing = [staff for staff, begins, ends in away if begins <= moment < ends]
    return sum(staff not in named for staff in missing)
