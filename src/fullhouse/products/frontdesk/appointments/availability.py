"""Times that are really free: inside opening hours, on no closed day, and nobody else's."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta

import msgspec

from fullhouse.kernel.times import instant, wall_time
from fullhouse.products.frontdesk.appointments.model import Appointment, BusyTime, Days, DaySchedule
from fullhouse.products.frontdesk.shared.holidays import Holidays
from fullhouse.products.frontdesk.shared.opening_hours import open_on
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, normalized_name

STEP = timedelta(minutes=15)
A_DAY = timedelta(days=1)
FARTHEST_PICK = timedelta(days=60)
SECONDS = 60
Span = tuple[float, float]


class FreeTime(msgspec.Struct, frozen=True):
    """A time that can be had, and with whom."""

    starts_at: datetime
    staff: str


class TimeRequest(msgspec.Struct, frozen=True):
    """What a free time has to be good for: whose it will be, how long it takes, and with whom, if that matters."""

    id: str
    minutes: int
    staff: str = ""


def wanted_by(appointment: Appointment) -> TimeRequest:
    """Say what another time has to be good for."""
    return TimeRequest(appointment.id, appointment.minutes, appointment.staff)


def books_for(first: date, last: date) -> Days:
    """Ask for the books that free times from one date to another depend on: what reaches past midnight, too."""
    return Days((first - A_DAY).isoformat(), (last + A_DAY).isoformat())


def free_times(
    days: Sequence[DaySchedule],
    wanted: TimeRequest,
    rulebook: Rulebook,
    holidays: Holidays | None,
    now: datetime,
    span: tuple[date, date],
) -> tuple[FreeTime, ...]:
    """List what is free from one date to another, both included: every quarter of an hour, the earliest first."""
    chairs = _chairs((one for day in days for one in day.taken), wanted, rulebook)
    soonest, farthest = _bounds(rulebook, now)
    first, last = span
    dates = (first + timedelta(days=number) for number in range((last - first).days + 1))
    starts = (one for day in dates for one in _starts(day, wanted.minutes, rulebook, holidays))
    found = (
        (at, _someone(chairs, at, wanted.minutes)) for at in starts if soonest <= at <= farthest
    )
    return tuple(FreeTime(at, staff) for at, staff in found if staff is not None)


def _bounds(rulebook: Rulebook, now: datetime) -> tuple[datetime, datetime]:
    """Say from when to when a time can be picked."""
    return now + timedelta(minutes=rulebook.cut_off_minutes), now + FARTHEST_PICK


def _starts(
    day: date, minutes: int, rulebook: Rulebook, holidays: Holidays | None
) -> Iterator[datetime]:
    """List when something so long could begin on a day: by the wall, in whole quarters since opening."""
    length = timedelta(minutes=minutes)
    for opens, closes in open_on(rulebook, holidays, day):
        first, ends_at = instant(opens, rulebook.zone), instant(closes, rulebook.zone)
        steady = ends_at - first == closes - opens
        for number in range(-((opens - closes) // STEP)):
            wall = opens + number * STEP
            starts_at = first + number * STEP if steady else instant(wall, rulebook.zone)
            # When clocks go forward an hour is on no wall; what is booked takes its time by any clock.
            if starts_at + length <= ends_at and (
                steady or wall_time(starts_at, rulebook.zone) == wall
            ):
                yield starts_at


class StaffBusyTimes(msgspec.Struct, frozen=True):
    """When someone has no time: spans that do not touch, in order, as their beginnings and their ends in seconds."""

    staff: str
    begins: tuple[float, ...]
    ends: tuple[float, ...]

    def is_free(self, begins: float, ends: float) -> bool:
        """Say whether nothing stands in the way from one second to another."""
        last = bisect_left(self.begins, ends) - 1
        return last < 0 or self.ends[last] <= begins


def _chairs(
    taken: Iterable[BusyTime], wanted: TimeRequest, rulebook: Rulebook
) -> tuple[StaffBusyTimes, ...]:
    """Sort what is taken by whom it keeps busy. Where every chair is taken by somebody, nobody has time."""
    busy: dict[str, list[Span]] = {}
    for one in taken:
        if one.id != wanted.id:
            begins = one.starts_at.timestamp()
            busy.setdefault(one.staff, []).append((begins, begins + SECONDS * one.minutes))
    everyone = [span for spans in busy.values() for span in spans]
    if not rulebook.staff:
        return (_chair("", everyone),)
    full = tuple(_full(everyone, len(rulebook.staff)))
    member = rulebook.staff_member(wanted.staff)
    return tuple(
        _chair(staff, [*_theirs(staff, busy), *full])
        for staff in ((member,) if member else rulebook.staff)
    )


def _theirs(staff: str, busy: dict[str, list[Span]]) -> Iterator[Span]:
    """List what keeps someone busy, however their name is written."""
    return (
        span
        for name, spans in busy.items()
        if normalized_name(name) == normalized_name(staff)
        for span in spans
    )


def _chair(staff: str, busy: list[Span]) -> StaffBusyTimes:
    """Put together what overlaps or touches."""
    begins: list[float] = []
    ends: list[float] = []
    for begin, end in sorted(busy):
        if ends and begin <= ends[-1]:
            ends[-1] = max(ends[-1], end)
        else:
            begins.append(begin)
            ends.append(end)
    return StaffBusyTimes(staff, tuple(begins), tuple(ends))


def _full(spans: list[Span], chairs: int) -> Iterator[Span]:
    """List the spans in which as many are booked as there are chairs."""
    begins, ends = sorted(begin for begin, _ in spans), sorted(end for _, end in spans)
    # Once the last so many have begun and fewer have ended, every chair is taken until one of them ends.
    for number in range(chairs - 1, len(begins)):
        end = ends[number - chairs + 1]
        if begins[number] < end:
            yield begins[number], end


def _someone(chairs: Sequence[StaffBusyTimes], starts_at: datetime, minutes: int) -> str | None:
    begins = starts_at.timestamp()
    return next(
        (one.staff for one in chairs if one.is_free(begins, begins + SECONDS * minutes)), None
    )


def find_staff(
    taken: Iterable[BusyTime], wanted: TimeRequest, starts_at: datetime, rulebook: Rulebook
) -> str | None:
    """Say who is free at a time: whoever is wanted, else the first of the staff; empty where nobody is named."""
    return _someone(_chairs(taken, wanted, rulebook), starts_at, wanted.minutes)


def can_be_picked(
    wanted: TimeRequest,
    starts_at: datetime,
    rulebook: Rulebook,
    holidays: Holidays | None,
    now: datetime,
) -> bool:
    """Say whether a time is one that is offered while nobody has it."""
    day = wall_time(starts_at, rulebook.zone).date()
    soonest, farthest = _bounds(rulebook, now)
    return soonest <= starts_at <= farthest and starts_at in _starts(
        day, wanted.minutes, rulebook, holidays
    )
