"""What the sync of the waitlist asks of the house, and gives to it."""

from collections.abc import Callable, Iterable, Sequence

from fullhouse.engine.core import Engine
from fullhouse.inbound.sync.batches import PAGE, execute_all, paged
from fullhouse.inbound.sync.waitlist_sheet.cells import status_of
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.commands import JoinWaitlist
from fullhouse.products.frontdesk.waitlist.group_joins import MOST_AT_ONCE, JoinMany
from fullhouse.products.frontdesk.waitlist.model import (
    Entry,
    EntryPage,
    Slot,
    UnsyncedEntries,
    WaitlistResult,
)


async def join_all(engine: Engine, joins: Sequence[JoinWaitlist], by: str) -> list[WaitlistResult]:
    """Put people on the list, several in each commit, and return the answers in the same order."""
    some = [tuple(joins[at : at + MOST_AT_ONCE]) for at in range(0, len(joins), MOST_AT_ONCE)]
    answers = await execute_all(engine, [JoinMany(joins=each) for each in some], by)
    return [answer for several in answers for answer in several]


async def waiting_in(engine: Engine) -> list[Entry]:
    """List everyone who waits."""
    return await paged(
        engine, lambda last: EntryPage("waiting", last.id if last is not None else "", PAGE)
    )


async def unwritten_in(engine: Engine) -> list[Entry]:
    """List everyone of whom the sheet does not show how they stand."""
    return await paged(
        engine, lambda last: UnsyncedEntries(last.id if last is not None else "", PAGE)
    )


def named_in(engine: Engine, keys: Iterable[str]) -> dict[str, Entry]:
    """Find entries by their keys; what is no key of ours is not found."""
    found = ((key, engine.load(Get(Entry, (key,)))) for key in keys if key)
    return {key: entry for key, entry in found if entry is not None}


def status_in(engine: Engine, book: Rulebook) -> Callable[[Entry], str]:
    """Say how people stand, with the slot that they were booked into."""

    def status(entry: Entry) -> str:
        slot = engine.load(Get(Slot, (entry.booked,))) if entry.booked else None
        return status_of(entry, slot, book)

    return status
