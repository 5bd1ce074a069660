"""Access to stored records by kind, and the first few of them in an order."""

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

from fullhouse.kernel.records import Record

R = TypeVar("R", bound=Record)


class Shelves(Protocol):
    """A store that keeps records by kind."""

    def shelf(self, kind: type[Record]) -> dict[tuple[str, ...], Any]:
        """Return the records of a kind by their keys."""
        ...


def first(
    found: Iterable[R], by: Callable[[R], Any], limit: int, *, reverse: bool = False
) -> tuple[R, ...]:
    """Sort records and return the first `limit` of them."""
    return tuple(sorted(found, key=by, reverse=reverse)[:limit])
