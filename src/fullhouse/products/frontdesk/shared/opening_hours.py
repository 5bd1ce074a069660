"""When a business is open, and when its customers may be written to."""

from datetime import date, datetime, timedelta

from fullhouse.kernel.times import instant, time_of_day, wall_time
from fullhouse.products.frontdesk.shared.holidays import Holidays, is_holiday
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

MIDNIGHT = time_of_day("00:00")
A_DAY = timedelta(days=1)
LONGEST_CLOSED = 400


def is_closed(rulebook: Rulebook, holidays: Holidays | None, day: date) -> bool:
    """Say whether it is one of the business's own closed days, or a public holiday that it keeps."""
    return any(one.covers(day) for one in rulebook.closed) or (
        bool(rulebook.holidays_of) and is_holiday(holidays, day)
    )


def open_on(
    rulebook: Rulebook, holidays: Holidays | None, day: date
) -> tuple[tuple[datetime, datetime], ...]:
    """Return from when to when it is open on a day, by the clock on the wall; hours past midnight end at midnight."""
    if is_closed(rulebook, holidays, day):
        return ()
    begin = datetime.combine(day, MIDNIGHT, tzinfo=None)
    spans = []
    for one in rulebook.opening_hours:
        if one.day == day.weekday():
            opens, closes = (
                datetime.combine(day, time_of_day(at), tzinfo=None)
                for at in (one.opens, one.closes)
            )
            spans.append((opens, closes if closes > opens else begin + A_DAY))
    return tuple(sorted(spans))


def next_open_minute(rulebook: Rulebook, holidays: Holidays | None, moment: datetime) -> datetime:
    """Return the moment itself, or when it is next neither night nor a closed day."""
    for _ in range(LONGEST_CLOSED):
        moment = rulebook.quiet_hours.next_open(moment, rulebook.zone)
        wall = wall_time(moment, rulebook.zone)
        if not is_closed(rulebook, holidays, wall.date()):
            return moment
        moment = instant(
            datetime.combine(wall.date(), MIDNIGHT, tzinfo=None) + A_DAY, rulebook.zone
        )
    return moment
