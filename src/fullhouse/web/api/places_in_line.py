"""Cursors that name a place in time: an instant and an id, so that a list goes on where it stopped."""

import re
from datetime import UTC, datetime, timedelta

from fullhouse.web.api.refusals import refuse

CURSOR = re.compile(r"(\d{1,14})-(.{1,100})", re.ASCII | re.DOTALL)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


def place_cursor(at: datetime, known_as: str) -> str:
    """Write down a place."""
    return f"{(at - EPOCH) // MILLISECOND}-{known_as}"


def read_place(cursor: str) -> tuple[datetime | None, str]:
    """Read a place; no cursor means from the start."""
    if not cursor:
        return None, ""
    found = CURSOR.fullmatch(cursor)
    if found is None:
        refuse("bad_cursor", "This cursor did not come from us.", "cursor")
    return EPOCH + int(found[1]) * MILLISECOND, found[2]
