"""Times that are really free: inside opening hours, on no closed day, and nobody else's."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta

import msgspec

from fullhouse.kernel.holidays import Holidays
from fullhouse.kernel.opening import open_on
from fullhouse.kernel.rulebook import Rulebook
from fullhouse.kernel.times import instant, wall_time
from fullhouse.products.appointments.books import clash
from fullhouse.products.appointments.model import Appointment, Day, Taken

STEP = timedelta(minutes=15)
FARTHEST_PICK = timedelta(days=60)


class FreeTime(msgspec.Struct, frozen=True):
    """A time that can be had, and with whom."""

    starts_at: datetime
    staff: str


class Wanted(msgspec.Struct, frozen=True):
    """What a free time has to be good for: whose it will be, how long it takes, and with whom, if that matters."""

    id: str
    minutes: int
    staff: str = ""


def wanted_by(appointment: Appointment) -> Wanted:
    """Say what another time has to be good for."""
    return Wanted(appointment.id, appointment.minutes, appointment.staff)


def free_times(
    days: Sequence[Day],
    wanted: Wanted,
    rulebook: Rulebook,
    holidays: Holidays | None,
    now: datetime,
    span: tuple[date, date],
) -> tuple[FreeTime, ...]:
    """List what is free from one date to another, both included: every quarter of an hour, the earliest first."""
    books = {one.id: one.taken for one in days}
    found: list[FreeTime] = []
    first, last = span
    for number in range((last - first).days + 1):
        day = first + timedelta(days=number)
        found += _free_on(day, books.get(day.isoformat(), ()), wanted, rulebook, holidays, now)
    return tuple(found)


def _free_on(
    day: date, taken: Sequence[Taken], wanted: Wanted, rulebook: Rulebook, holidays: Holidays | None, now: datetime
) -> Iterator[FreeTime]:
    for starts_at in _starts(day, wanted.minutes, rulebook, holidays):
        if not _is_in_time(starts_at, rulebook, now):
            continue
        staff = someone_free(taken, wanted, starts_at, rulebook)
        if staff is not None:
            yield FreeTime(starts_at, staff)


def _starts(day: date, minutes: int, rulebook: Rulebook, holidays: Holidays | None) -> Iterator[datetime]:
    length = timedelta(minutes=minutes)
    for opens, closes in open_on(rulebook, holidays, day):
        wall = opens
        while wall + length <= closes:
            starts_at = instant(wall, rulebook.zone)
            if wall_time(starts_at, rulebook.zone) == wall:
                yield starts_at
            wall += STEP


def _is_in_time(starts_at: datetime, rulebook: Rulebook, now: datetime) -> bool:
    return now + timedelta(minutes=rulebook.cut_off_minutes) <= starts_at <= now + FARTHEST_PICK


def someone_free(taken: Sequence[Taken], wanted: Wanted, starts_at: datetime, rulebook: Rulebook) -> str | None:
    """Say who is free at a time: whoever is wanted, else the first of the staff; empty where nobody is named."""
    choices = (wanted.staff,) if wanted.staff or not rulebook.staff else rulebook.staff
    for staff in choices:
        if clash(taken, Taken(wanted.id, starts_at, wanted.minutes, staff), rulebook) is None:
            return staff
    return None


def is_free(
    day: Day | None, wanted: Wanted, starts_at: datetime, rulebook: Rulebook, holidays: Holidays | None, now: datetime
) -> bool:
    """Say whether a picked time can be had: it is one of those that could have been offered, and nobody's yet."""
    wall = wall_time(starts_at, rulebook.zone)
    offered = starts_at in set(_starts(wall.date(), wanted.minutes, rulebook, holidays))
    taken = day.taken if day is not None else ()
    return (
        offered
        and _is_in_time(starts_at, rulebook, now)
        and someone_free(taken, wanted, starts_at, rulebook) is not None
    )
