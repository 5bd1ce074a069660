"""Weekdays and times of day in words, in the language of the page."""

from datetime import datetime
from typing import Any

from fullhouse.kernel.localized_dates import format_short_day, say_written_time, weekday_names
from fullhouse.locale import cldr
from fullhouse.locale.current import current_language, gettext, pgettext
from fullhouse.locale.numbers import comma
from fullhouse.products.frontdesk.waitlist.commands import JoinWaitlist
from fullhouse.products.frontdesk.waitlist.model import Entry
from fullhouse.products.frontdesk.waitlist.wishes import DAY_PARTS, WEEKDAYS, Weekdays

# Parts of the day that a form offers.
PARTS = ("morning", "afternoon", "evening")


def wish_choices() -> dict[str, Any]:
    """Return the weekdays and the parts of the day that a form offers, with their names."""
    names = weekday_names(current_language())
    parts = {
        "morning": gettext("Mornings, before %(time)s", time=_clock(DAY_PARTS["morning"][1])),
        "afternoon": gettext(
            "Afternoons, %(start)s to %(end)s",
            start=_clock(DAY_PARTS["afternoon"][0]),
            end=_clock(DAY_PARTS["afternoon"][1]),
        ),
        "evening": gettext("Evenings, from %(time)s", time=_clock(DAY_PARTS["evening"][0])),
    }
    days = list(zip(WEEKDAYS, (_capital(name) for name in names), strict=True))
    return {"weekdays": days, "parts": list(parts.items())}


def _clock(written: str) -> str:
    return say_written_time(written, current_language())


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def weekdays_text(weekdays: Weekdays) -> str:
    """Return weekdays in short, such as "Mon, Thu"; empty if any will do."""
    names: list[str] = cldr()[current_language()]["short_weekdays"]
    return comma(current_language()).join(names[WEEKDAYS.index(day)] for day in weekdays)


def times_text(from_time: str, until_time: str) -> str:
    """Return a window of the day in words; empty if any time will do."""
    first, last = _clock(from_time), _clock(until_time)
    if first and last:
        return pgettext("times", "%(first)s to %(last)s", first=first, last=last)
    if first:
        return gettext("from %(time)s on", time=first)
    if last:
        return gettext("before %(time)s", time=last)
    return ""


def dates(wished: Entry | JoinWaitlist) -> str:
    """Format the days and times at which a customer can come."""
    is_one_day = wished.earliest != "" and wished.earliest == wished.latest
    weekdays = "" if is_one_day else weekdays_text(wished.weekdays)
    times = [weekdays, times_text(wished.from_time, wished.until_time)]
    if not any(times):
        return _dates(wished)
    days = _dates(wished) if wished.earliest or wished.latest else ""
    return comma(current_language()).join(filter(None, (days, *times)))


def _dates(wished: Entry | JoinWaitlist) -> str:
    """Format the dates on which a customer can come."""
    if wished.earliest and wished.earliest == wished.latest:
        return gettext("on %(day)s", day=date_text(wished.latest))
    if wished.earliest and wished.latest:
        first, last = date_text(wished.earliest), date_text(wished.latest)
        return gettext("%(first)s to %(last)s", first=first, last=last)
    if wished.earliest:
        return gettext("from %(day)s", day=date_text(wished.earliest))
    if wished.latest:
        return gettext("until %(day)s", day=date_text(wished.latest))
    return gettext("any day")


def date_text(written: str) -> str:
    """Return an ISO date in words, such as "Thu 9 Jul 2026"."""
    return format_short_day(datetime.fromisoformat(written), current_language())
