"""Versions of a sheet: each one's content in a file, with a record of when and by whom."""

import gzip
from asyncio import to_thread
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import Files
from fullhouse.inbound.spreadsheets.table import Row, Table, fingerprint
from fullhouse.inbound.sync.columns import Columns
from fullhouse.products.frontdesk.shared.external_sources import (
    SaveSheetVersion,
    SheetVersion,
    SheetVersions,
)

BY = "sheet"
STAFF, OURSELVES = "staff", "fullhouse"
# Our writes that undo what staff did: they were asked, or the sheet was an old copy.
PUT_RIGHT = "fullhouse (put back)"
# Our writes over what staff typed, which they may type once more.
WRITTEN_OVER = "fullhouse (written over)"
OUR_WRITES = (OURSELVES, PUT_RIGHT, WRITTEN_OVER)
PAGE = 100
BEGINNING, MILLISECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(milliseconds=1)


def content_of(table: Table) -> bytes:
    """Pack a table; equal tables give equal bytes."""
    return gzip.compress(msgspec.json.encode(table), 6, mtime=0)


def table_in(content: bytes) -> Table:
    """Unpack a table."""
    return msgspec.json.decode(gzip.decompress(content), type=Table)


class Versions(msgspec.Struct, frozen=True, kw_only=True):
    """The versions of one sheet. Their ids grow with time, from `since` up to below `until`.

    `traces` returns marks of a row by which its customer is known without a key.
    """

    folder: str
    columns_of: Callable[[Table, str], Columns]
    traces: Callable[[Row, Columns], set[str]]
    since: str = ""
    until: str

    def newest(self, engine: Engine, before: str = "", limit: int = 50) -> tuple[SheetVersion, ...]:
        """List versions before one, the newest first."""
        return engine.load(SheetVersions(before or self.until, limit, self.since))

    def has(self, version: SheetVersion) -> bool:
        """Return True if it is a version of this sheet."""
        return self.since <= version.id < self.until

    async def keep(self, engine: Engine, files: Files, table: Table, by: str, at: datetime) -> None:
        """Keep a table as the newest version, unless it is that already."""
        last = self.newest(engine, limit=1)
        newest = last[0].id if last else self.since
        version = await to_thread(self._made, table, by, at, newest)
        if last and last[0].fingerprint == version.fingerprint:
            return
        content = await to_thread(content_of, table)
        await to_thread(files.keep, version.file, content)
        await engine.execute_step(SaveSheetVersion(version=version), BY)

    def _made(self, table: Table, by: str, at: datetime, last: str) -> SheetVersion:
        """Build a table's version; its id follows the last one even if the clock stands still."""
        mark = fingerprint(table)
        before = int(last.removeprefix(self.since).partition("-")[0] or 0)
        moment = max((at - BEGINNING) // MILLISECOND, before + 1)
        file = f"{self.folder}/{mark[:40]}.json.gz"
        name = f"{self.since}{moment:014d}-{mark[:12]}"
        return SheetVersion(
            id=name, at=at, rows=len(table.rows), fingerprint=mark, by=by, file=file
        )

    def files_of(self, engine: Engine) -> set[str]:
        """Return the files of all versions."""
        found: set[str] = set()
        before = ""
        while page := self.newest(engine, before, PAGE):
            found |= {version.file for version in page}
            before = page[-1].id
        return found

    def forget(self, files: Files, names: set[str], keys: set[str], language: str) -> None:
        """Remove erased people from every version, by their keys, and by their traces.

        One file is read at a time, because there may be thousands. Each is deleted before it is
        written anew: if that fails, a version is lost rather than a person kept. Files with traces
        come last, so that a run after a stop still finds them.
        """
        found = {file: self._left(_read(files, file), keys, language) for file in names}
        traces = set().union(*found.values())
        for file in sorted(names, key=lambda file: bool(found[file])):
            table = _read(files, file)
            columns = self.columns_of(table, language)
            kept = tuple(
                row for row in table.rows if not self._is_theirs(row, columns, keys, traces)
            )
            if len(kept) < len(table.rows):
                files.forget(file)
                files.keep(file, content_of(msgspec.structs.replace(table, rows=kept)))

    def _left(self, table: Table, keys: set[str], language: str) -> set[str]:
        columns = self.columns_of(table, language)
        traces: set[str] = set()
        for row in table.rows:
            if columns.cell(row, "key") in keys:
                traces |= self.traces(row, columns)
        return traces

    def _is_theirs(self, row: Row, columns: Columns, keys: set[str], traces: set[str]) -> bool:
        return columns.cell(row, "key") in keys or not traces.isdisjoint(self.traces(row, columns))


def _read(files: Files, file: str) -> Table:
    content = files.read(file)
    return table_in(content) if content is not None else Table()
