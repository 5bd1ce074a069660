"""Records of each appointment seen in the calendar, kept in a few small shelves.

They hold no names, only times and a digest of the content.
"""

from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from fullhouse.engine.core import Engine
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.external_sources import ExternalSource, SaveSourceState

SHELVES = 16
# Past times are kept for a week, because a calendar may still show them tomorrow.
KEPT_FOR = timedelta(days=7)


class SeenTime(msgspec.Struct, frozen=True, array_like=True):
    """One time in the calendar: when it was last, and how many proposals were made of it.

    `mark` is the digest of its content, empty if it has vanished. `appointment` is the id of the
    appointment made of it, if there is one.
    """

    key: str
    proposals: int
    starts_at: datetime
    minutes: int
    mark: str = ""
    appointment: str = ""

    @property
    def proposal(self) -> str:
        """The id of the last proposal."""
        return proposal_name(self.key, self.proposals)


def proposal_name(key: str, number: int) -> str:
    """Return the id of one proposal of a calendar time."""
    return f"k{key}{number}"


class SeenTimes:
    """All seen times of a calendar, by key."""

    def __init__(self, engine: Engine, where: str) -> None:
        """Load the records; those of another calendar are ignored."""
        self._engine, self._where = engine, where
        self._shelves: dict[str, ExternalSource] = {}
        self.known: dict[str, SeenTime] = {}
        for number in range(SHELVES):
            name = f"appointments-calendar-{number}"
            shelf = engine.load(Get(ExternalSource, (name,))) or ExternalSource(id=name)
            self._shelves[name] = shelf
            self.known |= {seen.key: seen for seen in self._on(shelf)}

    def _on(self, shelf: ExternalSource) -> list[SeenTime]:
        if not shelf.memo or shelf.where != self._where:
            return []
        return msgspec.json.decode(shelf.memo, type=list[SeenTime])

    async def keep(self, by: str, now: datetime) -> bool:
        """Save changes; return True if no other sync run did so at the same time."""
        kept = True
        for name, shelf in self._shelves.items():
            ahead = self._ahead(name, now)
            memo = msgspec.json.encode(ahead).decode() if ahead else ""
            is_saved = (shelf.memo, shelf.where) == (memo, self._where)
            is_empty = not memo and not shelf.memo
            if is_saved or is_empty:
                continue
            fresh = replace(shelf, where=self._where, memo=memo, items=len(ahead), seen_at=now)
            kept = await self._engine.execute_step(SaveSourceState(external=fresh), by) and kept
        return kept

    def _ahead(self, shelf: str, now: datetime) -> list[SeenTime]:
        """Return the times of one shelf that are ahead or not long over, ordered by key."""
        here = [seen for key, seen in sorted(self.known.items()) if _shelf_of(key) == shelf]
        return [seen for seen in here if seen.starts_at > now - KEPT_FOR]


def _shelf_of(key: str) -> str:
    return f"appointments-calendar-{int(key[0], 16) % SHELVES}"
