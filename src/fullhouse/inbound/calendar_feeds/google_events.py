"""Google Calendar's events as occurrences, in the same form as from any feed."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from fullhouse.inbound.calendar_feeds.occurrence import Occurrence, made_of
from fullhouse.inbound.google.calendar import Listing, list_events
from fullhouse.inbound.google.client import GoogleClient
from fullhouse.inbound.mail.html_text import text_in

# An attendee with one of these marks is the calendar's owner, the organizer or a room.
NO_GUESTS = ("self", "organizer", "resource")


class Changes(msgspec.Struct, frozen=True):
    """Changes in a calendar. `gone` names times that were cancelled without their details.

    If it is `whole`, times that are not listed are gone, too, except the `unread`: they exist, but
    their time is unknown.
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
    found: list[Occurrence] = []
    cancelled: list[dict[str, Any]] = []
    timeless: list[dict[str, Any]] = []
    for event in listing.events:
        occurrence = from_google(event, listing.zone)
        if occurrence is not None:
            found.append(occurrence)
        elif event.get("status") == "cancelled":
            cancelled.append(event)
        else:
            timeless.append(event)
    found.sort(key=lambda occurrence: (occurrence.starts_at, occurrence.uid))
    gone, unread = _names(cancelled), _names(timeless)
    return Changes(tuple(found), gone, listing.token, listing.whole, unread)


def _names(events: Iterable[dict[str, Any]]) -> tuple[str, ...]:
    return tuple(filter(None, (str(event.get("id", "")) for event in events)))


def from_google(event: dict[str, Any], zone: str = "UTC") -> Occurrence | None:
    """Read one event; whole days are meant in the calendar's zone. None if it has no time."""
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
    """List the invited guests, without the calendar's owner, the organizer and rooms."""
    given = event.get("attendees")
    if not isinstance(given, list):
        return []
    guests: list[tuple[str, str]] = []
    for attendee in given:
        if isinstance(attendee, dict) and not any(map(attendee.get, NO_GUESTS)):
            name, address = attendee.get("displayName", ""), attendee.get("email", "")
            guests.append((str(name), str(address)))
    return guests


def _instant(given: dict[str, str], zone: str) -> datetime:
    """Read a time with its offset, or the beginning of a day."""
    moment = datetime.fromisoformat(given.get("dateTime") or given["date"])
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=ZoneInfo(given.get("timeZone") or zone))
    return moment.astimezone(UTC)
