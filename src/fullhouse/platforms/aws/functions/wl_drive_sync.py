"""`wl-drive-sync`: every few minutes, what staff keep at Google: the two documents, the sheet, the calendar.

The desk asks it for the sheet at once, and to put an earlier version back.
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


async def work(event: Event) -> object:
    """Look at all of it when the schedule rings; do what the desk asks for when it does."""
    outside = _outside()
    if "put_back" in event:
        version = open_waitlist_engine().load(Get(SheetVersion, (str(event["put_back"]),)))
        told = (
            await outside.sheet.put_back(version, str(event["by"]))
            if outside.sheet and version
            else None
        )
        return msgspec.to_builtins(told)
    if event.get("sheet"):
        return msgspec.to_builtins(await outside.sheet.run()) if outside.sheet else None
    if event.get("calendar"):
        believe = bool(event.get("believe"))
        return (
            msgspec.to_builtins(await outside.calendar.run(believe=believe))
            if outside.calendar
            else None
        )
    if not event.get("sync"):
        raise ValueError("this is neither the schedule's ring nor the desk's wish")
    due: list[Callable[[], Awaitable[object]]] = [
        partial(_mirrored, paper) for paper in outside.papers
    ]
    due += [one.run for one in (outside.sheet, outside.calendar) if one is not None]
    if left := await attempt_all(due, _done):
        raise HandlerFailed(f"{len(left)} of what is kept elsewhere could not be looked at")
    return None


async def _done(work: Callable[[], Awaitable[object]]) -> None:
    await work()


async def _mirrored(paper: "DocumentSync") -> None:
    """Bring a document in step, and keep a copy of what is new: the bucket keeps every version."""
    saved = await paper.run()
    if saved is not None and saved.document is not None:
        text = saved.document.seen or saved.document.text
        client("s3").put_object(
            Bucket=place().rules_source, Key=f"{paper.name}.md", Body=text.encode()
        )


@cache
def _outside() -> "Connections":
    return outside_of(waitlist_config(), open_waitlist_engine(), files(), partial(google, ACCOUNT))


handle = handling(work)
