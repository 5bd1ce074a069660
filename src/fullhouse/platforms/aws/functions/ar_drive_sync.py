"""`ar-drive-sync`: syncs the sheet of appointments at Google every few minutes.

The desk invokes it to sync at once, and to restore an earlier version.
"""

from functools import cache, partial
from typing import TYPE_CHECKING

import msgspec

from fullhouse.kernel.records import Get
from fullhouse.platforms.aws.bootstrap import appointments_config, files, open_front_desk_engine
from fullhouse.platforms.aws.external_sources import appointments_outside
from fullhouse.platforms.aws.google_key import google
from fullhouse.platforms.aws.handler import Event, handling
from fullhouse.products.frontdesk.shared.external_sources import SheetVersion

if TYPE_CHECKING:
    from fullhouse.inbound.sync.connections import Connections

ACCOUNT = "ar/drive/sa"


async def handle_event(event: Event) -> object:
    """Sync sheet and appointments, or restore an earlier version of the sheet."""
    if not (event.get("sync") or event.get("sheet") or "put_back" in event):
        raise ValueError("this is neither the schedule's ring nor the desk's wish")
    sheet = _outside().appointments_sheet
    if sheet is None:
        return None
    if "put_back" in event:
        version = open_front_desk_engine().load(Get(SheetVersion, (str(event["put_back"]),)))
        if version is None:
            return None
        return msgspec.to_builtins(await sheet.put_back(version, str(event["by"])))
    return msgspec.to_builtins(await sheet.run())


@cache
def _outside() -> "Connections":
    return appointments_outside(
        appointments_config(), open_front_desk_engine(), files(), partial(google, ACCOUNT)
    )


handle = handling(handle_event)
