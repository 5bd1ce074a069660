"""The waitlist's sheet: new rows join, edits take effect, whoever is removed is off the list; bookings are written."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import Files
from fullhouse.inbound.spreadsheets.port import Sheet
from fullhouse.inbound.spreadsheets.table import Row
from fullhouse.inbound.sync.batches import execute_all
from fullhouse.inbound.sync.columns import Columns
from fullhouse.inbound.sync.list_adapter import ListAdapter
from fullhouse.inbound.sync.sheet_sync import ListSync
from fullhouse.inbound.sync.sheet_versions import STAFF, Versions, content_of, table_in
from fullhouse.inbound.sync.sync_run import BY, SyncRun
from fullhouse.inbound.sync.waitlist_sheet import matching
from fullhouse.inbound.sync.waitlist_sheet.batches import (
    join_all,
    named_in,
    status_in,
    unwritten_in,
    waiting_in,
)
from fullhouse.inbound.sync.waitlist_sheet.cells import cells_of, changed_cells, mark
from fullhouse.inbound.sync.waitlist_sheet.columns import NO_HEADINGS, columns_of, is_list
from fullhouse.inbound.sync.waitlist_sheet.matching import Matched
from fullhouse.inbound.sync.waitlist_sheet.rows import RowRead, read_row
from fullhouse.products.frontdesk.shared.external_sources import RowProblem
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.commands import LeaveWaitlist, MarkEntriesSynced
from fullhouse.products.frontdesk.waitlist.model import Entry, UnsyncedEntries, WaitlistResult
from fullhouse.products.frontdesk.waitlist.result_codes import DONE, PROBLEMS

__all__ = ["STAFF", "VERSIONS", "content_of", "forget", "keep", "table_in"]

PERSONAL = ("phone", "email")


def _addresses(row: Row, columns: Columns) -> set[str]:
    return {text for field in PERSONAL if (text := columns.cell(row, field))}


# Their ids begin with the time; those of other sheets' versions with a letter.
VERSIONS = Versions(folder="sheets/waitlist", columns_of=columns_of, traces=_addresses, until=":")
keep, forget = VERSIONS.keep, VERSIONS.forget


NAME = "sheet"
MARKED_AT_ONCE = 20
LOST_MANY = (
    "{gone} of {known} rows have vanished at once. If that is meant, nothing has to be done: they are taken off the "
    "list in a few minutes. If not, put an earlier version back."
)


class WaitlistRows(ListAdapter[Entry, RowRead, Matched]):
    """Who waits, row by row."""

    name, versions, tidies = NAME, VERSIONS, True
    no_headings, lost_many = NO_HEADINGS, LOST_MANY

    def is_list(self, columns: Columns) -> bool:
        return is_list(columns)

    async def known(self) -> list[Entry]:
        return await waiting_in(self.engine)

    def stands(self, one: Entry) -> bool:
        return one.state == "waiting"

    def is_pending(self) -> bool:
        return bool(self.engine.load(UnsyncedEntries(limit=1)))

    async def unwritten(self) -> list[Entry]:
        return await unwritten_in(self.engine)

    def named(self, rows: Sequence[RowRead], known: Mapping[str, Entry]) -> dict[str, Entry]:
        return named_in(self.engine, {row.key for row in rows} - known.keys())

    # From the sheet to the list.

    def read(self, row: Row, columns: Columns, book: Rulebook) -> RowRead:
        return read_row(row, columns, book)

    def match(self, look: SyncRun, rows: list[RowRead], known: dict[str, Entry]) -> Matched:
        """Find out whose each row is; who seems new in a sheet that is known may have been on the list before."""
        matched = matching.match(rows, known, look.today)
        owners = (
            {} if look.is_first else matching.owners_again(self.engine, matched, look.today.book)
        )
        if not owners:
            return matched
        known |= {one.id: one for one in owners.values()}
        return matching.match(matching.with_keys(rows, owners), known, look.today)

    async def take_over(self, look: SyncRun, matched: Matched) -> dict[str, Entry]:
        """Let newcomers join and edits take effect; return who is on the list by that."""
        found: dict[str, Entry] = {}
        ids = [self.engine.ids.new() for _ in matched.newcomers]
        joins = matching.joins(matched.newcomers, ids, look.today.now)
        for newcomer, answer in zip(
            matched.newcomers, await join_all(self.engine, joins, BY), strict=True
        ):
            look.report.joined += answer.code == "joined"
            if _is_placed(newcomer.row, answer, matched) and answer.entry is not None:
                found[answer.entry.id] = answer.entry
                look.unfinished |= answer.code == "already"
        for edit, answer in zip(
            matched.edited, await execute_all(self.engine, matched.edited, BY), strict=True
        ):
            look.report.edited += answer.code == "edited"
            if answer.code in PROBLEMS or answer.code == "already":
                matched.problems.append(_refused(matched.rows[edit.entry_id], answer))
        return found

    async def take_off(self, gone: Sequence[Entry]) -> int:
        leaves = [LeaveWaitlist(entry_id=one.id, removed=True, source="sheet") for one in gone]
        return sum(
            answer.code == "removed" for answer in await execute_all(self.engine, leaves, BY)
        )

    # From the list to the sheet.

    def status(self, one: Entry, book: Rulebook) -> str:
        return status_in(self.engine, book)(one)

    def cells(self, one: Entry, columns: Columns, book: Rulebook) -> dict[str, str]:
        return cells_of(one, columns, book, self.status(one, book))

    def changed(self, one: Entry, row: Row, columns: Columns, book: Rulebook) -> dict[str, str]:
        return changed_cells(
            one, read_row(row, columns, book), columns, book, self.status(one, book)
        )

    def is_stale(self, one: Entry, said: str, status: str) -> bool:
        return one.state != "waiting" and said != status

    def marked(self, one: Entry, _row: Row, columns: Columns, book: Rulebook) -> dict[str, str]:
        return mark(one, columns, self.status(one, book))

    def is_shown(self, one: Entry) -> bool:
        return one.state == "waiting"

    def place(self, one: Entry) -> tuple[datetime, str]:
        return one.joined_at, one.id

    def is_tidied(self, one: Entry, before: datetime) -> bool:
        return one.ended_at is not None and one.ended_at < before

    async def mark(self, several: Sequence[Entry]) -> int:
        pairs = [(one.id, one.rev) for one in several]
        some = [
            tuple(pairs[at : at + MARKED_AT_ONCE]) for at in range(0, len(pairs), MARKED_AT_ONCE)
        ]
        return sum(
            await execute_all(self.engine, [MarkEntriesSynced(entries=each) for each in some], BY)
        )

    def owners_then(
        self, rows: Sequence[RowRead], known: Sequence[Entry], then: datetime
    ) -> dict[int, Entry]:
        return matching.owners_then(self.engine, rows, known, then)


class SheetSync(ListSync[Entry, RowRead, Matched]):
    """Keeps one sheet and the waitlist in step."""

    def __init__(
        self, engine: Engine, sheet: Sheet, files: Files, where: str = "the sheet"
    ) -> None:
        """Stand between a house and a sheet."""
        super().__init__(WaitlistRows(engine), sheet, files, where)


def _is_placed(row: RowRead, answer: WaitlistResult, matched: Matched) -> bool:
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


def _refused(row: RowRead, answer: WaitlistResult) -> RowProblem:
    reason = (
        "Someone else waits for this under the same number or address."
        if answer.code == "already"
        else ""
    )
    return RowProblem(
        row.number, answer.field or "row", reason or PROBLEMS.get(answer.code) or DONE[answer.code]
    )
