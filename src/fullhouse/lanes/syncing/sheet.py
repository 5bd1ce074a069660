"""The sheet that staff edit, in step with the list: read when it changed, written where the list knows better.

Anything may fail or stop at any call, and two of these may run at once. What the list does not know yet comes from the
sheet again, what the sheet does not show yet is written again, and nothing counts as done before all of it is.
"""

import asyncio
from collections.abc import Iterable, Sequence
from datetime import datetime

from msgspec.structs import replace

from fullhouse.engine.house import House
from fullhouse.engine.ports import Files
from fullhouse.kernel.documents import Document, rulebook_of
from fullhouse.kernel.externals import External, KeepExternal, RowProblem, SheetVersion
from fullhouse.kernel.records import Get
from fullhouse.kernel.rulebook import Rulebook
from fullhouse.kernel.times import wall_time
from fullhouse.lanes.form import Unfit
from fullhouse.lanes.sheets.port import Sheet, SheetChanged, SheetDown
from fullhouse.lanes.sheets.table import Edits, Table, apply, difference, same
from fullhouse.lanes.syncing import matching, recalling, versions
from fullhouse.lanes.syncing.giving import give_all, join_all, named_in, status_in, unwritten_in, waiting_in
from fullhouse.lanes.syncing.headings import Columns, columns_of
from fullhouse.lanes.syncing.looking import BY, LOST_MANY, NAME, NO_HEADINGS, Look, Report, reason_of, seen
from fullhouse.lanes.syncing.rows import RowRead, read_row
from fullhouse.lanes.syncing.writing import Board, Writer
from fullhouse.products.waitlist.answers import DONE, PROBLEMS
from fullhouse.products.waitlist.commands import Leave, MarkWritten
from fullhouse.products.waitlist.model import Answer, Entry, Unwritten

MARKED_AT_ONCE = 20
TRIES = 3


