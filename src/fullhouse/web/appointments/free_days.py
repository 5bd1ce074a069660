"""Free times by day for a page on which a customer picks one: two weeks, and the ways to others."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta
from functools import lru_cache
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

import msgspec
from markupsafe import Markup

from fullhouse.engine.core import Engine
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.forms.timestamps import read_date
from fullhouse.kernel.localized_dates import format_day, say_time
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import wall_time
from fullhouse.locale.current import current_language, gettext
from fullhouse.products.frontdesk.appointments.availability import (
    FreeTime,
    TimeRequest,
    books_for,
    bounds,
    free_times,
)
from fullhouse.products.frontdesk.shared.holidays import Holidays
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.web.pages import environment
from fullhouse.web.texts import in_chosen_language

SHOWN = timedelta(days=14)
# Whoever was too late sees the nearest other times, and the way to later ones.
NEAREST = timedelta(days=2)
A_DAY = timedelta(days=1)
HALF_A_MINUTE = timedelta(seconds=30)
CLOCK_TEXTS = 1024
RECENT_LISTS = 64
NOON = datetime(2026, 1, 1, 12)  # noqa: DTZ001 - wall time


class Picking(msgspec.Struct, frozen=True):
    """A request for a free time, under the rules and at the time of a page.

    `own` is a time that is not shown, `query` what the links of the page carry on, and `shown` the
    days that it has.
    """

    rulebook: Rulebook
    now: datetime
    wanted: TimeRequest
    own: datetime | None = None
    query: Mapping[str, str] = {}
    shown: timedelta = SHOWN


class RetryReason(msgspec.Struct, frozen=True):
    """The reason to show the times again: status, text and the day that was picked.

    If it `lists` times, the text goes on with them.
    """

    status: int = 200
    said: str = ""
    day: date | None = None
    lists: bool = False


class Span(msgspec.Struct, frozen=True):
    """The days on a page, and the first and last day that can be picked."""

    first: date
    last: date
    today: date
    farthest: date


class _FreeTimes(msgspec.Struct, frozen=True):
    """The free times of a page in a zone; dates of other years than `year` name it."""

    starts: tuple[datetime, ...]
    zone: str
    year: int


class DayChoices(msgspec.Struct, frozen=True):
    """The free times of a day: its text, and each time as form value and as text."""

    day: date
    said: str
    times: tuple[tuple[str, str], ...]


def free_days(
    engine: Engine, picking: Picking, asked: str, picked: date | None = None, start: str = ""
) -> dict[str, Any]:
    """Return the template values of a page with the free times from the day asked for.

    Whoever was too late sees the nearest days with free times, also if those are farther away.
    `start` is the time that is marked in the list.
    """
    span = span_of(asked, picking)
    found = _free(engine, picking, (span.first, span.last))
    others: list[FreeTime] = []
    if not found:
        others = _others(engine, picking, span)
    if others and picking.shown == NEAREST:
        span, found = _nearest(others, span, picking)
    times = _FreeTimes(
        tuple(time.starts_at for time in found), picking.rulebook.zone, span.today.year
    )
    return {
        **_ways(picking, span, found, others),
        "staff": picking.wanted.staff,
        "choices": _choices(span, picking),
        "has_hours": bool(picking.rulebook.opening_hours),
        "times": _list(times, picked, start, current_language()),
    }


@lru_cache(RECENT_LISTS)
def _list(times: _FreeTimes, picked: date | None, start: str, language: str) -> Markup:
    """Return the times as a list to pick from; in a rush many people see the same list."""
    days = list(_by_day(times, language))
    open_day = _open_day(days, picked)
    template = environment().get_template("appointments/free_times.html")
    shown = template.render(days=days, open_day=open_day, start=start)
    return Markup(shown)  # noqa: S704 - the template escapes


def _open_day(days: list[DayChoices], picked: date | None) -> date | None:
    """Return the day to unfold: the one that was picked, else the first."""
    if any(choices.day == picked for choices in days):
        return picked
    if not days:
        return None
    return days[0].day


def span_of(asked: str, picking: Picking) -> Span:
    """Return the days to show from the day asked for, or from today if that is not possible."""
    zone = picking.rulebook.zone
    today = wall_time(picking.now, zone).date()
    _soonest, latest = bounds(picking.wanted, picking.rulebook, picking.now)
    farthest = wall_time(latest, zone).date()
    try:
        first = read_date(asked, "from") if asked else today
    except Invalid:
        first = today
    if not today <= first <= farthest:
        first = today
    return Span(first, min(first + picking.shown - A_DAY, farthest), today, farthest)


def _free(engine: Engine, picking: Picking, span: tuple[date, date]) -> list[FreeTime]:
    """Return the free times without the appointment's own."""
    rulebook = picking.rulebook
    if not rulebook.opening_hours:
        return []
    days = engine.load(books_for(*span))
    place = rulebook.holidays_of
    holidays = engine.load(Get(Holidays, (place,))) if place else None
    now = _within_minute(picking.now)
    found = _recent_free_times(days, picking.wanted, rulebook, holidays, now, span)
    return [time for time in found if time.starts_at != picking.own]


