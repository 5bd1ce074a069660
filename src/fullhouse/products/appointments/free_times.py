"""Times that are really free: inside opening hours, on no closed day, and nobody else's."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta

import msgspec

from fullhouse.kernel.holidays import Holidays
from fullhouse.kernel.opening import open_on
from fullhouse.kernel.rulebook import Rulebook, known_as
from fullhouse.kernel.times import instant, wall_time
from fullhouse.products.appointments.model import Appointment, Day, Days, Taken

STEP = timedelta(minutes=15)
A_DAY = timedelta(days=1)
FARTHEST_PICK = timedelta(days=60)
Span = tuple[datetime, datetime]


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


def books_for(first: date, last: date) -> Days:
    """Ask for the books that free times from one date to another depend on: what reaches past midnight, too."""
    return Days((first - A_DAY).isoformat(), (last + A_DAY).isoformat())


def free_times(
    days: Sequence[Day],
    wanted: Wanted,
    rulebook: Rulebook,
    holidays: Holidays | None,
    now: datetime,
    span: tuple[date, date],
) -> tuple[FreeTime, ...]:
    """List what is free from one date to another, both included: every quarter of an hour, the earliest first."""
    chairs = _chairs((one for day in days for one in day.taken), wanted, rulebook)
    first, last = span
    dates = (first + timedelta(days=number) for number in range((last - first).days + 1))
    starts = (one for day in dates for one in _starts(day, wanted.minutes, rulebook, holidays))
    length = timedelta(minutes=wanted.minutes)
    found = ((at, _someone(chairs, at, at + length)) for at in starts if _is_in_time(at, rulebook, now))
    return tuple(FreeTime(at, staff) for at, staff in found if staff is not None)


def _starts(day: date, minutes: int, rulebook: Rulebook, holidays: Holidays | None) -> Iterator[datetime]:
    """List when something so long could begin on a day: by the wall, in whole quarters since opening."""
    length = timedelta(minutes=minutes)
    for opens, closes in open_on(rulebook, holidays, day):
        wall, ends_at = opens, instant(closes, rulebook.zone)
        while wall < closes:
            starts_at = instant(wall, rulebook.zone)
            # When clocks go forward an hour is on no wall; what is booked takes its time by any clock.
            if starts_at + length <= ends_at and wall_time(starts_at, rulebook.zone) == wall:
                yield starts_at
            wall += STEP


def _is_in_time(starts_at: datetime, rulebook: Rulebook, now: datetime) -> bool:
    return now + timedelta(minutes=rulebook.cut_off_minutes) <= starts_at <= now + FARTHEST_PICK


class Chair(msgspec.Struct, frozen=True):
    """When someone has no time: spans that do not touch, in order, as their beginnings and their ends."""

    staff: str
    begins: tuple[datetime, ...]
    ends: tuple[datetime, ...]

    def is_free(self, starts_at: datetime, ends_at: datetime) -> bool:
        """Say whether nothing stands in the way from one moment to another."""
        last = bisect_left(self.begins, ends_at) - 1
        return last < 0 or self.ends[last] <= starts_at


def _chairs(taken: Iterable[Taken], wanted: Wanted, rulebook: Rulebook) -> tuple[Chair, ...]:
    """Sort what is taken by whom it keeps busy. Where every chair is taken by somebody, nobody has time."""
    others = [(one.starts_at, one.ends_at, one.staff) for one in taken if one.id != wanted.id]
    if not rulebook.staff:
        return (_chair("", [(begins, ends) for begins, ends, _ in others]),)
    names = {staff: known_as(staff) for staff in {staff for _, _, staff in others}}
    busy: dict[str, list[Span]] = {}
    for begins, ends, staff in others:
        busy.setdefault(names[staff], []).append((begins, ends))
    full = _full([(begins, ends) for begins, ends, _ in others], len(rulebook.staff))
    member = rulebook.staff_member(wanted.staff)
    asked = (member,) if member else rulebook.staff
    return tuple(_chair(staff, [*busy.get(known_as(staff), ()), *full]) for staff in asked)


def _chair(staff: str, busy: list[Span]) -> Chair:
    """Put together what overlaps or touches."""
    spans: list[Span] = []
    for begins, ends in sorted(busy):
        if spans and begins <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(spans[-1][1], ends))
        else:
            spans.append((begins, ends))
    return Chair(staff, tuple(begins for begins, _ in spans), tuple(ends for _, ends in spans))


def _full(spans: list[Span], chairs: int) -> Iterator[Span]:
    """List the spans in which as many are booked as there are chairs."""
    events = sorted([(begins, 1) for begins, _ in spans] + [(ends, -1) for _, ends in spans])
    there = 0
    since = None
    for at, more in events:
        there += more
        if there >= chairs and since is None:
            since = at
        elif there < chairs and since is not None:
            yield since, at
            since = None


def _someone(chairs: Sequence[Chair], starts_at: datetime, ends_at: datetime) -> str | None:
    return next((one.staff for one in chairs if one.is_free(starts_at, ends_at)), None)


def someone_free(taken: Iterable[Taken], wanted: Wanted, starts_at: datetime, rulebook: Rulebook) -> str | None:
    """Say who is free at a time: whoever is wanted, else the first of the staff; empty where nobody is named."""
    length = timedelta(minutes=wanted.minutes)
    return _someone(_chairs(taken, wanted, rulebook), starts_at, starts_at + length)


def picked(
    taken: Iterable[Taken],
    wanted: Wanted,
    starts_at: datetime,
    rulebook: Rulebook,
    holidays: Holidays | None,
    now: datetime,
) -> str | None:
    """Say with whom a picked time can be had, if it is one that could have been offered; None if it cannot."""
    day = wall_time(starts_at, rulebook.zone).date()
    offered = starts_at in _starts(day, wanted.minutes, rulebook, holidays)
    in_time = offered and _is_in_time(starts_at, rulebook, now)
    return someone_free(taken, wanted, starts_at, rulebook) if in_time else None
