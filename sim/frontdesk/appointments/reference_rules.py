"""Reference rules of appointments, written a second time from the design, not from the code."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from fullhouse.products.frontdesk.appointments.model import Appointment, BusyTime
from sim.checks import nights
from sim.frontdesk.sheets.names import meaning
from sim.frontdesk.waitlist.reference_rules import is_public_holiday, plain
from sim.frontdesk.waitlist.rules_text import HouseRules

AN_HOUR = timedelta(hours=1)
A_QUARTER = timedelta(minutes=15)
Span = Appointment | BusyTime
# Reminders of a service whose line does not mention any, in hours before.
UNSAID = (24, 2)


def may_remind(rules: HouseRules, moment: datetime) -> bool:
    """Return True if a reminder may leave now: not in quiet hours, not on a closed day."""
    there = moment.astimezone(ZoneInfo(rules.zone))
    return not nights.quiet(moment, rules.zone, *rules.quiet) and not is_closed(rules, there.date())


def is_closed(rules: HouseRules, day: date) -> bool:
    """Return True if nobody works on a day, in the business's time zone."""
    return (day.month, day.day) in rules.closed or is_public_holiday(rules.public, day)


def windows(rules: HouseRules, one: Appointment) -> tuple[int, ...]:
    """Return the hours before its time at which reminders are due: only those ahead once."""
    hours = one.remind_at
    if hours is None:
        hours = _usual_hours(rules.services, rules.reminders, plain(one.service))
    return _ahead(hours, one.starts_at, one.made_at)


# Both are asked for again with every commit, for each appointment that stands.
@lru_cache(maxsize=4096)
def _ahead(hours: tuple[int, ...], starts_at: datetime, made_at: datetime) -> tuple[int, ...]:
    return tuple(sorted({at for at in hours if starts_at - at * AN_HOUR > made_at}, reverse=True))


@lru_cache(maxsize=1024)
def _usual_hours(
    services: tuple[tuple[str, int], ...],
    reminders: tuple[tuple[str, tuple[int, ...]], ...],
    service: str,
) -> tuple[int, ...]:
    # A renamed service has its reminders under its old name as well.
    if meaning(service) not in {meaning(name) for name, _ in services}:
        return ()
    return next((hours for name, hours in reminders if plain(name) == service), UNSAID)


def nearest(rules: HouseRules, one: Appointment, at: datetime) -> int | None:
    """Return the nearest of the windows that are due."""
    due = [hours for hours in windows(rules, one) if one.starts_at - hours * AN_HOUR <= at]
    return min(due) if due and at < one.starts_at else None


def overlap(one: Span, other: Span) -> bool:
    """Return True if two times overlap."""
    return one.starts_at < other.ends_at and other.starts_at < one.ends_at


def same_chair(one: Span, other: Span) -> bool:
    """Return True if two need the same staff member."""
    return bool(one.staff) and plain(one.staff) == plain(other.staff)


def crowded(rules: HouseRules, wanted: Span, others: Iterable[Span]) -> list[str]:
    """Return what blocks a time: the same staff member's, or as many at once as there are staff."""
    there = [one for one in others if overlap(one, wanted)]
    own = [one.id for one in there if same_chair(one, wanted) or not rules.staff]
    return own or _fullest(there, wanted, rules)


def _fullest(there: Sequence[Span], wanted: Span, rules: HouseRules) -> list[str]:
    begins = [
        wanted.starts_at,
        *(one.starts_at for one in there if one.starts_at > wanted.starts_at),
        *_quarters(wanted),
    ]
    for moment in begins:
        at_once = [one for one in there if one.starts_at <= moment < one.ends_at]
        if at_once and len(at_once) >= _chairs(rules, moment, [*at_once, wanted]):
            return [one.id for one in at_once]
    return []


def _quarters(wanted: Span) -> list[datetime]:
    """Return the quarters of an hour within a time, at which staff may come or go."""
    first = wanted.starts_at.replace(minute=0, second=0, microsecond=0)
    several = [first + number * A_QUARTER for number in range(1, 24 * 4 + 4)]
    return [moment for moment in several if wanted.starts_at < moment < wanted.ends_at]


def _chairs(rules: HouseRules, moment: datetime, named: Sequence[Span]) -> int:
    """Count the staff who work at a moment, or are named for it nevertheless."""
    names = {plain(one.staff) for one in named}
    at_work = [
        staff
        for staff in rules.staff
        if plain(staff) in names or _is_in(rules, shift(rules, staff), moment, moment)
    ]
    return len(at_work)


def shift(rules: HouseRules, staff: str) -> tuple[tuple[int, str, str], ...] | None:
    """Return the hours of a staff member; None if they work whenever it is open."""
    written = [(name, hours) for name, hours in rules.shifts if name in rules.staff]
    return next((hours for name, hours in written if plain(name) == plain(staff)), None)


def works(rules: HouseRules, one: Appointment) -> bool:
    """Return True if the staff member of an appointment works all that time."""
    return _is_in(rules, shift(rules, one.staff), one.starts_at, one.ends_at)


def _is_in(
    rules: HouseRules,
    hours: tuple[tuple[int, str, str], ...] | None,
    begins: datetime,
    ends: datetime,
) -> bool:
    """Return True if a time lies inside hours; a moment may not be their end."""
    if hours is None:
        return True
    there = [at.astimezone(ZoneInfo(rules.zone)).replace(tzinfo=None) for at in (begins, ends)]
    midnight = there[0].replace(hour=0, minute=0, second=0, microsecond=0)
    last = max(there[1], there[0] + timedelta(seconds=1))
    return any(
        midnight + timedelta(minutes=nights.minutes(opens)) <= there[0]
        and last <= midnight + timedelta(minutes=nights.minutes(closes))
        for day, opens, closes in hours
        if day == midnight.weekday()
    )


def is_open(rules: HouseRules, wanted: Span) -> bool:
    """Return True if a time lies inside opening hours, on a day that is not closed."""
    begins = wanted.starts_at.astimezone(ZoneInfo(rules.zone))
    if is_closed(rules, begins.date()):
        return False
    return _is_in(rules, rules.opening, wanted.starts_at, wanted.ends_at)