# In a rush many people ask for the times of the same days, with the same bookings.
_recent_free_times = lru_cache(RECENT_LISTS)(free_times)


def _within_minute(now: datetime) -> datetime:
    """Return the same moment for a whole minute: appointments begin when a minute does.

    Only the first moment of a minute still lets pick what begins right then.
    """
    minute = now.replace(second=0, microsecond=0)
    return minute if now == minute else minute + HALF_A_MINUTE


def _others(engine: Engine, picking: Picking, span: Span) -> list[FreeTime]:
    """Return the free times after a page without any; for who was too late, of all days."""
    first = span.today if picking.shown == NEAREST else span.last + A_DAY
    if first > span.farthest:
        return []
    return _free(engine, picking, (first, span.farthest))


def _nearest(others: list[FreeTime], span: Span, picking: Picking) -> tuple[Span, list[FreeTime]]:
    """Return the days from the next free one on, else from the last one before, and their times."""
    zone = picking.rulebook.zone
    days = [wall_time(time.starts_at, zone).date() for time in others]
    first = next((day for day in days if day > span.last), days[-1])
    last = min(first + picking.shown - A_DAY, span.farthest)
    found = [time for time, day in zip(others, days, strict=True) if first <= day <= last]
    return msgspec.structs.replace(span, first=first, last=last), found


def _by_day(times: _FreeTimes, language: str) -> Iterator[DayChoices]:
    walls = [(wall_time(starts_at, times.zone), starts_at) for starts_at in times.starts]
    for day, on_day in groupby(walls, key=lambda pair: pair[0].date()):
        starts = list(on_day)
        choices = [
            (_posted(starts_at), _clock_text(wall.hour, wall.minute, language))
            for wall, starts_at in starts
        ]
        first = starts[0][0]
        said = format_day(first, language, year=first.year != times.year)
        yield DayChoices(day, said, tuple(choices))


def _posted(starts_at: datetime) -> str:
    return f"{starts_at:%Y-%m-%dT%H:%MZ}"


@lru_cache(CLOCK_TEXTS)
def _clock_text(hour: int, minute: int, language: str) -> str:
    """Return a time of day as text; a page has the same few on each of its days."""
    return say_time(NOON.replace(hour=hour, minute=minute), language)


def _choices(span: Span, picking: Picking) -> list[tuple[str, str, bool]]:
    """Return the choices of staff: label, link and whether it is selected.

    There is no choice if only one person works here.
    """
    names = picking.rulebook.staff
    if len(names) < 2:  # noqa: PLR2004 - one is no choice
        return []
    anyone = gettext("Anyone")
    chosen = picking.wanted.staff
    return [
        (name or anyone, _way(span.first, name, picking), name == chosen) for name in (*names, "")
    ]


def _ways(
    picking: Picking, span: Span, found: list[FreeTime], others: list[FreeTime]
) -> dict[str, str]:
    """Return the links to earlier and later times; if nothing is free, to the next free day."""
    later, staff = span.last + A_DAY, picking.wanted.staff
    ways = {"later": "", "earlier": "", "next_day": ""}
    if span.first > span.today:
        ways["earlier"] = _way(max(span.first - SHOWN, span.today), staff, picking)
    if found and later <= span.farthest:
        ways["later"] = _way(later, staff, picking)
    if others and not found:
        wall = wall_time(others[0].starts_at, picking.rulebook.zone)
        ways["later"] = _way(wall.date(), staff, picking)
        ways["next_day"] = format_day(wall, current_language(), year=False)
    return ways


def _way(first: date, staff: str, picking: Picking) -> str:
    query = urlencode({**picking.query, "from": first.isoformat(), "staff": staff})
    return in_chosen_language(f"?{query}")
