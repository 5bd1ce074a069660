"""A bounded memory of what came last, by key."""

from typing import Generic, TypeVar

T = TypeVar("T")


class LatestEntries(Generic[T]):
    """Entries by key: at least the latest ones, and fewer than twice as many.

    The oldest are dropped many at a time. Dropped one by one, each would bring memory into the
    processor's caches that was not used for long: that cost a twentieth of a sign-up.
    """

    def __init__(self, most: int) -> None:
        """Start empty; the latest `most` entries are kept in any case."""
        self._most = most
        self._newer: dict[str, T] = {}
        self._older: dict[str, T] = {}

    def get(self, key: str) -> T | None:
        """Return the entry of a key, or None."""
        found = self._newer.get(key)
        if found is None:
            return self._older.get(key)
        return found

    def put(self, key: str, entry: T) -> None:
        """Set the entry of a key."""
        self._newer[key] = entry
        if len(self._newer) >= self._most:
            self._older, self._newer = self._newer, {}
