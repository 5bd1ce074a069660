"""Reference rules of appointments, written a second time from the design, not from the code."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from fullhouse.products.frontdesk.appointments.model import Appointment, BusyTime
from sim.checks import nights
from sim.frontdesk.waitlist.reference_rules import plain
from sim.frontdesk.waitlist.rules_text import HouseRules

AN_HOUR = timedelta(hours=1)
A_QUARTER = timedelta(minutes=15)
# By place: every how many days there is one, and on which of them.
PUBLIC_HOLIDAYS = {"DE-BE": (3, 0), "FR": (4, 1)}
Span = Appointment | BusyTime


def may_remind(rules: HouseRules, moment: datetime) -> bool:
    """Return True if a reminder may leave now: not in quiet hours, not on a closed day."""
    there = moment.astimezone(ZoneInfo(rules.zone))
    return not nights.quiet(moment, rules.zone, *rules.quiet) and not is_closed(rules, there.date())


def is_closed(rules: HouseRules, day: date) -> bool:
    """Return True if nobody works on a day, in the business's time zone."""
    return (day.month, day.day) in rules.closed or is_public_holiday(rules.public, day)


def is_public_holiday(place: str, day: date) -> bool:
    """Return True on a public holiday of a place; this world has more of them than ours."""
    every, at = PUBLIC_HOLIDAYS.get(place, (0, 0))
    return bool(every) and day.toordinal() % every == at


def windows(rules: HouseRules, one: Appointment) -> list[int]:
    """Return the hours before its time at which reminders are due: only those ahead once."""
    hours = one.remind_at
    if hours is None:
        hours = _usual_hours(rules, plain(one.service))
    return sorted({at for at in hours if one.starts_at - at * AN_HOUR > one.made_at}, reverse=True)


def _usual_hours(rules: HouseRules, service: str) -> tuple[int, ...]:
    if service not in {plain(name) for name, _ in rules.services}:
        return ()
    return next((hours for name, hours in rules.reminders if plain(name) == service), ())


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
    return own or _fullest(there, wanted, len(rules.staff))


def _fullest(there: Sequence[Span], wanted: Span, chairs: int) -> list[str]:
    begins = [
        wanted.starts_at,
        *(one.starts_at for one in there if one.starts_at > wanted.starts_at),
    ]
    at_once = [
        [one.id for one in there if one.starts_at <= moment < one.ends_at] for moment in begins
    ]
    return next((names for names in at_once if len(names) >= chairs), [])


def is_open(rules: HouseRules, wanted: Span) -> bool:
    """Return True if a time lies inside opening hours, on a day that is not closed."""
    there = [
        at.astimezone(ZoneInfo(rules.zone)).replace(tzinfo=None)
        for at in (wanted.starts_at, wanted.ends_at)
    ]
    midnight = there[0].replace(hour=0, minute=0)
    if is_closed(rules, midnight.date()):
        return False
    spans = [(opens, closes) for day, opens, closes in rules.opening if day == midnight.weekday()]
    return any(
        midnight + timedelta(minutes=nights.minutes(opens)) <= there[0]
        and there[1] <= midnight + timedelta(minutes=nights.minutes(closes))
        for opens, closes in spans
    )
