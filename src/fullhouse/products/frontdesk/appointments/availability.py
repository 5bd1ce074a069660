"""Free times: inside opening hours, on no closed day, and not booked.

What a customer picks also keeps to the hours of staff, the time between appointments and the daily
maximum. Staff may book as they like.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from itertools import chain

import msgspec

from fullhouse.kernel.times import instant, wall_time
from fullhouse.products.frontdesk.appointments.commands import BookPublicly
from fullhouse.products.frontdesk.appointments.day_schedule import days_between
from fullhouse.products.frontdesk.appointments.model import Appointment, BusyTime, Days, DaySchedule
from fullhouse.products.frontdesk.shared.holidays import Holidays
from fullhouse.products.frontdesk.shared.opening_hours import MIDNIGHT, absences, open_on
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, Service, normalized_name

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
    """A request for a free time: the appointment, its duration, a staff member if named.

    With `is_public` it is booked by anyone, with the notice and the horizon of the rules. Whoever
    asks `by_staff` needs no time between appointments, knows no maximum, and may name someone who
    is off.
    """

    id: str
    minutes: int
    staff: str = ""
    is_public: bool = False
    by_staff: bool = False
    service: str = ""


def wanted_by(appointment: Appointment) -> TimeRequest:
    """Return the request by staff for the time of an appointment."""
    one = appointment
    return TimeRequest(one.id, one.minutes, one.staff, by_staff=True, service=one.service)


def public_request(command: BookPublicly, service: Service) -> TimeRequest:
    """Return the request of anyone for a time at the public page."""
    return TimeRequest(
        command.appointment_id,
        service.minutes,
        command.staff,
        is_public=True,
        service=service.name,
    )


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
    taken = tuple(chain.from_iterable(day.taken for day in days))
    first, last = span
    dates = [first + timedelta(days=number) for number in range((last - first).days + 1)]
    calendars = _calendars(taken, wanted, rulebook, dates)
    soonest, farthest = bounds(wanted, rulebook, now)
    found: list[FreeTime] = []
    for day in dates:
        for at in _starts(day, wanted.minutes, rulebook, holidays):
            if not soonest <= at <= farthest:
                continue
            staff = _first_free(calendars, at, wanted.minutes)
            if staff is not None:
                found.append(FreeTime(at, staff))
    return tuple(found)


def bounds(wanted: TimeRequest, rulebook: Rulebook, now: datetime) -> tuple[datetime, datetime]:
    """Return the earliest and the latest time that can be picked.

    Who moves an appointment evades neither notice nor horizon of booking online.
    """
    rules = rulebook.public_booking
    notice, horizon = timedelta(minutes=rules.notice_minutes), timedelta(days=rules.horizon_days)
    if wanted.is_public:
        return now + notice, now + horizon
    cut_off = timedelta(minutes=rulebook.cut_off_minutes)
    if not rules.is_on:
        return now + cut_off, now + FARTHEST_PICK
    return now + max(cut_off, notice), now + min(FARTHEST_PICK, horizon)


def _starts(
    day: date, minutes: int, rulebook: Rulebook, holidays: Holidays | None
) -> Iterator[datetime]:
    """Yield every start on a day that leaves enough time: in wall time, 15 minutes apart."""
    length = timedelta(minutes=minutes)
    for opens, closes in open_on(rulebook, holidays, day):
        starts_at, ends_at = instant(opens, rulebook.zone), instant(closes, rulebook.zone)
        last = ends_at - length
        if ends_at - starts_at != closes - opens:
            walls = _starts_as_clocks_change(opens, closes, rulebook.zone)
            yield from (at for at in walls if at <= last)
            continue
        while starts_at <= last:
            yield starts_at
            starts_at += STEP


def _starts_as_clocks_change(opens: datetime, closes: datetime, zone: str) -> Iterator[datetime]:
    """Yield the starts in wall time that exist: when clocks go forward, an hour does not."""
    wall = opens
    while wall < closes:
        starts_at = instant(wall, zone)
        if wall_time(starts_at, zone) == wall:
            yield starts_at
        wall += STEP


class StaffBusyTimes(msgspec.Struct, frozen=True):
    """Busy intervals of one staff member: sorted, disjoint, in epoch seconds."""

    staff: str
    begins: tuple[float, ...]
    ends: tuple[float, ...]

    def is_free(self, begins: float, ends: float) -> bool:
        """Return True if the interval is free."""
        last = bisect_left(self.begins, ends) - 1
        return last < 0 or self.ends[last] <= begins

    def free_in(self, spans: Iterable[Span]) -> Iterator[Span]:
        """Yield the free parts of each span."""
        for begins, ends in spans:
            at = begins
            for number in range(bisect_right(self.ends, begins), bisect_left(self.begins, ends)):
                if at < self.begins[number]:
                    yield at, self.begins[number]
                at = self.ends[number]
            if at < ends:
                yield at, ends


def _calendars(
    taken: Sequence[BusyTime], wanted: TimeRequest, rulebook: Rulebook, days: Sequence[date]
) -> tuple[StaffBusyTimes, ...]:
    """Return the busy times of each staff member who may take the request on these days.

    While as many are booked as there are staff members at work, all of them are busy.
    """
    busy: dict[str, list[Span]] = {}
    for one in taken:
        if one.id != wanted.id:
            begins = one.starts_at.timestamp()
            busy.setdefault(one.staff, []).append((begins, begins + SECONDS * one.minutes))
    everyone = list(chain.from_iterable(busy.values()))
    margin = 0 if wanted.by_staff else SECONDS * rulebook.buffer_minutes
    counts = _bookings_a_day(taken, wanted, rulebook)
    if not rulebook.staff:
        full_days = _full_days(_limits("", wanted.service, rulebook), counts, rulebook, days)
        crowded = _crowded(_widened(everyone, margin), rulebook.chairs)
        return (_merged("", [*crowded, *full_days]),)
    away = _away(wanted, rulebook, days)
    full = _full(everyone, _missing(away, busy), rulebook.chairs)
    found: list[StaffBusyTimes] = []
    for staff in _candidates(wanted, rulebook):
        spans = _widened([*_spans_of(staff, busy), *full], margin)
        limits = _limits(staff, wanted.service, rulebook)
        full_days = _full_days(limits, counts, rulebook, days)
        found.append(_merged(staff, [*spans, *away.get(staff, ()), *full_days]))
    return tuple(found)


def _away(wanted: TimeRequest, rulebook: Rulebook, days: Sequence[date]) -> dict[str, list[Span]]:
    """Return when staff do not work; whom staff name for a time is there."""
    named = rulebook.staff_member(wanted.staff) if wanted.by_staff else ""
    found: dict[str, list[Span]] = {}
    for staff, begins, ends in absences(rulebook, days):
        if staff != named:
            found.setdefault(staff, []).append((begins.timestamp(), ends.timestamp()))
    return found


def _missing(away: dict[str, list[Span]], busy: dict[str, list[Span]]) -> list[Span]:
    """Return when staff who are away have no chair; whoever is booked nevertheless has one."""
    missing: list[Span] = []
    for staff, spans in away.items():
        missing += _merged(staff, list(_spans_of(staff, busy))).free_in(spans)
    return missing


def _candidates(wanted: TimeRequest, rulebook: Rulebook) -> tuple[str, ...]:
    """Return the staff members who may take a request: the one it names, else all."""
    member = rulebook.staff_member(wanted.staff)
    return (member,) if member else rulebook.staff


def _widened(spans: list[Span], margin: int) -> list[Span]:
    """Add the time between appointments on both sides of each span."""
    if not margin:
        return spans
    return [(begin - margin, end + margin) for begin, end in spans]


def _bookings_a_day(
    taken: Iterable[BusyTime], wanted: TimeRequest, rulebook: Rulebook
) -> Counter[tuple[str, date]]:
    """Count the bookings of each staff member and day, and those of all under an empty name.

    Those of services have a name of their own. Nothing is counted if there is no maximum.
    """
    counts: Counter[tuple[str, date]] = Counter()
    has_maximum = rulebook.daily_maximum or rulebook.service_maximum
    if wanted.by_staff or not has_maximum:
        return counts
    for one in taken:
        if one.id == wanted.id:
            continue
        day = wall_time(one.starts_at, rulebook.zone).date()
        counts["", day] += 1
        if one.staff:
            counts[normalized_name(one.staff), day] += 1
        counts[_of_service(one.service), day] += 1
    return counts


def _of_service(name: str) -> str:
    """Return the name under which the bookings of a service are counted."""
    return f"service:{normalized_name(name)}"


def _limits(staff: str, service: str, rulebook: Rulebook) -> dict[str, int]:
    """Return how many bookings a day has for all, a staff member and a service, where limited."""
    limits = {
        normalized_name(name): most for name, most in rulebook.daily_maximum if name in ("", staff)
    }
    for name, most in rulebook.service_maximum:
        if normalized_name(name) == normalized_name(service):
            limits[_of_service(name)] = most
    return limits


def _full_days(
    limits: dict[str, int],
    counts: Counter[tuple[str, date]],
    rulebook: Rulebook,
    days: Sequence[date],
) -> Iterator[Span]:
    """Yield the days on which a limit is reached.

    A staff member is there, though: what staff wrote down without a name may be theirs.
    """
    for day in days:
        if any(counts[name, day] >= most for name, most in limits.items()):
            yield _midnight(day, rulebook.zone), _midnight(day + A_DAY, rulebook.zone)


def _midnight(day: date, zone: str) -> float:
    return instant(datetime.combine(day, MIDNIGHT, tzinfo=None), zone).timestamp()


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


def _full(booked: list[Span], missing: list[Span], staff: int) -> list[Span]:
    """Return the spans in which as many are booked as there are staff members at work."""
    full = list(_crowded([*booked, *missing], staff))
    if not missing:
        return full
    # Where all are away and nobody is booked, there is nothing to keep time free from.
    idle = _merged("", list(_merged("", booked).free_in(full)))
    return list(idle.free_in(full))


def _crowded(spans: list[Span], most: int) -> Iterator[Span]:
    """Yield where so many spans overlap."""
    begins, ends = sorted(begin for begin, _ in spans), sorted(end for _, end in spans)
    # From the begin of one span until enough earlier ones have ended.
    for number in range(most - 1, len(begins)):
        end = ends[number - most + 1]
        if begins[number] < end:
            yield begins[number], end


def _first_free(
    calendars: Sequence[StaffBusyTimes], starts_at: datetime, minutes: int
) -> str | None:
    begins = starts_at.timestamp()
    ends = begins + SECONDS * minutes
    for busy in calendars:
        if busy.is_free(begins, ends):
            return busy.staff
    return None


def pick_staff(
    taken: Sequence[BusyTime], wanted: TimeRequest, starts_at: datetime, rulebook: Rulebook
) -> str | None:
    """Return who is free: the requested staff member, else the first one; None if nobody is.

    Empty where the rules name no staff.
    """
    ends_at = starts_at + timedelta(minutes=wanted.minutes)
    days = days_between(starts_at, ends_at, rulebook)
    return _first_free(_calendars(taken, wanted, rulebook, days), starts_at, wanted.minutes)


def pick_problem(
    wanted: TimeRequest,
    starts_at: datetime,
    rulebook: Rulebook,
    holidays: Holidays | None,
    now: datetime,
) -> str:
    """Return why a time would not be offered even if it is not booked; empty if it would."""
    soonest, farthest = bounds(wanted, rulebook, now)
    if starts_at < soonest:
        return "too_soon"
    if starts_at > farthest:
        return "too_far"
    day = wall_time(starts_at, rulebook.zone).date()
    if starts_at not in _starts(day, wanted.minutes, rulebook, holidays):
        return "closed"
    works = pick_staff((), wanted, starts_at, rulebook)
    return "closed" if works is None else ""


def can_be_picked(
    wanted: TimeRequest,
    starts_at: datetime,
    rulebook: Rulebook,
    holidays: Holidays | None,
    now: datetime,
) -> bool:
    """Return True if a time would be offered while it is not booked."""
    return not pick_problem(wanted, starts_at, rulebook, holidays, now)
