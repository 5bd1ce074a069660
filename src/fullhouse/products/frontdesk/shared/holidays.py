"""Public holidays, as they were worked out once and are kept: the rules only look them up."""

from datetime import date, datetime
from typing import ClassVar

from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision, create, update
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs, Record


class Holidays(Record, frozen=True, kw_only=True):
    """The public holidays of a country or a part of it, such as `DE-BE`: each day as `2026-12-25`, up to a day."""

    kind_name: ClassVar[str] = "holidays"

    id: str
    days: tuple[str, ...] = ()
    until: str = ""


class KeepHolidays(Command, frozen=True, kw_only=True, tag="KeepHolidays"):
    """Remember the public holidays of a place."""

    holidays: Holidays


def is_holiday(holidays: Holidays | None, day: date) -> bool:
    """Say whether nobody works on a day, as far as it is known."""
    return holidays is not None and day.isoformat() in holidays.days


def holiday_needs(command: KeepHolidays, found: Found) -> Needs:
    """Load the holidays that are known already."""
    return {} if found else {"known": Get(Holidays, (command.holidays.id,))}


def keep_holidays(found: Found, command: KeepHolidays, _now: datetime) -> Decision:
    """Write them down; those that are known already cost nothing."""
    known: Holidays | None = found["known"]
    fresh = command.holidays
    if known is None:
        return Decision(fresh, moves=(create(fresh),))
    if known == fresh:
        return Decision(known)
    return Decision(fresh, moves=(update(known, days=fresh.days, until=fresh.until),))
