"""`wl-drive-sync`: syncs the documents, the sheet and the calendar every few minutes.

The desk invokes it to sync the sheet or the calendar at once, and to restore an earlier version.
"""

from collections.abc import Awaitable, Callable
from functools import cache, partial
from typing import TYPE_CHECKING

import msgspec

from fullhouse.kernel.records import Get
from fullhouse.platforms.aws.bootstrap import files, open_waitlist_engine, place, waitlist_config
from fullhouse.platforms.aws.clients import client
from fullhouse.platforms.aws.external_sources import outside_of
from fullhouse.platforms.aws.google_key import google
from fullhouse.platforms.aws.handler import Event, HandlerFailed, attempt_all, handling
from fullhouse.products.frontdesk.shared.external_sources import SheetVersion

if TYPE_CHECKING:
    from fullhouse.inbound.sync.connections import Connections
    from fullhouse.inbound.sync.document_sync import DocumentSync

ACCOUNT = "wl/drive/sa"


async def handle_event(event: Event) -> object:
    """Sync everything on schedule; do what the desk asks for when it does."""
    outside = _outside()
    if "put_back" in event:
        return await _put_back(outside, str(event["put_back"]), str(event["by"]))
    if event.get("sheet"):
        return msgspec.to_builtins(await outside.sheet.run()) if outside.sheet else None
    if event.get("calendar"):
        return await _sync_calendar(outside, believe=bool(event.get("believe")))
    if not event.get("sync"):
        raise ValueError("this is neither the schedule's ring nor the desk's wish")
    await _sync_all(outside)
    return None


async def _put_back(outside: "Connections", version_id: str, by: str) -> object:
    version = open_waitlist_engine().load(Get(SheetVersion, (version_id,)))
    if outside.sheet is None or version is None:
        return None
    return msgspec.to_builtins(await outside.sheet.put_back(version, by))


async def _sync_calendar(outside: "Connections", *, believe: bool) -> object:
    if outside.calendar is None:
        return None
    return msgspec.to_builtins(await outside.calendar.run(believe=believe))


async def _sync_all(outside: "Connections") -> None:
    due: list[Callable[[], Awaitable[object]]] = [
        partial(_mirrored, document) for document in outside.papers
    ]
    due += [source.run for source in (outside.sheet, outside.calendar) if source is not None]
    if left := await attempt_all(due, _done):
        raise HandlerFailed(f"{len(left)} of what is kept elsewhere could not be looked at")


async def _done(work: Callable[[], Awaitable[object]]) -> None:
    await work()


async def _mirrored(document: "DocumentSync") -> None:
    """Sync a document, and copy a new text to the bucket, which keeps every version."""
    saved = await document.run()
    if saved is not None and saved.document is not None:
        text = saved.document.seen or saved.document.text
        client("s3").put_object(
            Bucket=place().rules_source, Key=f"{document.name}.md", Body=text.encode()
        )


@cache
def _outside() -> "Connections":
    return outside_of(waitlist_config(), open_waitlist_engine(), files(), partial(google, ACCOUNT))


handle = handling(handle_event)
