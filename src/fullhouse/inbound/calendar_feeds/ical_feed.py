"""Times of a calendar file (.ics) between two instants.

A hostile file is refused with a reason before it takes much time.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
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


class TooManyTimes(FeedProblem):
    """A calendar means more times than anyone can have."""

    def __init__(self, most: int) -> None:
        """Name the limit."""
        super().__init__(f"This calendar means more than {most:,} times in this span.")


def counted_entries(most: int) -> Any:  # noqa: ANN401 - the library's
    """Choose the events of a calendar; raise `TooManyTimes` past `most` times."""
    # The library ships no types.
    from recurring_ical_events import ComponentsWithName, Series  # type: ignore[import-untyped]

    count = 0

    class Counted(Series):  # type: ignore[misc]  # an untyped base
        def rrule_between(self, span_start: datetime, span_stop: datetime) -> Iterator[datetime]:
            nonlocal count
            for start in super().rrule_between(span_start, span_stop):
                count += 1
                if count > most:
                    raise TooManyTimes(most)
                yield start

    return ComponentsWithName("VEVENT", series=Counted)


MOST_OCCURRENCES = 10_000
LONGEST_TITLE = 60
LONGEST_SPAN = timedelta(days=400)
A_DAY = timedelta(days=1)
Span = tuple[datetime, datetime]
# The libraries raise any of these on input that they do not expect.
CONFUSED = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)


class FeedLimits(msgspec.Struct, frozen=True):
    """Limits for one calendar: the work of its rules, and the number of its times."""

    work: float = MOST_WORK
    times: int = MOST_OCCURRENCES


class ParsedFeed(msgspec.Struct, frozen=True):
    """The times of a calendar, and the names of the `unread` entries, whose times are unknown.

    `left_out` are the titles of unread entries with a rule or date that cannot be followed.
    """

    times: tuple[Occurrence, ...] = ()
    unread: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


ReadFeed = Callable[[bytes, str, datetime, datetime], ParsedFeed]


def read_feed(
    content: bytes, zone: str, from_: datetime, until: datetime, most: FeedLimits | None = None
) -> ParsedFeed:
    """List the times that touch the span between two instants (at most 400 days), in order.

    Times without a zone, and whole days, are meant in the given one.
    """
    until, limits = min(until, from_ + LONGEST_SPAN), most or FeedLimits()
    filtered = needed(content, from_, until, limits.work)
    local = ZoneInfo(zone)
    try:
        found = _between(filtered.text, (from_, until), local, limits.times)
    except CONFUSED as error:
        raise FeedProblem(DAMAGED) from error
    times: list[Occurrence] = []
    names, left_out = {*filtered.unread, *found.unread}, {*filtered.left_out, *found.left_out}
    for event in found.events:
        occurrence, uid = _occurrence_if_any(event, local, filtered.repeating), _uid(event)
        if occurrence is None:
            names.add(uid)
        elif occurrence.starts_at < until and _end(occurrence) > from_:
            times.append(occurrence)
    times.sort(key=lambda occurrence: (occurrence.starts_at, occurrence.uid))
    tidied = sorted(filter(None, (tidy(name, LONGEST_UID) for name in names | left_out)))
    titles = sorted(tidy(filtered.titles.get(name, ""), LONGEST_TITLE) for name in left_out)
    return ParsedFeed(tuple(times), tuple(tidied), tuple(titles))


def _end(occurrence: Occurrence) -> datetime:
    # A time without length still touches the span that it lies in.
    return max(occurrence.ends_at, occurrence.starts_at + timedelta(microseconds=1))


class _Found(msgspec.Struct, frozen=True):
    """The library's times, the names of entries it cannot read, and of those left out."""

    events: list[Any]
    unread: set[str]
    left_out: set[str]


def _between(text: str, wanted: Span, zone: ZoneInfo, most: int) -> _Found:
    """Return all times, and the names of entries that cannot be read; those spoil no other."""
    from icalendar import Calendar

    # The library takes times without a zone for UTC, so the span is wider by a day.
    span = (wanted[0] - A_DAY, wanted[1] + A_DAY)
    calendar = Calendar.from_ical(text)
    unread: set[str] = set()
    for event in calendar.walk("VEVENT"):
        if event.errors or _is_reversed(event, zone):
            unread.add(_uid(event))
    found, count = _Found([], unread, set()), 0
    times: dict[str, list[Any] | None] = {}
    for uid, series in _by_name(calendar).items():
        times[uid] = listed = _tried(partial(_times, series, span, most))
        count += len(listed or ())
        if count > most:
            raise TooManyTimes(most)
    for uid, listed in times.items():
        events = listed and _tried(partial(_as_events, listed))
        if events is None:
            found.left_out.add(uid)
        else:
            found.events.extend(events)
    return found


