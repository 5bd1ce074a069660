"""Opening hours of a business, and hours at which customers may be written to."""

from datetime import date, datetime, timedelta

from fullhouse.kernel.times import instant, time_of_day, wall_time
from fullhouse.products.frontdesk.shared.holidays import Holidays, is_holiday
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

MIDNIGHT = time_of_day("00:00")
A_DAY = timedelta(days=1)
LONGEST_CLOSED = 400


def is_closed(rulebook: Rulebook, holidays: Holidays | None, day: date) -> bool:
    """Return True on a closed day of the business or a public holiday that it observes."""
    if any(closed.covers(day) for closed in rulebook.closed):
        return True
    return bool(rulebook.holidays_of) and is_holiday(holidays, day)


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
