"""Where calendars come from: an .ics feed or Google Calendar, asked only for what may have changed."""

from datetime import datetime
from typing import Protocol

import msgspec

from fullhouse.inbound.calendar_feeds.feed_download import DownloadPolicy, fetch_feed
from fullhouse.inbound.calendar_feeds.google_events import read_calendar
from fullhouse.inbound.calendar_feeds.ical_feed import read_feed
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
    """Between which instants times are wanted, and in which zone those without one are meant."""

    since: datetime
    until: datetime
    zone: str


class CalendarSnapshot(msgspec.Struct, frozen=True):
    """What a calendar shows. If it is `whole`, what is not among it is not there; else it is what changed.

    The `unread` are there, and nobody knows when. `memo` is what to ask with the next time.
    """

    occurrences: tuple[Occurrence, ...] = ()
    gone: tuple[str, ...] = ()
    whole: bool = True
    memo: str = ""
    unread: tuple[str, ...] = ()


class Calendar(Protocol):
    """A calendar outside of the house."""

    def look(self, span: Span, memo: str) -> CalendarSnapshot | None:
        """Say what it shows; None if that has not changed since the memo. Raises `CalendarDown`."""


class _Tag(msgspec.Struct, frozen=True):
    etag: str = ""
    modified: str = ""


class FeedCalendar:
    """An .ics feed at an address."""

    def __init__(self, url: str, asking: DownloadPolicy | None = None) -> None:
        """Know its address, which may hold a secret."""
        self.url, self.asking = url, asking

    def look(self, span: Span, memo: str) -> CalendarSnapshot | None:
        tag = msgspec.json.decode(memo, type=_Tag) if memo else _Tag()
        try:
            feed = fetch_feed(self.url, tag.etag, tag.modified, self.asking)
            if feed.content is None:
                return None
            found = read_feed(feed.content, span.zone, span.since, span.until)
        except FeedProblem as problem:
            raise CalendarDown(problem.reason) from problem
        fresh = msgspec.json.encode(_Tag(feed.etag, feed.modified)).decode()
        return CalendarSnapshot(found.times, memo=fresh, unread=found.unread)


class GoogleCalendar:
    """A calendar at Google that is shared with our service account."""

    def __init__(self, client: GoogleClient, calendar_id: str) -> None:
        """Know which one it is."""
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
