"""A sheet that staff edit, in step with a list: read when it changed, written where the list knows better.

Anything may fail or stop at any call, and two of these may run at once. What the list does not know yet comes from the
sheet again, what the sheet does not show yet is written again, and nothing counts as done before all of it is.
"""

import asyncio
import hashlib
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Generic

import msgspec
from msgspec.structs import replace

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import Files
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.spreadsheets.port import Sheet, SheetChanged, SheetDown
from fullhouse.inbound.spreadsheets.table import Edits, Row, Table, apply, difference, same
from fullhouse.inbound.sync import sheet_versions
from fullhouse.inbound.sync.columns import Columns
from fullhouse.inbound.sync.list_adapter import ListAdapter, M, R, RowsMatched, T
from fullhouse.inbound.sync.sync_run import (
    BY,
    RunContext,
    SheetSyncReport,
    SyncRun,
    reason_of,
    seen,
)
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.shared.documents import Document, rulebook_of
from fullhouse.products.frontdesk.shared.external_sources import (
    ExternalSource,
    SaveSourceState,
    SheetVersion,
)
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, normalized_name

A_FEW, A_FIFTH = 3, 5


def missing(written: Iterable[T], matched: RowsMatched[Any]) -> list[T]:
    """List those who stood in the sheet and do not any more; whoever may stand in a row that cannot be read does."""
    gone = (one for one in written if one.id not in matched.rows)
    return [one for one in gone if normalized_name(one.name) not in matched.unread_names]


def is_strange(gone: int, known: int) -> bool:
    """Say whether so many rows are missing that an error is as likely as that it was meant: all, or over a fifth."""
    return gone == known > 1 or (gone >= A_FEW and A_FIFTH * gone > known)


def mark_of(several: Iterable[T]) -> str:
    """Mark who is missing: the same people have the same mark."""
    return hashlib.sha256(" ".join(sorted(one.id for one in several)).encode()).hexdigest()


class PendingEdits(msgspec.Struct, Generic[T], frozen=True, kw_only=True):
    """A sheet as it was read: its rows by whose they are, and of those with anything left to say how they stand."""

    version: str
    table: Table
    columns: Columns
    rows: dict[str, Row] = {}
    known: dict[str, T] = {}


class SheetWriter(Generic[T]):
    """Works out the changes to one sheet."""

    def __init__(
        self, listed: ListAdapter[T, Any, Any], board: PendingEdits[T], book: Rulebook
    ) -> None:
        """Write in the business's language."""
        self.listed, self.board, self.book = listed, board, book
        self.columns = board.columns

    def edits(self, unwritten: dict[str, T], tidied_before: datetime | None) -> Edits:
        """Say what has to change; rows of those who were off the list before a time are taken out."""
        cells: dict[int, dict[str, str]] = {}
        removed: set[int] = set()
        for name, row in self.board.rows.items():
            one = unwritten.get(name) or self.board.known.get(name)
            if one is None:
                continue
            if one.is_erased or (
                tidied_before is not None and self.listed.is_tidied(one, tidied_before)
            ):
                removed.add(row.number)
            elif texts := self._row(row, one, wins=name in unwritten):
                cells[row.number] = texts
        fresh = (
            one
            for one in unwritten.values()
            if one.id not in self.board.rows and self.listed.is_shown(one)
        )
        return Edits(cells, self.appended(fresh), frozenset(removed))

    def appended(self, several: Iterable[T]) -> list[dict[str, str]]:
        """Write a row for each of these, in their order."""
        return [
            self.listed.cells(one, self.columns, self.book)
            for one in sorted(several, key=self.listed.place)
        ]

    def _row(self, row: Row, one: T, *, wins: bool) -> dict[str, str]:
        """Write to someone's row. A row that staff wrote for someone who was on the list already keeps its words."""
        has_key = self.columns.cell(row, "key") == one.id
        if wins and (has_key or one.source == "sheet"):
            return self.listed.changed(one, row, self.columns, self.book)
        if not has_key:
            return self.listed.marked(one, row, self.columns, self.book)
        status = self.listed.status(one, self.book)
        stale = self.listed.is_stale(one, self.columns.cell(row, "status"), status)
        return {self.columns.title("status"): status} if stale else {}


TRIES = 3


