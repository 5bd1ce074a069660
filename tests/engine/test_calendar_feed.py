"""Many entries as one calendar that programs subscribe to."""

from icalendar import Calendar

from fullhouse.engine.calendar_file import feed
from tests.engine.test_calendar_file import entry


def test_a_feed_holds_every_entry_under_one_name() -> None:
    found = Calendar.from_ical(feed([entry(), entry("CANCEL")], "Our evenings"))
    assert (found["METHOD"], found["X-WR-CALNAME"], found["NAME"]) == ("PUBLISH", "Our evenings", "Our evenings")
    assert [str(one["STATUS"]) for one in found.walk("VEVENT")] == ["CONFIRMED", "CANCELLED"]


def test_a_feed_asks_to_be_read_again_every_hour() -> None:
    assert b"REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n" in feed([], "Our evenings")
