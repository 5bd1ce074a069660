"""Sources of calendars: an .ics feed or Google Calendar, asked only for changes."""

from datetime import datetime
from typing import Protocol

import msgspec

from fullhouse.inbound.calendar_feeds.feed_download import DownloadPolicy, fetch_feed
from fullhouse.inbound.calendar_feeds.google_events import read_calendar
from fullhouse.inbound.calendar_feeds.ical_feed import ReadFeed, read_feed
from fullhouse.inbound.calendar_feeds.occurrence import FeedProblem, Occurrence
from fullhouse.inbound.google.account import GoogleDown
from fullhouse.inbound.google.client import GoogleClient


class CalendarDown(Exception):
    """A calendar cannot be read just now; `reason` is a sentence for staff."""

    def __init__(self, reason: str) -> None:
        """Keep the reason."""
        super().__init__(reason)
        self.reason = reason


class Span(msgspec.Struct, frozen=True):
    """The wanted time span, and the zone of times without one."""

    since: datetime
    until: datetime
    zone: str


class CalendarSnapshot(msgspec.Struct, frozen=True):
    """The content of a calendar: all of it if it is `whole`, else only the changes.

    The `unread` entries exist, but their time is unknown; `left_out` are titles of those with a
    rule that we don't follow. `memo` is for the next request.
    """

    occurrences: tuple[Occurrence, ...] = ()
    gone: tuple[str, ...] = ()
    whole: bool = True
    memo: str = ""
    unread: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


class Calendar(Protocol):
    """A calendar of an outside service."""

    def look(self, span: Span, memo: str) -> CalendarSnapshot | None:
        """Return its content, or None if unchanged since the memo. Raises `CalendarDown`."""


class _Tag(msgspec.Struct, frozen=True):
    etag: str = ""
    modified: str = ""


class FeedCalendar:
    """An .ics feed at an address."""

    def __init__(
        self, url: str, asking: DownloadPolicy | None = None, read: ReadFeed = read_feed
    ) -> None:
        """Read the feed at an address, which may hold a secret."""
        self.url, self.asking = url, asking
        self._read = read

    def look(self, span: Span, memo: str) -> CalendarSnapshot | None:
        tag = msgspec.json.decode(memo, type=_Tag) if memo else _Tag()
        try:
            feed = fetch_feed(self.url, tag.etag, tag.modified, self.asking)
            if feed.content is None:
                return None
            found = self._read(feed.content, span.zone, span.since, span.until)
        except FeedProblem as problem:
            raise CalendarDown(problem.reason) from problem
        fresh = msgspec.json.encode(_Tag(feed.etag, feed.modified)).decode()
        return CalendarSnapshot(
            found.times, memo=fresh, unread=found.unread, left_out=found.left_out
        )


class GoogleCalendar:
    """A calendar at Google that is shared with our service account."""

    def __init__(self, client: GoogleClient, calendar_id: str) -> None:
        """Read the calendar with this id."""
        self.client, self.calendar_id = client, calendar_id

    def look(self, span: Span, memo: str) -> CalendarSnapshot | None:
        try:
            changes = read_calendar(self.client, self.calendar_id, span.since, span.until, memo)
        except GoogleDown as down:
            raise CalendarDown(down.reason) from down
        if not changes.whole and not changes.occurrences and not changes.gone:
            return None
        return CalendarSnapshot(
            changes.occurrences, changes.gone, changes.whole, changes.token, changes.unread
        )
