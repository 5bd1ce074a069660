"""The day's book: what is taken, by whom, and whether a time is really free."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta

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
    """Name the day in whose book a time stands."""
    return wall_time(starts_at, rulebook.zone).date().isoformat()


def days_near(starts_at: datetime, rulebook: Rulebook) -> tuple[str, str]:
    """Name the days beside it: what reaches past midnight, or was written by other clocks, stands there."""
    day = wall_time(starts_at, rulebook.zone).date()
    return (day - A_DAY).isoformat(), (day + A_DAY).isoformat()


def taken_by(appointment: Appointment, by: TakenBy = "appointment", name: str = "") -> BusyTime:
    """Write an appointment's time as it stands in the book; or the same time for the slot that it frees."""
    return BusyTime(
        name or appointment.id, appointment.starts_at, appointment.minutes, appointment.staff, by
    )


def busy_times(books: Mapping[str, DaySchedule], but: str = "") -> tuple[BusyTime, ...]:
    """List what is taken in some days' books, but for one."""
    return tuple(one for day in books.values() for one in day.taken if one.id != but)


def held_for_the_line(books: Mapping[str, DaySchedule], appointment: Appointment) -> str:
    """Name the slot that an appointment's own time became, if its chair is still held for it; empty if it is not."""
    own = taken_by(appointment)
    held = (one for one in busy_times(books) if one.id == appointment.frees and one.by == "slot")
    mine = (
        one.id
        for one in held
        if _overlap(one, own) and normalized_name(one.staff) == normalized_name(own.staff)
    )
    return next(mine, "")


def updated_day(
    day: DaySchedule | None, name: str, *fresh: BusyTime, without: Iterable[str] = ()
) -> Change[DaySchedule]:
    """Write what is taken into a day's book, and strike out what no longer is."""
    gone = {*without, *(one.id for one in fresh)}
    if day is None:
        return create(DaySchedule(id=name, taken=fresh, rev=1))
    kept = tuple(one for one in day.taken if one.id not in gone)
    taken = tuple(sorted((*kept, *fresh), key=lambda one: (one.starts_at, one.id)))
    return update(day, *if_unchanged(day, "rev"), taken=taken, rev=day.rev + 1)


def updated_days(
    books: Mapping[str, DaySchedule],
    rulebook: Rulebook,
    *fresh: BusyTime,
    without: Collection[str] = (),
) -> tuple[Change[DaySchedule], ...]:
    """Strike something out wherever it stands, and write each that is fresh into its own day's book."""
    stood = {name for name, day in books.items() if any(one.id in without for one in day.taken)}
    into: dict[str, tuple[BusyTime, ...]] = {}
    for one in fresh:
        name = day_of(one.starts_at, rulebook)
        into[name] = (*into.get(name, ()), one)
    return tuple(
        updated_day(books.get(name), name, *into.get(name, ()), without=without)
        for name in sorted(stood | into.keys())
    )


def conflict(taken: Sequence[BusyTime], wanted: BusyTime, rulebook: Rulebook) -> BusyTime | None:
    """Find what stands in the way of a time: the same person's chair, or as many bookings as there are chairs."""
    begins, ends = wanted.starts_at, wanted.ends_at
    others = [
        one
        for one in taken
        if one.starts_at < ends and begins < one.ends_at and one.id != wanted.id
    ]
    own = next((one for one in others if _same_chair(one, wanted, rulebook)), None)
    return own or (_fullest(others, wanted, len(rulebook.staff)) if others else None)


def busiest(taken: Iterable[BusyTime]) -> dict[str, list[BusyTime]]:
    """Find for each by its name what else is taken while it is, the earliest first, in one walk through the day."""
    beside: dict[str, list[BusyTime]] = {}
    lasting: list[tuple[datetime, BusyTime]] = []
    for one in sorted(taken, key=lambda each: (each.starts_at, each.id)):
        lasting = [(ends_at, other) for ends_at, other in lasting if ends_at > one.starts_at]
        beside[one.id] = [other for _, other in lasting]
        for _, other in lasting:
            beside[other.id].append(one)
        lasting.append((one.ends_at, one))
    return beside


def _overlap(one: BusyTime, other: BusyTime) -> bool:
    return one.starts_at < other.ends_at and other.starts_at < one.ends_at


def _same_chair(one: BusyTime, other: BusyTime, rulebook: Rulebook) -> bool:
    """Say whether two bookings need the same person: with nobody named in the rules there is one chair."""
    return not rulebook.staff or bool(
        one.staff and normalized_name(one.staff) == normalized_name(other.staff)
    )


def _fullest(others: Sequence[BusyTime], wanted: BusyTime, chairs: int) -> BusyTime | None:
    """Find a moment at which every chair is taken, by whomever."""
    moments = [
        wanted.starts_at,
        *(one.starts_at for one in others if one.starts_at > wanted.starts_at),
    ]
    for moment in moments:
        there = [one for one in others if one.starts_at <= moment < one.ends_at]
        if len(there) >= chairs:
            return there[0]
    return None
