"""Parts of lists: one more than asked for is loaded, so that the last part knows it is the last."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from fullhouse.web.api.refusals import refuse
from fullhouse.web.api.shapes import Page

T = TypeVar("T")
S = TypeVar("S")

LONGEST_NUMBER = 18


def split_page(found: Sequence[S], limit: int, show: Callable[[S], T], cursor: Callable[[S], str]) -> Page[T]:
    """Show as many as were asked for, and where to go on."""
    shown = found[:limit]
    more = len(found) > limit
    return Page(items=[show(one) for one in shown], next=cursor(shown[-1]) if more else None)


def number(cursor: str) -> int:
    """Read a cursor that is a number; none means from the start."""
    if cursor and not (cursor.isascii() and cursor.isdecimal() and len(cursor) <= LONGEST_NUMBER):
        refuse("bad_cursor", "This cursor did not come from us.", "cursor")
    return int(cursor or 0)
