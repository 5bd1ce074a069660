"""What a sync asks of the house, and gives to it: many at once, so that a store which commits in groups has groups."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from fullhouse.engine.house import House
from fullhouse.kernel.commands import Command
from fullhouse.kernel.records import Get
from fullhouse.kernel.rulebook import Rulebook
from fullhouse.lanes.syncing.cells import status_of
from fullhouse.products.waitlist.commands import Join
from fullhouse.products.waitlist.joining import MOST_AT_ONCE, JoinMany
from fullhouse.products.waitlist.model import Answer, Entry, EntryPage, Slot, Unwritten

AT_ONCE = 64
PAGE = 1000


async def give_all(house: House, commands: Sequence[Command], by: str) -> list[Any]:
    """Give commands as part of something larger, and return their answers in the same order."""
    answers: list[Any] = []
    for at in range(0, len(commands), AT_ONCE):
        answers += await asyncio.gather(*(house.order(command, by) for command in commands[at : at + AT_ONCE]))
    return answers


async def join_all(house: House, joins: Sequence[Join], by: str) -> list[Answer]:
    """Put people on the list, several in each commit, and return the answers in the same order."""
    some = [tuple(joins[at : at + MOST_AT_ONCE]) for at in range(0, len(joins), MOST_AT_ONCE)]
    answers = await give_all(house, [JoinMany(joins=each) for each in some], by)
    return [answer for several in answers for answer in several]


async def waiting_in(house: House) -> list[Entry]:
    """List everyone who waits."""
    return await _paged(house, lambda after: EntryPage("waiting", after, PAGE))


async def unwritten_in(house: House) -> list[Entry]:
    """List everyone of whom the sheet does not show how they stand."""
    return await _paged(house, lambda after: Unwritten(after, PAGE))


async def _paged(house: House, need: Callable[[str], EntryPage | Unwritten]) -> list[Entry]:
    """Read page after page, and let others have their turn in between."""
    found: list[Entry] = []
    while page := house.load(need(found[-1].id if found else "")):
        found += page
        await asyncio.sleep(0)
    return found


def named_in(house: House, keys: Iterable[str]) -> dict[str, Entry]:
    """Find entries by their keys; what is no key of ours is not found."""
    found = ((key, house.load(Get(Entry, (key,)))) for key in keys if key)
    return {key: entry for key, entry in found if entry is not None}


def status_in(house: House, book: Rulebook) -> Callable[[Entry], str]:
    """Say how people stand, with the slot that they were booked into."""

    def status(entry: Entry) -> str:
        slot = house.load(Get(Slot, (entry.booked,))) if entry.booked else None
        return status_of(entry, slot, book)

    return status
