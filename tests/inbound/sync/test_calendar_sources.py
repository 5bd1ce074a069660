"""Calendars as they are read outside: a feed over HTTP, and Google's."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from fullhouse.inbound.calendar_feeds.feed_download import DownloadPolicy
from fullhouse.inbound.sync.calendar_sources import (
    CalendarDown,
    FeedCalendar,
    GoogleCalendar,
    Span,
)
from tests.inbound.google.fake import fake_google
from tests.inbound.google.grid import Calendar as GoogleGrid
from tests.support.rsvp_world import there

FEED = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//test//EN
BEGIN:VEVENT
UID:one
DTSTART:20260622T080000Z
DTEND:20260622T090000Z
SUMMARY:Colour with Jess
END:VEVENT
END:VCALENDAR
"""
SPAN = Span(there("2026-06-20 12:00"), there("2026-12-20 12:00"), "Europe/Berlin")


class Server(BaseHTTPRequestHandler):
    content = FEED.encode()

    def do_GET(self) -> None:
        known = self.headers.get("If-None-Match") == "tag"
        self.send_response(304 if known else 200)
        self.send_header("ETag", "tag")
        self.send_header("Content-Length", "0" if known else str(len(self.content)))
        self.end_headers()
        if not known:
            self.wfile.write(self.content)

    def log_message(self, *_given: object) -> None:
        """Answer nothing."""


@pytest.fixture
def url() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Server)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/feed.ics"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_feed_is_asked_whether_it_changed(url: str) -> None:
    feed = FeedCalendar(url, DownloadPolicy(inside=True))
    shown = feed.look(SPAN, "")
    assert shown is not None
    assert [(one.uid, one.summary) for one in shown.occurrences] == [("one", "Colour with Jess")]
    assert feed.look(SPAN, shown.memo) is None


def test_a_feed_inside_our_own_network_is_not_fetched(url: str) -> None:
    with pytest.raises(CalendarDown, match="inside our own network"):
        FeedCalendar(url).look(SPAN, "")


def moment(wall: str) -> dict[str, str]:
    return {"dateTime": there(wall).isoformat()}


def test_google_is_asked_for_what_changed() -> None:
    with fake_google() as google:
        shop = google.calendars["shop"] = GoogleGrid()
        start, end = moment("2026-06-23 15:00"), moment("2026-06-23 16:00")
        shop.put(id="g1", status="confirmed", summary="Cut with Sam", start=start, end=end)
        calendar = GoogleCalendar(google.client(), "shop")
        shown = calendar.look(SPAN, "")
        assert shown is not None
        assert (shown.whole, [one.uid for one in shown.occurrences]) == (True, ["g1"])
        assert calendar.look(SPAN, shown.memo) is None
        shop.put(id="g1", status="cancelled")
        changed = calendar.look(SPAN, shown.memo)
        assert changed is not None
        assert (changed.whole, changed.gone) == (False, ("g1",))


def test_a_google_calendar_that_is_not_shared_is_down() -> None:
    with fake_google() as google, pytest.raises(CalendarDown, match="not shared with"):
        GoogleCalendar(google.client(), "nobody").look(SPAN, "")
