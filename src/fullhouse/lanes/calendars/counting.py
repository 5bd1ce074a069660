"""No more times are made of a calendar than are asked for: they are counted while they are made, not afterwards."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from fullhouse.lanes.calendars.occurrence import FeedProblem


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