def _is_reversed(event: Any, zone: ZoneInfo) -> bool:  # noqa: ANN401 - the library's
    """Return True if an entry ends before it begins: the library would silently swap the two."""
    ends = event.get("DTEND")
    try:
        return ends is not None and _instant(ends.dt, zone) < _instant(event["DTSTART"].dt, zone)
    except CONFUSED:
        return True


def _times(
    calendar: Any,  # noqa: ANN401 - the library's
    span: Span,
    most: int,
) -> list[Any]:
    """Work out the times of a calendar; raise `TooManyTimes` past `most`."""
    import recurring_ical_events

    entries = recurring_ical_events.of(calendar, components=[counted_entries(most)])
    return [found for series in entries.series for found in series.between(*span)]


def _as_events(times: list[Any]) -> list[Any]:
    """Return an event for each time; making one takes longer than working out its time."""
    return [found.as_component(keep_recurrence_attributes=False) for found in times]


def _tried(made: Callable[[], list[Any]]) -> list[Any] | None:
    """Return a list that the library makes; None if there is too much or it can't be read."""
    from recurring_ical_events import CalendarQuery

    try:
        return made()
    except (TooManyTimes, *CalendarQuery.suppressed_errors, *CONFUSED):
        return None


def _by_name(calendar: Any) -> dict[str, Any]:  # noqa: ANN401 - the library's
    """Build one calendar per entry, with its changed times."""
    from icalendar import Calendar

    found: dict[str, Any] = {}
    for event in calendar.walk("VEVENT"):
        found.setdefault(_uid(event), Calendar()).add_component(event)
    return found


def _uid(event: Any) -> str:  # noqa: ANN401 - the library's
    return str(event.get("UID", ""))


def _occurrence_if_any(
    event: Any,  # noqa: ANN401 - the library's
    zone: ZoneInfo,
    repeating: frozenset[str],
) -> Occurrence | None:
    try:
        return _occurrence(event, zone, repeating)
    except CONFUSED:
        return None


def _occurrence(
    event: Any,  # noqa: ANN401 - the library's
    zone: ZoneInfo,
    repeating: frozenset[str],
) -> Occurrence | None:
    uid = _uid(event)
    starts_at, ends_at = _instant(event["DTSTART"].dt, zone), _instant(event.end, zone)
    if not uid or ends_at < starts_at:
        return None
    # One time of a series is named by its first planned start, which stays when it is moved.
    planned = event.get("RECURRENCE-ID") if uid in repeating else None
    if planned is not None:
        uid += f"/{_instant(planned.dt, zone):%Y%m%dT%H%M%SZ}"
    return made_of(
        uid,
        (starts_at, ends_at),
        next(iter(_texts(event, "SUMMARY")), ""),
        "\n".join(_texts(event, "DESCRIPTION")),
        cancelled=str(event.get("STATUS", "")).upper() == "CANCELLED",
        guests=_guests(event),
    )


def _guests(event: Any) -> list[tuple[str, str]]:  # noqa: ANN401 - the library's
    guests: list[tuple[str, str]] = []
    for attendee in _properties(event, "ATTENDEE"):
        address = str(attendee).strip().removeprefix("mailto:").removeprefix("MAILTO:")
        guests.append((_parameter(attendee, "CN"), address))
    return guests


def _texts(event: Any, name: str) -> list[str]:  # noqa: ANN401 - the library's
    return [str(value) for value in _properties(event, name) if str(value).strip()]


def _properties(event: Any, name: str) -> list[Any]:  # noqa: ANN401 - the library's
    """List the properties of a name; the library gives a list only if there are several."""
    given = event.get(name, [])
    return given if isinstance(given, list) else [given]


def _parameter(value: Any, name: str) -> str:  # noqa: ANN401 - the library's
    return str(getattr(value, "params", {}).get(name, ""))


def _instant(moment: date | datetime, zone: ZoneInfo) -> datetime:
    if not isinstance(moment, datetime):
        moment = datetime.combine(moment, time(), zone)
    elif moment.tzinfo is None:
        moment = moment.replace(tzinfo=zone)
    return moment.astimezone(UTC)
