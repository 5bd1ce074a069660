"""Google Calendar: events of a time span, changes since, and push channels."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

import msgspec

from fullhouse.inbound.google.account import GoogleDown
from fullhouse.inbound.google.client import GONE, NOT_FOUND, GoogleClient

PAGE = 2500
MOST_PAGES = 40


class Listing(msgspec.Struct, frozen=True):
    """Events from Google, and the token that asks for later changes.

    If it is `whole`, this is everything, and events that are not in it are gone.
    """

    events: tuple[dict[str, Any], ...]
    token: str
    whole: bool
    zone: str


def list_events(
    client: GoogleClient, calendar_id: str, from_: datetime, until: datetime, token: str = ""
) -> Listing:
    """List changes since the token, or all events of the span if it is missing or expired.

    A token keeps its time span: to look further ahead, ask without one each day.
    """
    if token:
        try:
            return _listing(client, calendar_id, {"syncToken": token}, whole=False)
        except GoogleDown as down:
            if down.status != GONE:
                raise
    times = {"timeMin": _instant(from_), "timeMax": _instant(until)}
    return _listing(client, calendar_id, times, whole=True)


def _listing(
    client: GoogleClient, calendar_id: str, asked: dict[str, str], *, whole: bool
) -> Listing:
    events: list[dict[str, Any]] = []
    last: dict[str, Any] = {}
    for page in _pages(client, calendar_id, asked):
        events += page.get("items", ())
        last = page
    token, zone = last.get("nextSyncToken", ""), last.get("timeZone", "UTC")
    return Listing(tuple(events), token, whole, zone)


def _pages(
    client: GoogleClient, calendar_id: str, asked: dict[str, str]
) -> Iterator[dict[str, Any]]:
    url = f"{client.where.others}/calendar/v3/calendars/{quote(calendar_id, safe='')}/events"
    query: dict[str, str | int | bool | Sequence[str]] = {
        **asked,
        "singleEvents": True,
        "showDeleted": True,
        "maxResults": PAGE,
    }
    for _ in range(MOST_PAGES):
        page = client.read(url, query)
        yield page
        if not page.get("nextPageToken"):
            return
        query["pageToken"] = page["nextPageToken"]
    raise GoogleDown("This calendar holds far more events than can be read.")


def _instant(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Watch(msgspec.Struct, frozen=True):
    """A channel by which Google reports changes, until it ends."""

    channel: str
    resource: str
    ends_at: datetime


def watch_events(
    client: GoogleClient, calendar_id: str, channel: str, token: str, address: str, until: datetime
) -> Watch:
    """Ask Google to post changes to an address, with a token that proves the sender."""
    url = f"{client.where.others}/calendar/v3/calendars/{quote(calendar_id, safe='')}/events/watch"
    ends = str(int(until.timestamp() * 1000))
    wanted = {
        "id": channel,
        "type": "web_hook",
        "address": address,
        "token": token,
        "expiration": ends,
    }
    made = client.write(url, wanted)
    try:
        given = int(made.get("expiration") or ends)
        return Watch(channel, str(made["resourceId"]), datetime.fromtimestamp(given / 1000, UTC))
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError, OSError) as error:
        raise GoogleDown("Google's answer cannot be understood.") from error


def stop_watching(client: GoogleClient, watch: Watch) -> None:
    """Ask Google to close a channel; one that has ended is fine."""
    url = f"{client.where.others}/calendar/v3/channels/stop"
    try:
        client.tell(url, {"id": watch.channel, "resourceId": watch.resource})
    except GoogleDown as down:
        if down.status != NOT_FOUND:
            raise
