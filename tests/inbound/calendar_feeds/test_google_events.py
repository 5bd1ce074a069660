"""Google Calendar's events: the same shape as from a feed, and what is gone."""

from datetime import UTC, datetime
from typing import Any

import pytest

from fullhouse.inbound.calendar_feeds.google_events import changes_in, from_google, read_calendar
from fullhouse.inbound.calendar_feeds.occurrence import Occurrence
from fullhouse.inbound.google.calendar import Listing
from tests.inbound.google.fake import fake_google
from tests.inbound.google.grid import Calendar

START, END = {"dateTime": "2026-06-03T09:00:00+02:00"}, {"dateTime": "2026-06-03T09:45:00+02:00"}
NINE = datetime(2026, 6, 3, 7, 0, tzinfo=UTC)
JUNE, JULY = datetime(2026, 6, 1, tzinfo=UTC), datetime(2026, 7, 1, tzinfo=UTC)


def test_an_event_becomes_an_occurrence() -> None:
    event = {"id": "e1", "status": "confirmed", "start": START, "end": END, "summary": "Free #Cut"}
    assert from_google(
        {**event, "description": "<b>with Jess</b><br>#jess &amp; co"}
    ) == Occurrence(
        uid="e1",
        starts_at=NINE,
        ends_at=datetime(2026, 6, 3, 7, 45, tzinfo=UTC),
        summary="Free #Cut",
        description="with Jess\n#jess & co",
        tags=("cut", "jess"),
    )


def test_whole_days_and_times_without_an_offset_are_meant_in_their_zone() -> None:
    day = from_google(
        {"id": "d", "start": {"date": "2026-06-03"}, "end": {"date": "2026-06-04"}}, "Europe/Berlin"
    )
    assert day is not None
    assert (day.starts_at.hour, (day.ends_at - day.starts_at).days) == (22, 1)
    wall = {"dateTime": "2026-06-03T09:00:00", "timeZone": "America/New_York"}
    there = from_google({"id": "w", "start": wall})
    assert there is not None
    assert there.starts_at == there.ends_at == datetime(2026, 6, 3, 13, 0, tzinfo=UTC)


def test_a_cancelled_time_of_a_series_says_when_it_was_meant() -> None:
    found = from_google({"id": "s_1", "status": "cancelled", "originalStartTime": START})
    assert found == Occurrence("s_1", NINE, NINE, cancelled=True)


@pytest.mark.parametrize(
    "event",
    [
        {},
        {"id": "a"},
        {"id": "a", "start": {}},
        {"id": "a", "start": {"date": "x"}},
        {"start": START},
        {"id": "a", "start": "x"},
    ],
)
def test_what_says_no_time_is_none(event: dict[str, Any]) -> None:
    assert from_google(event) is None


def test_a_zone_that_is_not_there_is_none() -> None:
    assert (
        from_google({"id": "a", "start": {"date": "2026-06-03", "timeZone": "Nowhere/Land"}})
        is None
    )


def test_a_calendar_tells_what_is_there_then_what_changed_and_what_is_gone() -> None:
    with fake_google() as google:
        calendar = google.calendars["c1"] = Calendar()
        calendar.put(id="b", start=END, end=END)
        calendar.put(id="a", start=START, end=END)
        client = google.client()
        first = read_calendar(client, "c1", JUNE, JULY)
        assert ([each.uid for each in first.occurrences], first.gone, first.whole) == (
            ["a", "b"],
            (),
            True,
        )
        calendar.put(id="a", status="cancelled")
        then = read_calendar(client, "c1", JUNE, JULY, first.token)
        assert (then.occurrences, then.gone, then.whole) == ((), ("a",), False)


def test_an_event_whose_time_cannot_be_read_is_there_all_the_same() -> None:
    odd, gone = {"id": "odd", "start": {"date": "x"}}, {"id": "gone", "status": "cancelled"}
    events = (odd, gone, {"id": "e1", "start": START}, {"start": START})
    found = changes_in(Listing(events, token="t", whole=True, zone="UTC"))
    assert (found.unread, found.gone) == (("odd",), ("gone",))
    assert [one.uid for one in found.occurrences] == ["e1"]