class SheetSync:
    """Keeps one sheet and the list in step."""

    def __init__(self, house: House, sheet: Sheet, files: Files, where: str = "the sheet") -> None:
        """Stand between a house and a sheet; `where` names the sheet: another one is met as if for the first time."""
        self.house, self.sheet, self.files, self.where = house, sheet, files, where
        self._turn = asyncio.Lock()
        self._board: Board | None = None

    async def run(self) -> Report:
        """Bring both in step; where there is nothing to do, this takes no more than a look at the version."""
        async with self._turn:
            return await self._run()

    async def put_back(self, version: SheetVersion, by: str) -> Report | None:
        """Write an earlier version to the sheet, and bring both in step; None if it is not kept any more.

        Whoever came onto the list by another way since then stays on it, and whoever was booked stays booked.
        """
        async with self._turn:
            content = await asyncio.to_thread(self.files.read, version.file)
            if content is None:
                return None
            try:
                await self._rewrite(versions.table_in(content), version.at, by)
            except (SheetDown, Unfit, SheetChanged) as error:
                return Report(trouble=reason_of(error))
            return await self._run()

    async def _rewrite(self, wanted: Table, then: datetime, by: str) -> None:
        book = self._look().today.book
        waiting = await waiting_in(self.house)
        wanted = await self._with_keys(wanted, then, waiting, book)
        columns = columns_of(wanted, book.language)
        kept = {columns.cell(row, "key") for row in wanted.rows}
        since = [one for one in waiting if one.source != "sheet" and one.id not in kept]
        version = await asyncio.to_thread(self.sheet.version)
        table = await asyncio.to_thread(self.sheet.read)
        writer = Writer(Board(version=version, table=wanted, columns=columns), book, status_in(self.house, book))
        whole = apply(wanted, Edits(appended=writer.appended(since)))
        await asyncio.to_thread(self.sheet.write, difference(table, whole), version)
        await versions.keep(self.house, self.files, whole, by)

    async def _with_keys(self, wanted: Table, then: datetime, waiting: Sequence[Entry], book: Rulebook) -> Table:
        """Give the rows of an earlier version their keys; before those were written, nothing says who has ended."""
        columns = columns_of(wanted, book.language)
        rows = await asyncio.to_thread(_rows, wanted, columns, book)
        owners = recalling.owners_then(self.house, rows, waiting, then)
        return apply(wanted, Edits({number: {columns.title("key"): one.id} for number, one in owners.items()}))

    async def _run(self) -> Report:
        report = Report()
        for _ in range(TRIES):
            look = self._look()
            report = await self._looked(look)
            if not report.again:
                break
        return report

    def _look(self) -> Look:
        known = self.house.load(Get(External, (NAME,))) or External(id=NAME)
        document = self.house.load(Get(Document, ("rules",)))
        book, now = rulebook_of(document), self.house.now()
        today = matching.Today(book, now, wall_time(now, book.zone).date())
        rules = str(document.version) if document is not None else "0"
        return Look(known, today, self.where, rules, Report())

    async def _looked(self, look: Look) -> Report:
        try:
            look.version = await asyncio.to_thread(self.sheet.version)
            await self._step(look)
        except SheetChanged:
            look.report.again = True
        except (SheetDown, Unfit) as error:
            look.report.trouble = reason_of(error)
            await self._keep(look, "")
        return look.report

    async def _step(self, look: Look) -> None:
        look.tidies = look.tidying_day > look.known.cleared
        pending = bool(self.house.load(Unwritten(limit=1)))
        if not look.is_changed and not look.tidies and not pending:
            await self._keep(look, look.version)
            return
        board = self._board
        if look.is_changed or look.tidies or board is None or board.version != look.version:
            board = await self._read(look)
        await self._write(look, board)

    # From the sheet to the list.

    async def _read(self, look: Look) -> Board:
        """Take over what staff edited. Who waits is asked first: nobody is missed who comes while the sheet is read."""
        self._board = None
        waiting = await waiting_in(self.house)
        entries = {one.id: one for one in (*waiting, *await unwritten_in(self.house))}
        table = await asyncio.to_thread(self.sheet.read)
        columns = columns_of(table, look.language)
        if not columns.is_list and (table.headers or not look.is_first):
            raise SheetDown(NO_HEADINGS)
        await versions.keep(self.house, self.files, table, versions.STAFF)
        rows = await asyncio.to_thread(_rows, table, columns, look.today.book)
        entries |= named_in(self.house, {row.key for row in rows} - entries.keys())
        matched = self._matched(look, rows, entries)
        entries |= await self._take_over(look, matched)
        await self._take_off(look, matched, waiting)
        look.report.looked, look.report.rows = True, len(rows)
        look.report.problems = tuple(sorted(matched.problems, key=lambda one: one.row))
        numbers = {row.number: row for row in table.rows}
        owned = {name: numbers[row.number] for name, row in matched.rows.items()}
        return Board(version=look.version, table=table, columns=columns, rows=owned, entries=entries)

    def _matched(self, look: Look, rows: list[RowRead], entries: dict[str, Entry]) -> matching.Matched:
        """Find out whose each row is; who seems new in a sheet that is known may have been on the list before."""
        matched = matching.match(rows, entries, look.today)
        owners = {} if look.is_first else recalling.owners_again(self.house, matched, look.today.book)
        if not owners:
            return matched
        entries |= {one.id: one for one in owners.values()}
        return matching.match(recalling.with_keys(rows, owners), entries, look.today)

    async def _take_over(self, look: Look, matched: matching.Matched) -> dict[str, Entry]:
        """Let newcomers join and edits take effect; return who is on the list by that."""
        found: dict[str, Entry] = {}
        joins = matching.joins(matched.newcomers, [self.house.ids.new() for _ in matched.newcomers], look.today.now)
        for newcomer, answer in zip(matched.newcomers, await join_all(self.house, joins, BY), strict=True):
            look.report.joined += answer.code == "joined"
            if _is_placed(newcomer.row, answer, matched) and answer.entry is not None:
                found[answer.entry.id] = answer.entry
                look.unfinished |= answer.code == "already"
        for edit, answer in zip(matched.edited, await give_all(self.house, matched.edited, BY), strict=True):
            look.report.edited += answer.code == "edited"
            if answer.code in PROBLEMS or answer.code == "already":
                matched.problems.append(_refused(matched.rows[edit.entry_id], answer))
        return found

    async def _take_off(self, look: Look, matched: matching.Matched, waiting: Sequence[Entry]) -> None:
        """Take those off the list whose rows were removed; a sheet that is met for the first time removes nobody."""
        gone = [] if look.is_first else matching.missing(waiting, matched)
        written = sum(not one.unwritten for one in waiting)
        look.doubted = matching.mark_of(gone)
        if matching.is_strange(len(gone), written) and not look.is_believed(look.doubted):
            look.doubt = LOST_MANY.format(gone=len(gone), known=written)
            return
        leaves = [Leave(entry_id=one.id, removed=True, source="sheet") for one in gone]
        answers = await give_all(self.house, leaves, BY)
        look.report.removed = sum(answer.code == "removed" for answer in answers)

    # From the list to the sheet.

    async def _write(self, look: Look, board: Board) -> None:
        unwritten = {one.id: one for one in await unwritten_in(self.house)}
        everyone = await waiting_in(self.house) if look.is_first else []
        strangers = {one.id: one for one in everyone if one.id not in board.rows}
        book = look.today.book
        tidied = look.tidied_before if look.tidies else None
        edits = Writer(board, book, status_in(self.house, book)).edits({**strangers, **unwritten}, tidied)
        erased = {one.id for one in unwritten.values() if one.is_erased}
        if erased:
            await asyncio.to_thread(versions.forget, self.files, versions.files_of(self.house), erased, book.language)
        table = board.table
        if edits:
            await asyncio.to_thread(self.sheet.write, edits, board.version)
            table = apply(table, edits)
            await versions.keep(self.house, self.files, table, versions.OURSELVES)
        look.report.written = await self._mark(unwritten.values())
        self._board = await self._adopted(look, table) if edits else replace(board, entries={})
        await self._keep(look, self._board.version if self._board is not None else "")
        look.report.trouble = look.doubt

    async def _mark(self, entries: Iterable[Entry]) -> int:
        pairs = [(one.id, one.rev) for one in entries]
        some = [tuple(pairs[at : at + MARKED_AT_ONCE]) for at in range(0, len(pairs), MARKED_AT_ONCE)]
        return sum(await give_all(self.house, [MarkWritten(entries=each) for each in some], BY))

    async def _adopted(self, look: Look, table: Table) -> Board | None:
        """Take what we wrote for seen, if the sheet says just that: else someone has edited it since."""
        version = await asyncio.to_thread(self.sheet.version)
        found = await asyncio.to_thread(self.sheet.read)
        if not same(found, table):
            return None
        columns = columns_of(found, look.language)
        rows = {key: row for row in found.rows if (key := columns.cell(row, "key"))}
        return Board(version=version, table=found, columns=columns, rows=rows)

    async def _keep(self, look: Look, version: str) -> None:
        """Remember what was seen; if another sync knows better by then, all is looked at again."""
        kept: bool = await self.house.order(KeepExternal(external=seen(look, version)), BY)
        if not kept:
            self._board = None


def _rows(table: Table, columns: Columns, book: Rulebook) -> list[RowRead]:
    return [read_row(row, columns, book) for row in table.rows]


def _is_placed(row: RowRead, answer: Answer, matched: matching.Matched) -> bool:
    """Give a row to whom it was joined for; one for somebody who has a row already is a problem."""
    entry = answer.entry
    if entry is None or answer.code not in ("joined", "already"):
        matched.problems.append(_refused(row, answer))
        return False
    other = matched.rows.get(entry.id)
    if other is not None:
        reason = matching.SAME_PERSON.format(other=other.number)
        matched.problems.append(RowProblem(row.number, "name", reason))
        return False
    matched.rows[entry.id] = row
    return True


def _refused(row: RowRead, answer: Answer) -> RowProblem:
    reason = "Someone else waits for this under the same number or address." if answer.code == "already" else ""
    return RowProblem(row.number, answer.field or "row", reason or PROBLEMS.get(answer.code) or DONE[answer.code])
