"""Every version of the sheet, kept: its content in a file, beside it a record of when it was so and at whose hand."""

import gzip
from asyncio import to_thread
from datetime import UTC, datetime, timedelta

import msgspec

from fullhouse.engine.house import House
from fullhouse.engine.ports import Files
from fullhouse.kernel.externals import KeepVersion, SheetVersion, SheetVersions
from fullhouse.lanes.sheets.table import Row, Table, fingerprint
from fullhouse.lanes.syncing.headings import Columns, columns_of

BY = "sheet"
STAFF, OURSELVES = "staff", "fullhouse"
FOLDER = "sheets/waitlist"
PAGE = 100
BEGINNING, MILLISECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(milliseconds=1)
PERSONAL = ("phone", "email")


def content_of(table: Table) -> bytes:
    """Pack a table; the same one is always packed into the same bytes."""
    return gzip.compress(msgspec.json.encode(table), 6, mtime=0)


def table_in(content: bytes) -> Table:
    """Unpack a table."""
    return msgspec.json.decode(gzip.decompress(content), type=Table)


def version_of(table: Table, by: str, at: datetime, last: str = "") -> SheetVersion:
    """Describe a table as a version; its id grows with time, and behind the last one also where time stands still."""
    mark = fingerprint(table)
    moment = max((at - BEGINNING) // MILLISECOND, int(last.partition("-")[0] or 0) + 1)
    file = f"{FOLDER}/{mark[:40]}.json.gz"
    name = f"{moment:014d}-{mark[:12]}"
    return SheetVersion(id=name, at=at, rows=len(table.rows), fingerprint=mark, by=by, file=file)


async def keep(house: House, files: Files, table: Table, by: str) -> None:
    """Keep a table as the newest version, unless it is that already."""
    last = house.load(SheetVersions(limit=1))
    version = version_of(table, by, house.now(), last[0].id if last else "")
    if last and last[0].fingerprint == version.fingerprint:
        return
    content = await to_thread(content_of, table)
    await to_thread(files.keep, version.file, content)
    await house.order(KeepVersion(version=version), BY)


def all_versions(house: House) -> list[SheetVersion]:
    """List every version, the newest first."""
    found: list[SheetVersion] = []
    while page := house.load(SheetVersions(found[-1].id if found else "", PAGE)):
        found += page
    return found


def files_of(house: House) -> set[str]:
    """Name every file that a version is kept in."""
    return {one.file for one in all_versions(house)}


def forget(files: Files, names: set[str], keys: set[str], language: str) -> None:
    """Take people who were erased out of every version: by their keys, and before they had one by how they are reached.

    One file is read at a time, as there may be thousands of them. Each is let go of before it is written anew: if that
    fails, a version is lost rather than a person kept. Those that say how they are reached are last: whoever goes on
    after a stop still finds out.
    """
    found = {file: _addresses(_read(files, file), keys, language) for file in names}
    addresses = {one for several in found.values() for one in several}
    for file in sorted(names, key=lambda file: bool(found[file])):
        table = _read(files, file)
        columns = columns_of(table, language)
        kept = tuple(row for row in table.rows if not _is_theirs(row, columns, keys, addresses))
        if len(kept) < len(table.rows):
            files.forget(file)
            files.keep(file, content_of(msgspec.structs.replace(table, rows=kept)))


def _read(files: Files, file: str) -> Table:
    content = files.read(file)
    return table_in(content) if content is not None else Table()


def _addresses(table: Table, keys: set[str], language: str) -> set[str]:
    columns = columns_of(table, language)
    theirs = (row for row in table.rows if columns.cell(row, "key") in keys)
    return {text for row in theirs for field in PERSONAL if (text := columns.cell(row, field))}


def _is_theirs(row: Row, columns: Columns, keys: set[str], addresses: set[str]) -> bool:
    return columns.cell(row, "key") in keys or any(columns.cell(row, field) in addresses for field in PERSONAL)
