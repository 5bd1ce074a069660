"""Old copies of a sheet: saved from before our last writes, maybe with edits of their own.

A copy shows nothing of what we wrote since. So it is compared with the version that it was made
from: what its rows do not change stays as it is on the list by now.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import msgspec

from fullhouse.engine.ports import Files
from fullhouse.inbound.spreadsheets.table import Row, Table
from fullhouse.inbound.sync.columns import Columns
from fullhouse.inbound.sync.sheet_versions import OURSELVES, PUT_RIGHT, STAFF, table_in
from fullhouse.products.frontdesk.shared.external_sources import SheetVersion

MOST_VERSIONS = 50
BY_SYNC = (STAFF, OURSELVES, PUT_RIGHT)


class OldCopy(msgspec.Struct, frozen=True):
    """The version that an old copy was made from.

    It is `repeated` if we have put right what the same copy undid, and staff put it there again.
    """

    table: Table
    repeated: bool = False


RowsByKey = dict[str, dict[str, str]]


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
    rows = _by_key(table, columns_of)
    newer = await _content(files, versions[0]) if versions else None
    for version, older in pairwise(versions):
        if newer is None or version.by not in BY_SYNC:
            break
        before = await _content(files, older)
        if before is None:
            break
        if version.by != STAFF:
            if not _lacks(rows, _by_key(before, columns_of), _by_key(newer, columns_of)):
                break
            is_again = version.by == PUT_RIGHT or (found is not None and found.repeated)
            found = OldCopy(before, is_again)
        newer = before
    return found


async def _content(files: Files, version: SheetVersion) -> Table | None:
    content = await asyncio.to_thread(files.read, version.file)
    return table_in(content) if content is not None else None


def _by_key(table: Table, columns_of: Callable[[Table], Columns]) -> RowsByKey:
    columns = columns_of(table)
    return {
        key: dict(_cells(table, row)) for row in table.rows if (key := columns.cell(row, "key"))
    }


def _cells(table: Table, row: Row) -> Iterator[tuple[str, str]]:
    return zip(table.headers, row.cells, strict=False)


def _lacks(rows: RowsByKey, before: RowsByKey, after: RowsByKey) -> bool:
    """Return True if rows show nothing of what one of our writes changed."""
    is_missed = False
    for key, written in after.items():
        known, now = before.get(key), rows.get(key)
        if known == written or (known is not None and now is None):
            continue
        if now is not None and any(
            now.get(name) == cell and (known or {}).get(name) != cell
            for name, cell in written.items()
        ):
            return False
        is_missed = True
    return is_missed
