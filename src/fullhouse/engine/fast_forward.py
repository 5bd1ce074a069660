"""Moving a clock that stands still: what falls due on the way happens at its own time, one due time after the other."""

from datetime import datetime
from typing import Protocol, runtime_checkable

from fullhouse.engine.house import House, next_due, sweep
from fullhouse.engine.ports import Clock


@runtime_checkable
class MovableClock(Clock, Protocol):
    """A clock that can be moved."""

    def move_to(self, moment: datetime) -> None:
        """Let it be that time now. Never backwards."""
        ...


class Backwards(Exception):
    """The time asked for has already passed."""


async def run_to(house: House, clock: MovableClock, target: datetime) -> None:
    """Move the clock to a time and return when everything up to then, and what it led to, has been carried out."""
    async with house.settling:
        if target < clock.now():
            raise Backwards
        await sweep(house)
        while (due := next_due(house)) is not None and due <= target:
            clock.move_to(max(due, clock.now()))
            await sweep(house)
        clock.move_to(target)
