"""What every answer of the memory store stands on: records on shelves, and the first of them in an order."""

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

from fullhouse.kernel.records import Record

R = TypeVar("R", bound=Record)


class Shelves(Protocol):
    """Whoever keeps records by kind."""

    def shelf(self, kind: type[Record]) -> dict[tuple[str, ...], Any]:
        """Return the records of a kind by their keys."""
        ...


def first(
    found: Iterable[R], by: Callable[[R], Any], limit: int, *, reverse: bool = False
) -> tuple[R, ...]:
    """Bring records into an order and take the first of them."""
    return tuple(sorted(found, key=by, reverse=reverse)[:limit])
