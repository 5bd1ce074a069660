"""Opening hours of a business, hours of its staff, and when customers may be written to."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta

from fullhouse.kernel.times import instant, time_of_day, wall_time
from fullhouse.products.frontdesk.shared.holidays import Holidays, is_holiday
from fullhouse.products.frontdesk.shared.rulebook.model import Hours, Rulebook

MIDNIGHT = time_of_day("00:00")
A_DAY = timedelta(days=1)
LONGEST_CLOSED = 400


def is_closed(rulebook: Rulebook, holidays: Holidays | None, day: date) -> bool:
    """Return True on a closed day of the business or a public holiday that it observes."""
    if any(closed.covers(day) for closed in rulebook.closed):
        return True
    return bool(rulebook.holidays_of) and is_holiday(holidays, day)


def is_shut_on_day_of(rulebook: Rulebook, holidays: Holidays | None, moment: datetime) -> bool:
    """Return True if the business is closed all day, by its rules, on the day of a moment.

    Without opening hours every weekday is open.
    """
    day = wall_time(moment, rulebook.zone).date()
    if is_closed(rulebook, holidays, day):
        return True
    weekdays = {hours.day for hours in rulebook.opening_hours}
    return bool(weekdays) and day.weekday() not in weekdays


def open_on(
    rulebook: Rulebook, holidays: Holidays | None, day: date
) -> tuple[tuple[datetime, datetime], ...]:
    """Return the opening hours of a day in wall time; hours past midnight end at midnight."""
    if is_closed(rulebook, holidays, day):
        return ()
    spans = []
    for hours in rulebook.opening_hours:
        if hours.day != day.weekday():
            continue
        opens = datetime.combine(day, time_of_day(hours.opens), tzinfo=None)
        closes = datetime.combine(day, time_of_day(hours.closes), tzinfo=None)
        if closes <= opens:
            closes = datetime.combine(day, MIDNIGHT, tzinfo=None) + A_DAY
        spans.append((opens, closes))
    return tuple(sorted(spans))


def absences(rulebook: Rulebook, days: Sequence[date]) -> Iterator[tuple[str, datetime, datetime]]:
    """Yield from when to when staff with hours of their own do not work on these days."""
    for own in rulebook.staff_hours:
        for day in days:
            for begins, ends in _off_hours(own.hours, day, rulebook.zone):
                yield own.staff, begins, ends


def _off_hours(hours: Sequence[Hours], day: date, zone: str) -> Iterator[tuple[datetime, datetime]]:
    begins = instant(datetime.combine(day, MIDNIGHT, tzinfo=None), zone)
    for own in hours:
        if own.day != day.weekday():
            continue
        opens = instant(datetime.combine(day, time_of_day(own.opens), tzinfo=None), zone)
        if begins < opens:
            yield begins, opens
        begins = instant(datetime.combine(day, time_of_day(own.closes), tzinfo=None), zone)
    yield begins, instant(datetime.combine(day + A_DAY, MIDNIGHT, tzinfo=None), zone)


def next_open_minute(rulebook: Rulebook, holidays: Holidays | None, moment: datetime) -> datetime:
    """Return the moment itself, or the next one outside quiet hours and closed days."""
    for _ in range(LONGEST_CLOSED):
        moment = rulebook.quiet_hours.next_open(moment, rulebook.zone)
        wall = wall_time(moment, rulebook.zone)
        if not is_closed(rulebook, holidays, wall.date()):
            return moment
        moment = instant(
            datetime.combine(wall.date(), MIDNIGHT, tzinfo=None) + A_DAY, rulebook.zone
        )
    return moment
