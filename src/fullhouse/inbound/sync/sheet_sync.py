"""Sync of a sheet that staff edit with a list.

The sheet is read when it changed, and written where the list has changed. Any call may fail or
stop, and two syncs may run at once. Nothing counts as done before all of it is: an edit that the
list lacks is read again, and a change that the sheet lacks is written again.
"""

import asyncio
from collections.abc import Container, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import dropwhile
from typing import Any, Generic

from msgspec.structs import replace

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import Files
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.spreadsheets.port import Sheet, SheetChanged, SheetDown, SheetEmpty
from fullhouse.inbound.spreadsheets.table import (
    Edits,
    Table,
    apply,
    difference,
    fingerprint,
    same,
)
from fullhouse.inbound.sync import sheet_versions
from fullhouse.inbound.sync.columns import Columns
from fullhouse.inbound.sync.held_removals import held_by, held_of_missing, keep_held
from fullhouse.inbound.sync.list_adapter import ListAdapter, ListedRecord, M, R, RowsMatched, T
from fullhouse.inbound.sync.old_copies import MOST_VERSIONS, OldCopy, copied_from
from fullhouse.inbound.sync.people_cells import name_in
from fullhouse.inbound.sync.sheet_writer import PendingEdits, SheetWriter
from fullhouse.inbound.sync.sync_run import (
    BY,
    RunContext,
    SheetSyncReport,
    SyncRun,
    noted,
    reason_of,
    seen,
    writes_over,
)
from fullhouse.kernel.letters import short
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.refill.empty_sheets import SaveEmptySheet
from fullhouse.products.frontdesk.shared.documents import Document, rulebook_of
from fullhouse.products.frontdesk.shared.external_sources import (
    ExternalSource,
    RowProblem,
    SaveSourceState,
    SheetVersion,
)
from fullhouse.products.frontdesk.shared.held_removals import (
    HeldItem,
    HeldRemoval,
    ids_of,
    judge,
)
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, normalized_name


def missing(written: Iterable[T], matched: RowsMatched[Any]) -> list[T]:
    """List records whose rows were removed; a name in an unreadable row is not missing."""
    gone = (record for record in written if record.id not in matched.rows)
    unread = matched.unread_names
    return [record for record in gone if normalized_name(record.name) not in unread]


def _with_records(
    matched: RowsMatched[Any], table: Table, columns: Columns
) -> tuple[RowProblem, ...]:
    """Return the problems in the order of their rows, with whom those belong to.

    Known records are looked up when a problem is shown; a new person is only in the sheet.
    """
    owners = {row.number: name for name, row in matched.rows.items()}
    numbers = {problem.row for problem in matched.problems} - owners.keys()
    names = {
        row.number: short(name_in(row, columns)) for row in table.rows if row.number in numbers
    }
    problems = [
        replace(one, record=owners.get(one.row, ""), name=names.get(one.row, ""))
        for one in matched.problems
    ]
    return tuple(sorted(dict.fromkeys(problems), key=lambda problem: problem.row))


def _came_since(look: SyncRun, record: ListedRecord) -> bool:
    """Return True if a record came another way after an old copy was made."""
    is_old_copy = look.copied is not None and record.id not in look.copied
    return is_old_copy and record.source != "sheet"


def _writer(look: SyncRun) -> str:
    """Return by whom a sheet is written: what undoes an edit of staff is told apart."""
    if look.kept or look.rewritten or look.merges_copy:
        return sheet_versions.PUT_RIGHT
    return sheet_versions.WRITTEN_OVER if writes_over(look) else sheet_versions.OURSELVES


def _among(records: Iterable[T], ids: Container[str]) -> list[T]:
    return [record for record in records if record.id in ids]


TRIES = 3
EMPTY = (
    "The sheet is empty. Nothing was changed, and nothing is read from it meanwhile. Put its "
    "rows back, or take an earlier version on the page of the sheet."
)


