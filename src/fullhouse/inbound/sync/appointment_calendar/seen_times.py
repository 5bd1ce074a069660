"""What was seen of each appointment in the calendar, and what was proposed of it: a few small records for all of them.

No name is in them, only when something was and a mark of what it said.
"""

from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from fullhouse.engine.core import Engine
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.external_sources import ExternalSource, SaveSourceState

SHELVES = 16
# What is over is remembered a little longer: a calendar may still show it tomorrow.
KEPT_FOR = timedelta(days=7)


class SeenTime(msgspec.Struct, frozen=True, array_like=True):
    """One time in the calendar: when it was last, and how many proposals were made of it.

    `mark` is of what it said; it is empty if it has vanished. `appointment` is what it became, once that is known.
    """

    key: str
    proposals: int
    starts_at: datetime
    minutes: int
    mark: str = ""
    appointment: str = ""

    @property
    def proposal(self) -> str:
        """The name of the last proposal."""
        return proposal_name(self.key, self.proposals)


def proposal_name(key: str, number: int) -> str:
    """Name the proposals that are made of one time in the calendar."""
    return f"k{key}{number}"


class SeenTimes:
    """All that is known of a calendar's appointments, by their key."""

    def __init__(self, engine: Engine, where: str) -> None:
        """Recall it; another calendar is met as if for the first time."""
        self._engine, self._where = engine, where
        names = [f"appointments-calendar-{number}" for number in range(SHELVES)]
        self._shelves = {
            name: engine.load(Get(ExternalSource, (name,))) or ExternalSource(id=name)
            for name in names
        }
        self.known: dict[str, SeenTime] = {
            one.key: one for shelf in self._shelves.values() for one in self._on(shelf)
        }

    def _on(self, shelf: ExternalSource) -> list[SeenTime]:
        if not shelf.memo or shelf.where != self._where:
            return []
        return msgspec.json.decode(shelf.memo, type=list[SeenTime])

    async def keep(self, by: str, now: datetime) -> bool:
        """Remember what has changed; say whether nobody else did so at the same time."""
        kept = True
        for name, shelf in self._shelves.items():
            here = [one for key, one in sorted(self.known.items()) if _shelf_of(key) == name]
            ahead = [one for one in here if one.starts_at > now - KEPT_FOR]
            memo = msgspec.json.encode(ahead).decode() if ahead else ""
            if (shelf.memo, shelf.where) == (memo, self._where) or not (memo or shelf.memo):
                continue
            fresh = replace(shelf, where=self._where, memo=memo, items=len(ahead), seen_at=now)
            kept = await self._engine.execute_step(SaveSourceState(external=fresh), by) and kept
        return kept


def _shelf_of(key: str) -> str:
    return f"appointments-calendar-{int(key[0], 16) % SHELVES}"
