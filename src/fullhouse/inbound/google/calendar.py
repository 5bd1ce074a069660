"""Google Calendar: all events of a time at first, then only what has changed since; and being told of changes."""

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
    """Events as Google tells them, and the token that asks for what changes from now on.

    `whole` says that this is everything, not only what changed: what was known before and is not in it is gone.
    """

    events: tuple[dict[str, Any], ...]
    token: str
    whole: bool
    zone: str


def list_events(
    client: GoogleClient, calendar_id: str, from_: datetime, until: datetime, token: str = ""
) -> Listing:
    """List what changed since the token was given; everything between two times if there is none or it has expired.

    A token keeps to the times that it was made with. Whoever looks ahead begins anew each day, without a token.
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
    pages = list(_pages(client, calendar_id, asked))
    events = tuple(event for page in pages for event in page.get("items", ()))
    return Listing(
        events, pages[-1].get("nextSyncToken", ""), whole, pages[-1].get("timeZone", "UTC")
    )


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
    """A channel by which Google tells us that something has changed, until it ends."""

    channel: str
    resource: str
    ends_at: datetime


def watch_events(
    client: GoogleClient, calendar_id: str, channel: str, token: str, address: str, until: datetime
) -> Watch:
    """Ask Google to tell us of changes at an address, with a token that proves that it is Google."""
    url = f"{client.where.others}/calendar/v3/calendars/{quote(calendar_id, safe='')}/events/watch"
    ends = str(int(until.timestamp() * 1000))
    told = {
        "id": channel,
        "type": "web_hook",
        "address": address,
        "token": token,
        "expiration": ends,
    }
    made = client.write(url, told)
    try:
        given = int(made.get("expiration") or ends)
        return Watch(channel, str(made["resourceId"]), datetime.fromtimestamp(given / 1000, UTC))
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError, OSError) as error:
        raise GoogleDown("Google's answer cannot be understood.") from error


def stop_watching(client: GoogleClient, watch: Watch) -> None:
    """Ask Google to tell us no more by a channel; one that has ended is fine."""
    url = f"{client.where.others}/calendar/v3/channels/stop"
    try:
        client.tell(url, {"id": watch.channel, "resourceId": watch.resource})
    except GoogleDown as down:
        if down.status != NOT_FOUND:
            raise
