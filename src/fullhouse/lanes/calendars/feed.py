"""Calendar files (.ics): which times they mean between two instants. A hostile one gets a reason, not our time."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from fullhouse.lanes.calendars.entries import DAMAGED, needed
from fullhouse.lanes.calendars.occurrence import FeedProblem, Occurrence, made_of

MOST_OCCURRENCES = 10_000
LONGEST_SPAN = timedelta(days=400)
A_DAY = timedelta(days=1)
# What the libraries raise on what they do not expect.
CONFUSED = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)


def read_feed(content: bytes, zone: str, from_: datetime, until: datetime) -> tuple[Occurrence, ...]:
    """List the times that touch the span between two instants, in their order; it may last 400 days.

    Times without a zone, and whole days, are meant in the given one.
    """
    until = min(until, from_ + LONGEST_SPAN)
    small = needed(content, from_, until)
    local = ZoneInfo(zone)
    try:
        events = _between(small.text, from_, until)
        found = [made for event in events if (made := _occurrence(event, local, small.repeating))]
    except CONFUSED as error:
        raise FeedProblem(DAMAGED) from error
    inside = (each for each in found if each.starts_at < until and _end(each) > from_)
    return tuple(sorted(inside, key=lambda each: (each.starts_at, each.uid)))


def _end(each: Occurrence) -> datetime:
    return max(each.ends_at, each.starts_at + timedelta(microseconds=1))


def _between(text: str, from_: datetime, until: datetime) -> list[Any]:
    import recurring_ical_events  # type: ignore[import-untyped]
    from icalendar import Calendar

    # Times without a zone are taken for UTC there, so the span is wider by a day.
    calendar = recurring_ical_events.of(Calendar.from_ical(text), skip_bad_series=True)
    found: list[Any] = calendar.between(from_ - A_DAY, until + A_DAY)
    if len(found) > MOST_OCCURRENCES:
        raise FeedProblem(f"This calendar means more than {MOST_OCCURRENCES:,} times in this span.")
    return found


def _occurrence(event: Any, zone: ZoneInfo, repeating: frozenset[str]) -> Occurrence | None:  # noqa: ANN401 - the library's
    uid = str(event.get("UID", ""))
    starts_at, ends_at = _instant(event["DTSTART"].dt, zone), _instant(event.end, zone)
    if not uid or ends_at < starts_at:
        return None
    # One time of several is named by when it was first meant, which stays when it is moved.
    meant = event.get("RECURRENCE-ID") if uid in repeating else None
    which = f"/{_instant(meant.dt, zone):%Y%m%dT%H%M%SZ}" if meant is not None else ""
    return made_of(
        uid + which,
        (starts_at, ends_at),
        str(event.get("SUMMARY", "")),
        str(event.get("DESCRIPTION", "")),
        cancelled=str(event.get("STATUS", "")).upper() == "CANCELLED",
    )


def _instant(moment: date | datetime, zone: ZoneInfo) -> datetime:
    if not isinstance(moment, datetime):
        moment = datetime.combine(moment, time(), zone)
    elif moment.tzinfo is None:
        moment = moment.replace(tzinfo=zone)
    return moment.astimezone(UTC)
