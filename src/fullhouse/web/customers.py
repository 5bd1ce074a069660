"""What is kept of one person on the waitlist: entries, offers, and all that happened to them."""

from collections.abc import Iterable
from typing import Any

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.kernel.audit import AuditLine
from fullhouse.products.waitlist.commands import EraseEntry
from fullhouse.products.waitlist.model import SCOPE as WAITLIST
from fullhouse.products.waitlist.model import EntriesAt, Entry, OffersOfEntry, SlotOffer, WaitlistResult
from fullhouse.web.kept import has_business, lines_of, part_of, shown

MOST_OFFERS = 10_000


def entries_at(engine: Engine, address: str) -> tuple[Entry, ...]:
    """Find every entry of a phone number or an address, also those off the list."""
    return engine.load(EntriesAt(address)) if has_business(engine) else ()


async def export_waitlist(engine: Engine, entry: Entry) -> dict[str, Any]:
    """Gather an entry with its offers and all that happened to it."""
    offers = engine.load(OffersOfEntry(entry.id, MOST_OFFERS))
    lines = await lines_about(engine, entry, offers)
    return {
        "entry": msgspec.to_builtins(entry),
        "offers": [msgspec.to_builtins(one) for one in offers],
        "audit": [shown(one, entry) for one in lines],
    }


async def lines_about(engine: Engine, entry: Entry, offers: Iterable[SlotOffer]) -> list[AuditLine]:
    """Gather the lines about someone, and those about slots that tell of them, in their order."""
    found = {line.number: line for line in await lines_of(engine, WAITLIST, entry.id)}
    for slot_id in {one.slot_id for one in offers}:
        theirs = (line for line in await lines_of(engine, WAITLIST, slot_id) if part_of(line, entry) is not None)
        found.update({line.number: line for line in theirs})
    return [found[number] for number in sorted(found)]


async def erase_entries(engine: Engine, entries: Iterable[Entry], by: str) -> list[str]:
    """Take someone off the list and forget them; return which entries were theirs. Each is one commit of its own."""
    erased = []
    for entry in entries:
        answer: WaitlistResult = await engine.execute(EraseEntry(entry_id=entry.id), by)
        erased += [entry.id] if answer.code == "erased" else []
    return erased
