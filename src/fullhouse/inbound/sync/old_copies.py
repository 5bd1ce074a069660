"""Old copies of a sheet: saved from before our last writes, maybe with edits of their own.

A copy shows nothing of what we wrote since. So it is compared with the version that it was made
from: what its rows do not change stays as it is on the list by now.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from itertools import pairwise

import msgspec

from fullhouse.engine.ports import Files
from fullhouse.inbound.spreadsheets.table import Table
from fullhouse.inbound.sync.columns import Columns
from fullhouse.inbound.sync.sheet_versions import (
    OUR_WRITES,
    PUT_RIGHT,
    STAFF,
    WRITTEN_OVER,
    table_in,
)
from fullhouse.products.frontdesk.shared.external_sources import SheetVersion

MOST_VERSIONS = 50


class OldCopy(msgspec.Struct, frozen=True):
    """The version that an old copy was made from.

    It is `repeated` if we have put right what the same copy undid, and staff put it there again.
    """

    table: Table
    repeated: bool = False


# By the keys of their rows, and their headings.
Cells = dict[tuple[str, str], str]


async def copied_from(
    table: Table,
    versions: Sequence[SheetVersion],
    files: Files,
    columns_of: Callable[[Table], Columns],
) -> OldCopy | None:
    """Return what an old copy was made from; None if the table is no old copy.

    The versions are the newest first. Someone may have put an earlier one back on purpose, so what
    is before that does not count.
    """
    found: OldCopy | None = None
    now = _by_key(table, columns_of)
    async with aclosing(_our_writes(versions, files)) as writes:
        async for by, older, newer in writes:
            before = _by_key(older, columns_of)
            lacking = _lacks(now, before, _by_key(newer, columns_of))
            is_typed_again = found is None and by == WRITTEN_OVER and now == before
            if lacking is False or is_typed_again:
                break
            if lacking:
                is_again = by == PUT_RIGHT or (found is not None and found.repeated)
                found = OldCopy(older, is_again)
    return found


async def _our_writes(
    versions: Sequence[SheetVersion], files: Files
) -> AsyncGenerator[tuple[str, Table, Table], None]:
    """Yield the kind of each write of ours, with the tables before and after it."""
    newer = await _content(files, versions[0]) if versions else None
    for version, older in pairwise(versions):
        if newer is None or version.by not in (STAFF, *OUR_WRITES):
            return
        before = await _content(files, older)
        if before is None:
            return
        if version.by != STAFF:
            yield version.by, before, newer
        newer = before


async def _content(files: Files, version: SheetVersion) -> Table | None:
    content = await asyncio.to_thread(files.read, version.file)
    return table_in(content) if content is not None else None


def _by_key(table: Table, columns_of: Callable[[Table], Columns]) -> Cells:
    columns = columns_of(table)
    return {
        (key, name): cell
        for row in table.rows
        if (key := columns.cell(row, "key"))
        for name, cell in zip(table.headers, row.cells, strict=False)
    }


def _lacks(now: Cells, before: Cells, after: Cells) -> bool | None:
    """Return True if cells show what was before one of our writes, False if they show our write.

    None if neither: whoever edits the very cells that we wrote may do so in a copy or in the sheet.
    A write of which there is nothing to see any more counts as shown.
    """
    ours = [place for place, cell in after.items() if before.get(place) != cell]
    if any(now.get(place) == after[place] for place in ours):
        return False
    if any(now.get(place) == before.get(place) for place in ours):
        return True
    return None if any(place in now for place in ours) else False
