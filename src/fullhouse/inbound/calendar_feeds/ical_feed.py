"""Calendar files (.ics): which times they mean between two instants. A hostile one gets a reason, not our time."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from fullhouse.inbound.calendar_feeds.ical_filter import DAMAGED, needed
from fullhouse.inbound.calendar_feeds.occurrence import (
    LONGEST_UID,
    FeedProblem,
    Occurrence,
    made_of,
    tidy,
)
from fullhouse.inbound.calendar_feeds.recurrence import MOST_WORK


def counted_entries(most: int) -> Any:  # noqa: ANN401 - the library's
    """Choose the entries of a calendar, or of several; one time too many of all of them raises `FeedProblem`."""
    from recurring_ical_events import ComponentsWithName, Series  # type: ignore[import-untyped]

    count = 0

    class Counted(Series):  # type: ignore[misc]
        def rrule_between(self, span_start: datetime, span_stop: datetime) -> Iterator[datetime]:
            nonlocal count
            for start in super().rrule_between(span_start, span_stop):
                count += 1
                if count > most:
                    raise FeedProblem(f"This calendar means more than {most:,} times in this span.")
                yield start

    return ComponentsWithName("VEVENT", series=Counted)


MOST_OCCURRENCES = 10_000
LONGEST_SPAN = timedelta(days=400)
A_DAY = timedelta(days=1)
Span = tuple[datetime, datetime]
# What the libraries raise on what they do not expect.
CONFUSED = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)


class FeedLimits(msgspec.Struct, frozen=True):
    """How much may be made of a calendar in all: days that are counted, and times."""

    work: float = MOST_WORK
    times: int = MOST_OCCURRENCES


class ParsedFeed(msgspec.Struct, frozen=True):
    """The times of a calendar, and the names of `unread` entries: they are there, and nobody knows when."""

    times: tuple[Occurrence, ...] = ()
    unread: tuple[str, ...] = ()


def read_feed(
    content: bytes, zone: str, from_: datetime, until: datetime, most: FeedLimits | None = None
) -> ParsedFeed:
    """List the times that touch the span between two instants, in their order; it may last 400 days.

    Times without a zone, and whole days, are meant in the given one.
    """
    until, most = min(until, from_ + LONGEST_SPAN), most or FeedLimits()
    small = needed(content, from_, until, most.work)
    local = ZoneInfo(zone)
    try:
        events, unread = _between(small.text, (from_, until), local, most.times)
        made = [(_uid(event), _occurrence(event, local, small.repeating)) for event in events]
    except CONFUSED as error:
        raise FeedProblem(DAMAGED) from error
    found = (one for _, one in made if one is not None)
    inside = (each for each in found if each.starts_at < until and _end(each) > from_)
    names = {*small.unread, *unread, *(uid for uid, one in made if one is None)}
    told = sorted(filter(None, (tidy(name, LONGEST_UID) for name in names)))
    return ParsedFeed(
        tuple(sorted(inside, key=lambda each: (each.starts_at, each.uid))), tuple(told)
    )


def _end(each: Occurrence) -> datetime:
    return max(each.ends_at, each.starts_at + timedelta(microseconds=1))


def _between(text: str, wanted: Span, zone: ZoneInfo, most: int) -> tuple[list[Any], set[str]]:
    """Work out all times, and name the entries of which that is not possible; one of them spoils no other."""
    from icalendar import Calendar

    # Times without a zone are taken for UTC there, so the span is wider by a day.
    span = (wanted[0] - A_DAY, wanted[1] + A_DAY)
    calendar = Calendar.from_ical(text)
    unread = {
        _uid(event)
        for event in calendar.walk("VEVENT")
        if event.errors or _is_reversed(event, zone)
    }
    found = _times(calendar, span, counted_entries(most))
    if found is None:
        series, counted = _by_name(calendar), counted_entries(most)
        each = {uid: _times(one, span, counted) for uid, one in series.items()}
        unread |= {uid for uid, times in each.items() if times is None}
        found = [event for times in each.values() for event in times or ()]
    return found, unread


def _is_reversed(event: Any, zone: ZoneInfo) -> bool:  # noqa: ANN401 - the library's
    """Whether an entry ends before it begins: the library turns it round, and nobody knows what was meant."""
    ends = event.get("DTEND")
    return ends is not None and _instant(ends.dt, zone) < _instant(event["DTSTART"].dt, zone)


def _times(calendar: Any, span: Span, counted: Any) -> list[Any] | None:  # noqa: ANN401 - the library's
    """Work out the times of a calendar; None if it holds anything of which that is not possible."""
    import recurring_ical_events

    try:
        found: list[Any] = recurring_ical_events.of(calendar, components=[counted]).between(*span)
    except tuple(recurring_ical_events.CalendarQuery.suppressed_errors):
        return None
    return found


def _by_name(calendar: Any) -> dict[str, Any]:  # noqa: ANN401 - the library's
    """Make a calendar of its own of each entry, with the times of it that were changed."""
    from icalendar import Calendar

    found: dict[str, Any] = {}
    for event in calendar.walk("VEVENT"):
        found.setdefault(_uid(event), Calendar()).add_component(event)
    return found


def _uid(event: Any) -> str:  # noqa: ANN401 - the library's
    return str(event.get("UID", ""))


def _occurrence(event: Any, zone: ZoneInfo, repeating: frozenset[str]) -> Occurrence | None:  # noqa: ANN401 - the library's
    uid = _uid(event)
    starts_at, ends_at = _instant(event["DTSTART"].dt, zone), _instant(event.end, zone)
    if not uid or ends_at < starts_at:
        return None
    # One time of several is named by when it was first meant, which stays when it is moved.
    meant = event.get("RECURRENCE-ID") if uid in repeating else None
    which = f"/{_instant(meant.dt, zone):%Y%m%dT%H%M%SZ}" if meant is not None else ""
    return made_of(
        uid + which,
        (starts_at, ends_at),
        next(iter(_words(event, "SUMMARY")), ""),
        "\n".join(_words(event, "DESCRIPTION")),
        cancelled=str(event.get("STATUS", "")).upper() == "CANCELLED",
        guests=_guests(event),
    )


def _guests(event: Any) -> list[tuple[str, str]]:  # noqa: ANN401 - the library's
    invited = _each(event, "ATTENDEE")
    return [
        (_said(one, "CN"), str(one).strip().removeprefix("mailto:").removeprefix("MAILTO:"))
        for one in invited
    ]


def _words(event: Any, name: str) -> list[str]:  # noqa: ANN401 - the library's
    return [str(one) for one in _each(event, name) if str(one).strip()]


def _each(event: Any, name: str) -> list[Any]:  # noqa: ANN401 - the library's
    """List what stands under a name, be it there never, once or several times."""
    given = event.get(name, [])
    return given if isinstance(given, list) else [given]


def _said(one: Any, name: str) -> str:  # noqa: ANN401 - the library's
    return str(getattr(one, "params", {}).get(name, ""))


def _instant(moment: date | datetime, zone: ZoneInfo) -> datetime:
    if not isinstance(moment, datetime):
        moment = datetime.combine(moment, time(), zone)
    elif moment.tzinfo is None:
        moment = moment.replace(tzinfo=zone)
    return moment.astimezone(UTC)
