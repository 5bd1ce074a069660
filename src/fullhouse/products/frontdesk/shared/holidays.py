"""Public holidays, computed once and stored; rules only look them up."""

from datetime import date, datetime
from typing import ClassVar

from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision, create, update
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs, Record


class Holidays(Record, frozen=True, kw_only=True):
    """Public holidays of a country or region such as `DE-BE`, as `2026-12-25`, `until` a day."""

    kind_name: ClassVar[str] = "holidays"

    id: str
    days: tuple[str, ...] = ()
    until: str = ""


class KeepHolidays(Command, frozen=True, kw_only=True, tag="KeepHolidays"):
    """Store the public holidays of a place."""

    holidays: Holidays


def is_holiday(holidays: Holidays | None, day: date) -> bool:
    """Return True if a day is a known public holiday."""
    return holidays is not None and day.isoformat() in holidays.days


def holiday_needs(command: KeepHolidays, found: Found) -> Needs:
    """Load the holidays that are known already."""
    return {} if found else {"known": Get(Holidays, (command.holidays.id,))}


def keep_holidays(found: Found, command: KeepHolidays, _now: datetime) -> Decision:
    """Store the holidays; the same ones again change nothing."""
    known: Holidays | None = found["known"]
    fresh = command.holidays
    if known is None:
        return Decision(fresh, moves=(create(fresh),))
    if known == fresh:
        return Decision(known)
    return Decision(fresh, moves=(update(known, days=fresh.days, until=fresh.until),))
