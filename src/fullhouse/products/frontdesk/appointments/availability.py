"""Free times: inside opening hours, on no closed day, and not booked."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from itertools import chain

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
    """A free time and the staff member who has it."""

    starts_at: datetime
    staff: str


class TimeRequest(msgspec.Struct, frozen=True):
    """A request for a free time: the appointment, its duration, a staff member if named."""

    id: str
    minutes: int
    staff: str = ""


def wanted_by(appointment: Appointment) -> TimeRequest:
    """Return the request for another time of an appointment."""
    return TimeRequest(appointment.id, appointment.minutes, appointment.staff)


def books_for(first: date, last: date) -> Days:
    """Return the query for the day schedules that free times in a span of dates need.

    It includes the days around the span: an appointment may reach past midnight.
    """
    return Days((first - A_DAY).isoformat(), (last + A_DAY).isoformat())


def free_times(
    days: Sequence[DaySchedule],
    wanted: TimeRequest,
    rulebook: Rulebook,
    holidays: Holidays | None,
    now: datetime,
    span: tuple[date, date],
) -> tuple[FreeTime, ...]:
    """Return the free times from one date to another, both included, every 15 minutes."""
    taken = chain.from_iterable(day.taken for day in days)
    calendars = _calendars(taken, wanted, rulebook)
    soonest, farthest = _bounds(rulebook, now)
    first, last = span
    found: list[FreeTime] = []
    for number in range((last - first).days + 1):
        day = first + timedelta(days=number)
        for at in _starts(day, wanted.minutes, rulebook, holidays):
            if not soonest <= at <= farthest:
                continue
            staff = _first_free(calendars, at, wanted.minutes)
            if staff is not None:
                found.append(FreeTime(at, staff))
    return tuple(found)


def _bounds(rulebook: Rulebook, now: datetime) -> tuple[datetime, datetime]:
    """Return the earliest and the latest time that can be picked."""
    return now + timedelta(minutes=rulebook.cut_off_minutes), now + FARTHEST_PICK


def _starts(
    day: date, minutes: int, rulebook: Rulebook, holidays: Holidays | None
) -> Iterator[datetime]:
    """Yield every start on a day that leaves enough time: in wall time, 15 minutes apart."""
    length = timedelta(minutes=minutes)
    for opens, closes in open_on(rulebook, holidays, day):
        first, ends_at = instant(opens, rulebook.zone), instant(closes, rulebook.zone)
        steady = ends_at - first == closes - opens
        for number in range(-((opens - closes) // STEP)):
            wall = opens + number * STEP
            starts_at = first + number * STEP
            if not steady:
                starts_at = instant(wall, rulebook.zone)
                # When clocks go forward, an hour of wall time does not exist.
                if wall_time(starts_at, rulebook.zone) != wall:
                    continue
            if starts_at + length <= ends_at:
                yield starts_at


class StaffBusyTimes(msgspec.Struct, frozen=True):
    """Busy intervals of one staff member: sorted, disjoint, in epoch seconds."""

    staff: str
    begins: tuple[float, ...]
    ends: tuple[float, ...]

    def is_free(self, begins: float, ends: float) -> bool:
        """Return True if the interval is free."""
        last = bisect_left(self.begins, ends) - 1
        return last < 0 or self.ends[last] <= begins


def _calendars(
    taken: Iterable[BusyTime], wanted: TimeRequest, rulebook: Rulebook
) -> tuple[StaffBusyTimes, ...]:
    """Return the busy times of each staff member who may take the request.

    While as many are booked as there are staff members, all of them are busy.
    """
    busy: dict[str, list[Span]] = {}
    for time in taken:
        if time.id != wanted.id:
            begins = time.starts_at.timestamp()
            busy.setdefault(time.staff, []).append((begins, begins + SECONDS * time.minutes))
    everyone = list(chain.from_iterable(busy.values()))
    if not rulebook.staff:
        return (_merged("", everyone),)
    full = tuple(_full(everyone, len(rulebook.staff)))
    member = rulebook.staff_member(wanted.staff)
    members = (member,) if member else rulebook.staff
    return tuple(_merged(staff, [*_spans_of(staff, busy), *full]) for staff in members)


def _spans_of(staff: str, busy: dict[str, list[Span]]) -> Iterator[Span]:
    """Yield the busy spans of a staff member, ignoring case and spacing of the name."""
    wanted = normalized_name(staff)
    for name, spans in busy.items():
        if normalized_name(name) == wanted:
            yield from spans


def _merged(staff: str, busy: list[Span]) -> StaffBusyTimes:
    """Merge spans that overlap or touch."""
    begins: list[float] = []
    ends: list[float] = []
    for begin, end in sorted(busy):
        if ends and begin <= ends[-1]:
            ends[-1] = max(ends[-1], end)
        else:
            begins.append(begin)
            ends.append(end)
    return StaffBusyTimes(staff, tuple(begins), tuple(ends))


def _full(spans: list[Span], staff: int) -> Iterator[Span]:
    """Yield the spans in which as many are booked as there are staff members."""
    begins, ends = sorted(begin for begin, _ in spans), sorted(end for _, end in spans)
    # From the begin of one booking until enough earlier ones have ended, all staff are busy.
    for number in range(staff - 1, len(begins)):
        end = ends[number - staff + 1]
        if begins[number] < end:
            yield begins[number], end


def _first_free(
    calendars: Sequence[StaffBusyTimes], starts_at: datetime, minutes: int
) -> str | None:
    begins = starts_at.timestamp()
    ends = begins + SECONDS * minutes
    return next((busy.staff for busy in calendars if busy.is_free(begins, ends)), None)


def find_staff(
    taken: Iterable[BusyTime], wanted: TimeRequest, starts_at: datetime, rulebook: Rulebook
) -> str | None:
    """Return who is free: the requested staff member, else the first one; None if nobody is.

    Empty where the rules name no staff.
    """
    return _first_free(_calendars(taken, wanted, rulebook), starts_at, wanted.minutes)


def can_be_picked(
    wanted: TimeRequest,
    starts_at: datetime,
    rulebook: Rulebook,
    holidays: Holidays | None,
    now: datetime,
) -> bool:
    """Return True if a time would be offered while it is not booked."""
    day = wall_time(starts_at, rulebook.zone).date()
    soonest, farthest = _bounds(rulebook, now)
    if not soonest <= starts_at <= farthest:
        return False
    return starts_at in _starts(day, wanted.minutes, rulebook, holidays)