class ListSync(Generic[T, R, M]):
    """Keeps one sheet and one list in step."""

    def __init__(
        self, listed: ListAdapter[T, R, M], sheet: Sheet, files: Files, where: str = "the sheet"
    ) -> None:
        """Stand between a list and a sheet; `where` names the sheet: another one is met as if for the first time."""
        self.listed, self.sheet, self.files, self.where = listed, sheet, files, where
        self.engine: Engine = listed.engine
        self._turn = asyncio.Lock()
        self._board: PendingEdits[T] | None = None

    async def run(self) -> SheetSyncReport:
        """Bring both in step; where there is nothing to do, this takes no more than a look at the version."""
        async with self._turn:
            return await self._run()

    async def put_back(self, version: SheetVersion, by: str) -> SheetSyncReport | None:
        """Write an earlier version to the sheet, and bring both in step; None if it is not kept any more.

        Whoever came onto the list by another way since then stays on it, and whoever was booked stays booked.
        """
        async with self._turn:
            ours = self.listed.versions.has(version)
            content = await asyncio.to_thread(self.files.read, version.file) if ours else None
            if content is None:
                return None
            try:
                await self._rewrite(sheet_versions.table_in(content), version.at, by)
            except (SheetDown, Invalid, SheetChanged) as error:
                return SheetSyncReport(trouble=reason_of(error))
            return await self._run()

    async def _rewrite(self, wanted: Table, then: datetime, by: str) -> None:
        book, listed = self._look().today.book, self.listed
        known = await listed.known()
        wanted = await self._as_it_stands(wanted, then, known, book)
        columns = listed.columns(wanted, book.language)
        kept = {columns.cell(row, "key") for row in wanted.rows}
        since = [
            one
            for one in known
            if listed.stands(one) and one.source != "sheet" and one.id not in kept
        ]
        version = await asyncio.to_thread(self.sheet.version)
        table = await asyncio.to_thread(self.sheet.read)
        writer = SheetWriter(
            listed, PendingEdits[T](version=version, table=wanted, columns=columns), book
        )
        whole = apply(wanted, Edits(appended=writer.appended(since)))
        await asyncio.to_thread(self.sheet.write, difference(table, whole), version)
        await listed.versions.keep(self.engine, self.files, whole, by)

    async def _as_it_stands(
        self, wanted: Table, then: datetime, known: Sequence[T], book: Rulebook
    ) -> Table:
        """Give the rows of an earlier version their keys; before those were written, nothing says who has ended.

        What has become of someone by another way than the sheet since then is so still.
        """
        listed = self.listed
        columns = listed.columns(wanted, book.language)
        rows = await asyncio.to_thread(self._rows, wanted, columns, book)
        owners = listed.owners_then(rows, known, then)
        wanted = apply(
            wanted,
            Edits({number: {columns.title("key"): one.id} for number, one in owners.items()}),
        )
        columns = listed.columns(wanted, book.language)
        rows = await asyncio.to_thread(self._rows, wanted, columns, book)
        changed = listed.changed_since(rows, {one.id: one for one in known}, then, book)
        theirs = (
            (row, changed[key])
            for row in wanted.rows
            if (key := columns.cell(row, "key")) in changed
        )
        return apply(
            wanted,
            Edits({row.number: listed.changed(one, row, columns, book) for row, one in theirs}),
        )

    async def _run(self) -> SheetSyncReport:
        report = SheetSyncReport()
        for _ in range(TRIES):
            look = self._look()
            report = await self._looked(look)
            if not report.again:
                break
        return report

    def _look(self) -> SyncRun:
        name = self.listed.name
        known = self.engine.load(Get(ExternalSource, (name,))) or ExternalSource(id=name)
        document = self.engine.load(Get(Document, ("rules",)))
        book, now = rulebook_of(document), self.engine.now()
        today = RunContext(book, now, wall_time(now, book.zone).date())
        rules = str(document.version) if document is not None else "0"
        return SyncRun(known, today, self.where, rules, SheetSyncReport())

    async def _looked(self, look: SyncRun) -> SheetSyncReport:
        try:
            look.version = await asyncio.to_thread(self.sheet.version)
            await self._step(look)
        except SheetChanged:
            look.report.again = True
        except (SheetDown, Invalid) as error:
            look.report.trouble = reason_of(error)
            await self._keep(look, "")
        return look.report

    async def _step(self, look: SyncRun) -> None:
        look.tidies = self.listed.tidies and look.tidying_day > look.known.cleared
        if not look.is_changed and not look.tidies and not self.listed.is_pending():
            await self._keep(look, look.version)
            return
        board = self._board
        if look.is_changed or look.tidies or board is None or board.version != look.version:
            board = await self._read(look)
        await self._write(look, board)

    # From the sheet to the list.

    async def _read(self, look: SyncRun) -> PendingEdits[T]:
        """Take over what staff edited. The list is asked first: nobody is missed who comes while the sheet is read."""
        self._board = None
        listed = self.listed
        here = await listed.known()
        known = {one.id: one for one in (*here, *await listed.unwritten())}
        table = await asyncio.to_thread(self.sheet.read)
        columns = listed.columns(table, look.language)
        if not listed.is_list(columns) and (table.headers or not look.is_first):
            raise SheetDown(listed.no_headings)
        await listed.versions.keep(self.engine, self.files, table, sheet_versions.STAFF)
        rows = await asyncio.to_thread(self._rows, table, columns, look.today.book)
        known |= listed.named(rows, known)
        matched = listed.match(look, rows, known)
        if matched.is_delicate and await asyncio.to_thread(self.sheet.version) != look.version:
            raise SheetChanged
        known |= await listed.take_over(look, matched)
        await self._take_off(look, matched, here)
        look.report.looked, look.report.rows = True, len(rows)
        look.report.problems = tuple(sorted(matched.problems, key=lambda one: one.row))
        numbers = {row.number: row for row in table.rows}
        owned = {name: numbers[row.number] for name, row in matched.rows.items()}
        return PendingEdits[T](
            version=look.version, table=table, columns=columns, rows=owned, known=known
        )

    def _rows(self, table: Table, columns: Columns, book: Rulebook) -> list[R]:
        return [self.listed.read(row, columns, book) for row in table.rows]

    async def _take_off(self, look: SyncRun, matched: M, here: Sequence[T]) -> None:
        """Take those off the list whose rows were removed; a sheet that is met for the first time removes nobody."""
        written = [one for one in here if self.listed.stands(one) and not one.unwritten]
        gone = [] if look.is_first else missing(written, matched)
        look.doubted = mark_of(gone)
        if is_strange(len(gone), len(written)) and not look.is_believed(look.doubted):
            look.doubt = self.listed.lost_many.format(gone=len(gone), known=len(written))
            return
        look.report.removed = await self.listed.take_off(gone)

    # From the list to the sheet.

    async def _write(self, look: SyncRun, board: PendingEdits[T]) -> None:
        listed, book = self.listed, look.today.book
        unwritten = {one.id: one for one in await listed.unwritten()}
        # Whoever has come or changed since the list was asked is among the unwritten.
        everyone = (
            [one for one in board.known.values() if listed.stands(one)] if look.is_first else []
        )
        strangers = {one.id: one for one in everyone if one.id not in board.rows}
        tidied = look.tidied_before if look.tidies else None
        edits = SheetWriter(listed, board, book).edits({**strangers, **unwritten}, tidied)
        await self._forget({one.id for one in unwritten.values() if one.is_erased}, book)
        table = board.table
        if edits:
            await asyncio.to_thread(self.sheet.write, edits, board.version)
            table = apply(table, edits)
            await listed.versions.keep(self.engine, self.files, table, sheet_versions.OURSELVES)
        look.report.written = await listed.mark(list(unwritten.values()))
        self._board = await self._adopted(look, table) if edits else replace(board, known={})
        await self._keep(look, self._board.version if self._board is not None else "")
        look.report.trouble = look.doubt

    async def _forget(self, erased: set[str], book: Rulebook) -> None:
        if erased:
            kept = self.listed.versions
            await asyncio.to_thread(
                kept.forget, self.files, kept.files_of(self.engine), erased, book.language
            )

    async def _adopted(self, look: SyncRun, table: Table) -> PendingEdits[T] | None:
        """Take what we wrote for seen, if the sheet says just that: else someone has edited it since."""
        version = await asyncio.to_thread(self.sheet.version)
        found = await asyncio.to_thread(self.sheet.read)
        if not same(found, table):
            return None
        columns = self.listed.columns(found, look.language)
        rows = {key: row for row in found.rows if (key := columns.cell(row, "key"))}
        return PendingEdits[T](version=version, table=found, columns=columns, rows=rows)

    async def _keep(self, look: SyncRun, version: str) -> None:
        """Remember what was seen; if another sync knows better by then, all is looked at again."""
        kept: bool = await self.engine.execute_step(
            SaveSourceState(external=seen(look, version)), BY
        )
        if not kept:
            self._board = None
