"""Pages of lists and their cursors.

One item more than the limit is loaded, to know whether there is a next page.
"""

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from fullhouse.web.api.errors import refuse
from fullhouse.web.api.schema import Page

T = TypeVar("T")
S = TypeVar("S")

LONGEST_NUMBER = 18


def split_page(
    found: Sequence[S], limit: int, show: Callable[[S], T], cursor: Callable[[S], str]
) -> Page[T]:
    """Return the first `limit` items, and the cursor of the next page if there are more."""
    items = [show(item) for item in found[:limit]]
    if len(found) <= limit:
        return Page(items=items, next=None)
    return Page(items=items, next=cursor(found[limit - 1]))


def number(cursor: str) -> int:
    """Return the number in a cursor; no cursor means from the start."""
    if cursor and not (cursor.isascii() and cursor.isdecimal() and len(cursor) <= LONGEST_NUMBER):
        refuse("bad_cursor", "This cursor did not come from us.", "cursor")
    return int(cursor or 0)


CURSOR = re.compile(r"(\d{1,14})-(.{1,100})", re.ASCII | re.DOTALL)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


def place_cursor(at: datetime, known_as: str) -> str:
    """Return the cursor of a time and an id."""
    return f"{(at - EPOCH) // MILLISECOND}-{known_as}"


def read_place(cursor: str) -> tuple[datetime | None, str]:
    """Return the time and the id in a cursor; no cursor means from the start."""
    if not cursor:
        return None, ""
    found = CURSOR.fullmatch(cursor)
    if found is None:
        refuse("bad_cursor", "This cursor did not come from us.", "cursor")
    return EPOCH + int(found[1]) * MILLISECOND, found[2]