class ListSync(Generic[T, R, M]):
    """Keeps one sheet and one list in step."""

    def __init__(
        self, listed: ListAdapter[T, R, M], sheet: Sheet, files: Files, where: str = "the sheet"
    ) -> None:
        """Sync a list with a sheet; `where` names it, and another name means another sheet."""
        self.listed, self.sheet, self.files, self.where = listed, sheet, files, where
        self.engine: Engine = listed.engine
        self._turn = asyncio.Lock()
        self._board: PendingEdits[T] | None = None

    async def run(self) -> SheetSyncReport:
        """Sync both; without a change this only asks for the sheet's version."""
        async with self._turn:
            return await self._run()

    async def put_back(self, version: SheetVersion, by: str) -> SheetSyncReport | None:
        """Write an earlier version to the sheet, and sync; None if that version is not kept.

        Records that came another way since then stay on the list, and bookings stay.
        """
        async with self._turn:
            if not self.listed.versions.has(version):
                return None
            content = await asyncio.to_thread(self.files.read, version.file)
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
        keys = {columns.cell(row, "key") for row in wanted.rows}
        missing_rows = [
            record
            for record in known
            if listed.stands(record) and record.source != "sheet" and record.id not in keys
        ]
        version = await asyncio.to_thread(self.sheet.version)
        table = await asyncio.to_thread(self.sheet.read)
        board = PendingEdits[T](version=version, table=wanted, columns=columns)
        writer = SheetWriter(listed, board, book)
        whole = apply(wanted, Edits(appended=writer.appended(missing_rows)))
        await asyncio.to_thread(self.sheet.write, difference(table, whole), version)
        await self._keep_version(whole, by, self.engine.now())

    async def _as_it_stands(
        self, wanted: Table, then: datetime, known: Sequence[T], book: Rulebook
    ) -> Table:
        """Give the rows of an earlier version their keys, and keep changes from elsewhere since.

        Before the keys were written, nothing in the rows shows which records have ended.
        """
        listed = self.listed
        columns = listed.columns(wanted, book.language)
        rows = await asyncio.to_thread(self._rows, wanted, columns, book)
        owners = listed.owners_then(rows, known, then)
        keys = {number: {columns.title("key"): owner.id} for number, owner in owners.items()}
        wanted = apply(wanted, Edits(keys))
        columns = listed.columns(wanted, book.language)
        rows = await asyncio.to_thread(self._rows, wanted, columns, book)
        changed = listed.changed_since(rows, {record.id: record for record in known}, then, book)
        cells: dict[int, dict[str, str]] = {}
        for row in wanted.rows:
            key = columns.cell(row, "key")
            if key in changed:
                cells[row.number] = listed.changed(changed[key], row, columns, book)
        return apply(wanted, Edits(cells))

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
            look.is_empty = isinstance(error, SheetEmpty) and not look.is_first
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
        """Apply the edits of staff.

        The list is loaded before the sheet, so that nobody is missed who joins in between.
        """
        self._board = None
        listed = self.listed
        here = await listed.known()
        known = {record.id: record for record in (*here, *await listed.unwritten())}
        table = await asyncio.to_thread(self.sheet.read)
        columns = listed.columns(table, look.language)
        if not listed.is_list(columns) and (table.headers or not look.is_first):
            raise SheetDown(listed.no_headings) if table.headers else SheetEmpty(EMPTY)
        await self._compare(look, table, known)
        rows = await asyncio.to_thread(self._rows, table, columns, look.today.book)
        known |= listed.named(rows, known)
        known |= self._with_newer_fields(look, known)
        matched = listed.match(look, rows, known)
        if matched.is_delicate and await asyncio.to_thread(self.sheet.version) != look.version:
            raise SheetChanged
        known |= await listed.take_over(look, matched)
        known |= await self._take_off(look, matched, here)
        # A version whose edits are not applied yet is none that later edits are compared with.
        await self._keep_version(table, sheet_versions.STAFF, look.today.now)
        look.report.looked, look.report.rows = True, len(rows)
        look.report.problems = _with_records(matched, table, columns)
        numbers = {row.number: row for row in table.rows}
        owned = {name: numbers[row.number] for name, row in matched.rows.items()}
        return PendingEdits[T](
            version=look.version, table=table, columns=columns, rows=owned, known=known
        )

    async def _keep_version(self, table: Table, by: str, at: datetime) -> None:
        await self.listed.versions.keep(self.engine, self.files, table, by, at)

    async def _compare(self, look: SyncRun, table: Table, known: Mapping[str, T]) -> None:
        """Find the rows that edits of staff are compared with: of the version they edited."""
        versions = self.listed.versions.newest(self.engine, limit=MOST_VERSIONS)
        before = await self._copied(look, table, versions)
        if before is None and any(record.unwritten for record in known.values()):
            before = await self._last_other(table, versions)
        if before is None:
            return
        columns = self._columns(look, before)
        rows = await asyncio.to_thread(self._rows, before, columns, look.today.book)
        look.before = {row.key: row for row in rows if row.key}

    async def _last_other(self, table: Table, versions: Sequence[SheetVersion]) -> Table | None:
        """Return the last version but this one; one that we wrote has no edits of staff yet."""
        mark, ours = fingerprint(table), sheet_versions.OUR_WRITES
        others = (one for one in versions if one.by in ours or one.fingerprint != mark)
        last = next(others, None)
        content = await asyncio.to_thread(self.files.read, last.file) if last else None
        return sheet_versions.table_in(content) if content is not None else None

    async def _copied(
        self, look: SyncRun, table: Table, versions: Sequence[SheetVersion]
    ) -> Table | None:
        """Return the version with which an old copy is merged; None if it is not merged."""
        copy = None if look.is_first else await self._old_copy(look, table, versions)
        if copy is None:
            return None
        look.copied = self._keys(look, copy.table)
        look.merges_copy = self.listed.merges_copies and not copy.repeated
        return copy.table if look.merges_copy else None

    async def _old_copy(
        self, look: SyncRun, table: Table, versions: Sequence[SheetVersion]
    ) -> OldCopy | None:
        """Return what a table was copied from if it is an old copy; one read before is compared."""
        mark = fingerprint(table)
        others = tuple(dropwhile(lambda version: version.fingerprint == mark, versions))
        return await copied_from(table, others, self.files, partial(self._columns, look))

    def _keys(self, look: SyncRun, table: Table) -> frozenset[str]:
        columns = self._columns(look, table)
        return frozenset(columns.cell(row, "key") for row in table.rows)

    def _columns(self, look: SyncRun, table: Table) -> Columns:
        return self.listed.columns(table, look.language)

    def _with_newer_fields(self, look: SyncRun, known: Mapping[str, T]) -> dict[str, T]:
        """Return the records of an old copy's rows as newer than the copy, and have them written.

        Only what staff changed in the copy itself is taken from it.
        """
        if not look.merges_copy:
            return {}
        look.newer = {name: known[name] for name in look.before if name in known}
        return {name: self.listed.as_unwritten(record) for name, record in look.newer.items()}

    def _rows(self, table: Table, columns: Columns, book: Rulebook) -> list[R]:
        return [self.listed.read(row, columns, book) for row in table.rows]

    async def _take_off(self, look: SyncRun, matched: M, here: Sequence[T]) -> dict[str, T]:
        """End what was removed or cancelled in the sheet; a new sheet removes nobody.

        If that is much at once, or everything, staff are asked first. What they keep gets its rows
        again. Return the records that rows have ended.
        """
        gone, ending, known = self._removed(look, matched, here)
        if gone or ending:
            gone, ending, known = self._removed(look, matched, await self._still_here(here))
        items = [HeldItem(record.id) for record in (*gone, *ending)]
        held = await held_of_missing(self.engine, self.listed.name, ids_of(items), BY)
        verdict = judge(held, items, known, relied_on=self._relied_on(look, held, gone))
        confirmed = ids_of(held.confirmed)
        look.report.removed = await self.listed.take_off(_among(gone, verdict.ends), confirmed)
        ends = _among(ending, verdict.ends)
        ended = await self.listed.end_by_rows(look, matched, ends, confirmed)
        kept = _among((*gone, *ending), ids_of(verdict.held.kept))
        look.kept = {record.id: record for record in kept}
        asked = len(verdict.held.asked)
        if asked:
            look.doubt = self.listed.lost_many.format(gone=asked, known=known)
        # All that was confirmed has ended by now.
        left = replace(verdict.held, confirmed=())
        look.unfinished |= not await keep_held(self.engine, left, BY, (*gone, *ending))
        return ended

    async def _still_here(self, here: Sequence[T]) -> list[T]:
        """Return the records without those that have ended since the list was loaded."""
        standing = {record.id for record in await self.listed.known() if self.listed.stands(record)}
        return [record for record in here if record.id in standing]

    def _relied_on(self, look: SyncRun, held: HeldRemoval, gone: Sequence[T]) -> frozenset[str]:
        """Return the newly missing records of which staff are asked, however few they are.

        An old copy lacks whoever came since, other than by the sheet.
        """
        known = ids_of((*held.asked, *held.confirmed, *held.kept))
        fresh = [record for record in gone if record.id not in known]
        return frozenset(
            record.id
            for record in fresh
            if self.listed.is_relied_on(record) or _came_since(look, record)
        )

    def _removed(
        self, look: SyncRun, matched: M, here: Sequence[T]
    ) -> tuple[list[T], list[T], int]:
        """Return the records without a row, those whose rows say that they end, and of how many."""
        standing = [record for record in here if self.listed.stands(record)]
        written = [record for record in standing if not record.unwritten]
        gone = [] if look.is_first else missing(written, matched)
        ending = [record for record in standing if record.id in matched.ending]
        return gone, ending, len({record.id for record in (*written, *ending)})

    # From the list to the sheet.

    async def _write(self, look: SyncRun, board: PendingEdits[T]) -> None:
        listed, book = self.listed, look.today.book
        unwritten = {record.id: record for record in await listed.unwritten()}
        # Records that changed since the list was loaded are among the unwritten.
        wanted = {**self._without_row(look, board), **self._newer(look, board)}
        wanted |= {**look.kept, **look.rewritten, **unwritten}
        tidied = look.tidied_before if look.tidies else None
        edits = SheetWriter(listed, board, book).edits(wanted, tidied)
        erased = {name for name, record in unwritten.items() if record.is_erased}
        await self._forget(erased, book)
        table = board.table
        if edits:
            await self._write_edits(look, board, edits)
            table = apply(table, edits)
            await self._keep_version(table, _writer(look), self.engine.now())
        for name, kept in ((listed.name, look.kept), (listed.changes, look.rewritten)):
            if kept:
                await self._rows_are_back(look, name)
        look.report.written = await listed.mark(list(unwritten.values()))
        self._board = await self._adopted(look, table) if edits else replace(board, known={})
        await self._keep(look, self._board.version if self._board is not None else "")
        look.report.trouble = look.doubt

    async def _write_edits(self, look: SyncRun, board: PendingEdits[T], edits: Edits) -> None:
        """Write to the sheet; of what staff typed and this writes over, they are told first."""
        look.readable = self._readable(board, edits, look.today.book)
        state = noted(look)
        if writes_over(look) and state != look.known:
            if not await self.engine.execute_step(SaveSourceState(external=state), BY):
                raise SheetChanged
            look.known = replace(state, rev=state.rev + 1)
        try:
            await asyncio.to_thread(self.sheet.write, edits, board.version)
        except SheetDown:
            look.readable = set()
            raise

    def _readable(
        self, board: PendingEdits[T], edits: Edits, book: Rulebook
    ) -> set[tuple[int, str]]:
        """Return the cells that could not be read before they were written, and can be now."""
        written = replace(board, table=apply(board.table, Edits(edits.cells)))
        numbers = edits.cells.keys()
        return self._unread(board, numbers, book) - self._unread(written, numbers, book)

    def _unread(
        self, board: PendingEdits[T], numbers: Container[int], book: Rulebook
    ) -> set[tuple[int, str]]:
        rows = (row for row in board.table.rows if row.number in numbers)
        read = [self.listed.read(row, board.columns, book) for row in rows]
        return {(problem.row, problem.field) for row in read for problem in row.unread}

    async def _rows_are_back(self, look: SyncRun, name: str) -> None:
        """Forget who was kept: from now on their rows can be edited like any other."""
        held = held_by(self.engine, name)
        look.unfinished |= not await keep_held(self.engine, replace(held, kept=()), BY)

    def _without_row(self, look: SyncRun, board: PendingEdits[T]) -> dict[str, T]:
        """Return the records that a new sheet lacks."""
        if not look.is_first:
            return {}
        standing = [record for record in board.known.values() if self.listed.stands(record)]
        return {record.id: record for record in standing if record.id not in board.rows}

    def _newer(self, look: SyncRun, board: PendingEdits[T]) -> dict[str, T]:
        """Return the records whose rows in an old copy show what was true then."""
        names = look.newer.keys() & board.rows.keys()
        return {name: board.known[name] for name in names if name in board.known}

    async def _forget(self, erased: set[str], book: Rulebook) -> None:
        if not erased:
            return
        versions = self.listed.versions
        files = versions.files_of(self.engine)
        await asyncio.to_thread(versions.forget, self.files, files, erased, book.language)

    async def _adopted(self, look: SyncRun, table: Table) -> PendingEdits[T] | None:
        """Return what we wrote as read, if the sheet is just that: else someone edited it since."""
        version = await asyncio.to_thread(self.sheet.version)
        found = await asyncio.to_thread(self.sheet.read)
        if not same(found, table):
            return None
        columns = self.listed.columns(found, look.language)
        rows = {columns.cell(row, "key"): row for row in found.rows}
        rows.pop("", None)
        return PendingEdits[T](version=version, table=found, columns=columns, rows=rows)

    async def _keep(self, look: SyncRun, version: str) -> None:
        """Save the state; if another sync saved first, everything is read again."""
        state = seen(look, version)
        save = SaveEmptySheet(external=state) if look.is_empty else SaveSourceState(external=state)
        kept: bool = await self.engine.execute_step(save, BY)
        if not kept:
            self._board = None
