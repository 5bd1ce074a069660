"""The connection that makes room for a newcomer when too many are open."""

from collections import Counter
from collections.abc import Collection
from typing import Protocol, TypeVar

from fullhouse.engine.client_address import counted_as


class Connected(Protocol):
    """An open connection: the address at its other end, and the time of its last progress."""

    host: str
    progressed_at: float


C = TypeVar("C", bound=Connected)


def makes_room(newcomer: str, connections: Collection[C]) -> C | None:
    """Return the connection of the most crowded network that made no progress for longest.

    None if the newcomer would crowd its own network more than that one.
    """
    number = Counter(client for other in connections for client, _ in counted_as(other.host))
    with_newcomer = number + Counter(client for client, _ in counted_as(newcomer))
    most = max(_crowding(other.host, number) for other in connections)
    if _crowding(newcomer, with_newcomer) > most:
        return None
    crowded = (other for other in connections if _crowding(other.host, number) == most)
    return min(crowded, key=lambda other: other.progressed_at)


def _crowding(host: str, number: Counter[str]) -> float:
    """Return how many connections there are near an address; larger networks may have more."""
    return max(number[client] / times for client, times in counted_as(host))
