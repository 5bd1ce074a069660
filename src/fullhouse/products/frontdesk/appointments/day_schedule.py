"""The day schedule: busy times of one day, and conflicts between them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import chain

from fullhouse.kernel.decisions import Change, create, if_unchanged, update
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.appointments.model import (
    Appointment,
    BusyTime,
    DaySchedule,
    TakenBy,
)
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, normalized_name

A_DAY = timedelta(days=1)


def day_of(starts_at: datetime, rulebook: Rulebook) -> str:
    """Return the day in whose schedule a time stands."""
    return wall_time(starts_at, rulebook.zone).date().isoformat()


def days_near(starts_at: datetime, rulebook: Rulebook) -> tuple[str, str]:
    """Return the days before and after.

    A time that reaches past midnight, or was stored in another zone, stands there.
    """
    day = wall_time(starts_at, rulebook.zone).date()
    return (day - A_DAY).isoformat(), (day + A_DAY).isoformat()


def taken_by(appointment: Appointment, by: TakenBy = "appointment", name: str = "") -> BusyTime:
    """Return an appointment's busy time, or the same time as a hold for the slot it frees."""
    return BusyTime(
        name or appointment.id, appointment.starts_at, appointment.minutes, appointment.staff, by
    )


def busy_times(books: Mapping[str, DaySchedule], but: str = "") -> tuple[BusyTime, ...]:
    """Return all busy times in these schedules, without one id."""
    times = chain.from_iterable(day.taken for day in books.values())
    return tuple(time for time in times if time.id != but)


def held_for_the_line(books: Mapping[str, DaySchedule], appointment: Appointment) -> str:
    """Return the slot that holds the appointment's own time; empty if none does."""
    own = taken_by(appointment)
    staff = normalized_name(own.staff)
    for time in busy_times(books):
        if time.id != appointment.frees or time.by != "slot":
            continue
        if _overlap(time, own) and normalized_name(time.staff) == staff:
            return time.id
    return ""


def updated_day(
    day: DaySchedule | None, name: str, *fresh: BusyTime, without: Iterable[str] = ()
) -> Change[DaySchedule]:
    """Add busy times to a day's schedule, and remove others."""
    gone = {*without, *(time.id for time in fresh)}
    if day is None:
        return create(DaySchedule(id=name, taken=fresh, rev=1))
    kept = tuple(time for time in day.taken if time.id not in gone)
    taken = tuple(sorted((*kept, *fresh), key=lambda time: (time.starts_at, time.id)))
    return update(day, *if_unchanged(day, "rev"), taken=taken, rev=day.rev + 1)


def updated_days(
    books: Mapping[str, DaySchedule],
    rulebook: Rulebook,
    *fresh: BusyTime,
    without: Collection[str] = (),
) -> tuple[Change[DaySchedule], ...]:
    """Remove busy times from all schedules, and add each new one to its day."""
    added: dict[str, tuple[BusyTime, ...]] = {}
    for name, day in books.items():
        if any(time.id in without for time in day.taken):
            added[name] = ()
    for time in fresh:
        name = day_of(time.starts_at, rulebook)
        added[name] = (*added.get(name, ()), time)
    return tuple(
        updated_day(books.get(name), name, *added[name], without=without) for name in sorted(added)
    )


def conflict(taken: Sequence[BusyTime], wanted: BusyTime, rulebook: Rulebook) -> BusyTime | None:
    """Return a busy time that conflicts with the wanted one.

    That is one of the same staff member, or any one where all staff are busy.
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
    return _fullest(others, wanted, len(rulebook.staff))


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


def _overlap(one: BusyTime, other: BusyTime) -> bool:
    return one.starts_at < other.ends_at and other.starts_at < one.ends_at


def _same_staff(time: BusyTime, other: BusyTime, rulebook: Rulebook) -> bool:
    """Return True if both need the same staff member; without staff in the rules, always."""
    if not rulebook.staff:
        return True
    return bool(time.staff) and normalized_name(time.staff) == normalized_name(other.staff)


def _fullest(others: Sequence[BusyTime], wanted: BusyTime, staff: int) -> BusyTime | None:
    """Return a busy time at a moment of the wanted time when all staff are busy."""
    later = [time.starts_at for time in others if time.starts_at > wanted.starts_at]
    for moment in (wanted.starts_at, *later):
        busy = [time for time in others if time.starts_at <= moment < time.ends_at]
        if len(busy) >= staff:
            return busy[0]
    return None
