"""Share images of events: drawn outside this process, and kept while the room looks the same."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool

from fullhouse.engine.latest_entries import LatestEntries
from fullhouse.engine.ports import Unreadable
from fullhouse.products.rsvp.room_plan import Headcount
from fullhouse.web.graphics.room_picture import MOST_DOTS, STEP, plan

if TYPE_CHECKING:
    from fullhouse.inbound.share_image import RoomDots

MOST_KEPT = 64


class ShareImages:
    """Draws the rooms of events, one at a time, and keeps the latest pictures."""

    def __init__(self, draw: "Callable[[RoomDots], bytes]") -> None:
        """Start without pictures."""
        self._draw = draw
        self._kept = LatestEntries[bytes](MOST_KEPT)
        # Whoever asks for many pictures at once takes one thread, not all of them.
        self._one_at_a_time = asyncio.Lock()

    async def of(self, count: Headcount) -> bytes | None:
        """Return the picture of a room as PNG; None if it can't be drawn just now."""
        name = f"{count.seats} {count.confirmed} {count.held}"
        async with self._one_at_a_time:
            kept = self._kept.get(name)
            if kept is not None:
                return kept
            try:
                drawn = await run_in_threadpool(self._draw, dots_of(count))
            except Unreadable:
                return None
            self._kept.put(name, drawn)
            return drawn


def dots_of(count: Headcount) -> "RoomDots":
    """Return the seats of a room where they are drawn; of a large room fewer, in proportion."""
    from fullhouse.inbound.share_image import RoomDots

    seen = count.in_proportion(MOST_DOTS)
    width, height, spots = plan(seen.cap)
    held = seen.confirmed + seen.held
    taken = spots[: seen.confirmed]
    return RoomDots(width, height, STEP, taken, spots[seen.confirmed : held], spots[held:])
