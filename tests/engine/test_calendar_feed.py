"""Many entries as one calendar that programs subscribe to."""

from icalendar import Calendar

from fullhouse.engine.ical import feed_file
from tests.engine.test_ical import entry


def test_a_feed_holds_every_entry_under_one_name() -> None:
    found = Calendar.from_ical(feed_file([entry(), entry("CANCEL")], "Our evenings"))
    assert (found["METHOD"], found["X-WR-CALNAME"], found["NAME"]) == (
        "PUBLISH",
        "Our evenings",
        "Our evenings",
    )
    assert [str(one["STATUS"]) for one in found.walk("VEVENT")] == ["CONFIRMED", "CANCELLED"]


def test_a_feed_asks_to_be_read_again_every_hour() -> None:
    assert b"REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n" in feed_file([], "Our evenings")
