"""Parts of lists: one more than asked for is loaded, so that the last part knows it is the last."""

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
    """Show as many as were asked for, and where to go on."""
    shown = found[:limit]
    more = len(found) > limit
    return Page(items=[show(one) for one in shown], next=cursor(shown[-1]) if more else None)


def number(cursor: str) -> int:
    """Read a cursor that is a number; none means from the start."""
    if cursor and not (cursor.isascii() and cursor.isdecimal() and len(cursor) <= LONGEST_NUMBER):
        refuse("bad_cursor", "This cursor did not come from us.", "cursor")
    return int(cursor or 0)


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
