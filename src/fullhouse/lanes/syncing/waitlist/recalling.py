"""Whose a row without a key is if its person is off the list by now: an old row adds nobody who was booked or left.

Whoever waits again on purpose has a row that says nothing of the past, and joins.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime

from msgspec.structs import replace

from fullhouse.engine.core import Engine
from fullhouse.kernel.rulebook import Rulebook
from fullhouse.lanes.syncing.waitlist.cells import says_ended
from fullhouse.lanes.syncing.waitlist.giving import named_in
from fullhouse.lanes.syncing.waitlist.matching import Matched
from fullhouse.lanes.syncing.waitlist.rows import RowRead
from fullhouse.products.waitlist.model import EntriesAt, Entry


def owners_then(engine: Engine, rows: Sequence[RowRead], waiting: Iterable[Entry], then: datetime) -> dict[int, Entry]:
    """Find whose the rows of an earlier version are that had no key yet, by the number of the row.

    A row belongs to the newest entry of its person and service, if that one waits or has ended since then.
    """
    here = {one.id: one for one in waiting}
    known = here.keys() | named_in(engine, {row.key for row in rows} - here.keys()).keys()
    places = {(one.line, address): one for one in here.values() for address in one.addresses}
    found: dict[int, Entry] = {}
    for row in rows:
        if row.key in known:
            continue
        there = (places[place] for address in row.addresses if (place := (row.line, address)) in places)
        entry = next(there, None) or _newest(engine, row)
        if entry is not None and (entry.ended_at is None or entry.ended_at >= then):
            found[row.number] = entry
    return found


def owners_again(engine: Engine, matched: Matched, book: Rulebook) -> dict[int, Entry]:
    """Find whose the rows of seeming newcomers are that say themselves that they are old, by the number of the row."""
    found = ((row.number, _past(engine, row, book)) for row in (one.row for one in matched.newcomers))
    return {number: entry for number, entry in found if entry is not None}


def with_keys(rows: Iterable[RowRead], owners: dict[int, Entry]) -> list[RowRead]:
    """Read rows as if they had held their owners' keys."""
    return [replace(row, key=owners[row.number].id) if row.number in owners else row for row in rows]


def _past(engine: Engine, row: RowRead, book: Rulebook) -> Entry | None:
    """Return who is off the list and meant by a row: it says so, or names the very minute at which they joined."""
    to_the_minute = row.joined is not None and not row.joined.is_day
    if not to_the_minute and not says_ended(row.status):
        return None
    entry = _newest(engine, row)
    if entry is None or entry.ended_at is None or row.key == entry.id:
        return None
    same = to_the_minute and row.joined is not None and row.joined.covers(entry.joined_at, book.zone)
    return entry if same or says_ended(row.status) else None


def _newest(engine: Engine, row: RowRead) -> Entry | None:
    """Return who waits, or else ended last, of those with a row's address and service."""
    everyone = (one for address in row.addresses for one in engine.load(EntriesAt(address)))
    theirs = [one for one in everyone if one.line == row.line]
    waiting = next((one for one in theirs if one.ended_at is None), None)
    ended = ((one.ended_at, one.id, one) for one in theirs if one.ended_at is not None)
    return waiting or max(ended, key=lambda each: each[:2], default=(None, "", None))[2]
