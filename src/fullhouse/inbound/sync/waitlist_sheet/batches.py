"""Reads and batched commands of the waitlist's sync."""

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
    """Put customers on the waitlist, several in each commit; return the results in order."""
    starts = range(0, len(joins), MOST_AT_ONCE)
    groups = [JoinMany(joins=tuple(joins[at : at + MOST_AT_ONCE])) for at in starts]
    results: list[WaitlistResult] = []
    for group, done in zip(groups, await execute_all(engine, groups, by), strict=True):
        results += done
        if rest := group.joins[len(done) :]:
            results += await join_all(engine, rest, by)
    return results


async def waiting_in(engine: Engine) -> list[Entry]:
    """List all waiting entries."""
    return await paged(
        engine, lambda last: EntryPage("waiting", last.id if last is not None else "", PAGE)
    )


async def unwritten_in(engine: Engine) -> list[Entry]:
    """List all entries that the sheet does not show as they are."""
    return await paged(
        engine, lambda last: UnsyncedEntries(last.id if last is not None else "", PAGE)
    )


def named_in(engine: Engine, keys: Iterable[str]) -> dict[str, Entry]:
    """Find entries by their keys; unknown keys are left out."""
    found: dict[str, Entry] = {}
    for key in keys:
        entry = engine.load(Get(Entry, (key,))) if key else None
        if entry is not None:
            found[key] = entry
    return found


def status_in(engine: Engine, book: Rulebook) -> Callable[[Entry], str]:
    """Return a function that words an entry's status, with the slot it was booked into."""

    def status(entry: Entry) -> str:
        slot = engine.load(Get(Slot, (entry.booked,))) if entry.booked else None
        return status_of(entry, slot, book)

    return status
