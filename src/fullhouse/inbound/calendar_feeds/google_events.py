"""Google Calendar's events as occurrences: the same shape as from any feed."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from fullhouse.inbound.calendar_feeds.occurrence import Occurrence, made_of
from fullhouse.inbound.google.calendar import Listing, list_events
from fullhouse.inbound.google.client import GoogleClient
from fullhouse.inbound.mail.html_text import text_in


class Changes(msgspec.Struct, frozen=True):
    """What a calendar tells. `gone` names times that were cancelled without being told again.

    If it is `whole`, what was known before and is not among the occurrences is gone, too, apart from the `unread`:
    they are there, and nobody knows when.
    """

    occurrences: tuple[Occurrence, ...]
    gone: tuple[str, ...]
    token: str
    whole: bool
    unread: tuple[str, ...] = ()


def read_calendar(
    client: GoogleClient, calendar_id: str, from_: datetime, until: datetime, token: str = ""
) -> Changes:
    """Ask what changed since the token was given, or for everything between two times."""
    return changes_in(list_events(client, calendar_id, from_, until, token))


def changes_in(listing: Listing) -> Changes:
    """Turn a listing into occurrences, in their order."""
    pairs = [(event, from_google(event, listing.zone)) for event in listing.events]
    found = sorted((made for _, made in pairs if made), key=lambda each: (each.starts_at, each.uid))
    timeless = [event for event, made in pairs if made is None]
    gone = _names(event for event in timeless if event.get("status") == "cancelled")
    unread = _names(event for event in timeless if event.get("status") != "cancelled")
    return Changes(tuple(found), gone, listing.token, listing.whole, unread)


def _names(events: Iterable[dict[str, Any]]) -> tuple[str, ...]:
    return tuple(filter(None, (str(event.get("id", "")) for event in events)))


def from_google(event: dict[str, Any], zone: str = "UTC") -> Occurrence | None:
    """Read one event; whole days are meant in the calendar's zone. None if it says no time."""
    try:
        uid = str(event["id"])
        start = event.get("start") or event["originalStartTime"]
        starts_at = _instant(start, zone)
        ends_at = _instant(event.get("end") or start, zone)
    except (LookupError, ValueError, TypeError, AttributeError):
        return None
    description = str(event.get("description", ""))
    return made_of(
        uid,
        (starts_at, max(starts_at, ends_at)),
        str(event.get("summary", "")),
        text_in(description) if "<" in description else description,
        cancelled=event.get("status") == "cancelled",
        guests=_guests(event),
    )


def _guests(event: dict[str, Any]) -> list[tuple[str, str]]:
    """List who was invited; whose calendar it is, and rooms, are none."""
    given = event.get("attendees")
    invited = [one for one in given if isinstance(one, dict)] if isinstance(given, list) else []
    people = [
        one
        for one in invited
        if not (one.get("self") or one.get("organizer") or one.get("resource"))
    ]
    return [(str(one.get("displayName", "")), str(one.get("email", ""))) for one in people]


def _instant(given: dict[str, str], zone: str) -> datetime:
    """Read a time with its offset, or the beginning of a day."""
    moment = datetime.fromisoformat(given.get("dateTime") or given["date"])
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=ZoneInfo(given.get("timeZone") or zone))
    return moment.astimezone(UTC)
