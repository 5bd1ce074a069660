"""Sync of the waitlist's sheet.

New rows join, edits take effect, removed rows leave the list; bookings are written.
"""

from collections.abc import Container, Mapping, Sequence
from datetime import datetime

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import Files
from fullhouse.inbound.spreadsheets.port import Sheet, SheetChanged
from fullhouse.inbound.spreadsheets.table import Row
from fullhouse.inbound.sync.batches import execute_all
from fullhouse.inbound.sync.changed_fields import changed_fields
from fullhouse.inbound.sync.columns import Columns
from fullhouse.inbound.sync.held_removals import keep_held
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
from fullhouse.inbound.sync.waitlist_sheet.holding import hold_edits
from fullhouse.inbound.sync.waitlist_sheet.matching import Matched
from fullhouse.inbound.sync.waitlist_sheet.rows import EntryRowRead, read_row
from fullhouse.products.frontdesk.shared.external_sources import RowProblem
from fullhouse.products.frontdesk.shared.held_removals import WAITLIST_CHANGES
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.commands import (
    EditEntry,
    LeaveWaitlist,
    MarkEntriesSynced,
)
from fullhouse.products.frontdesk.waitlist.model import SCOPE as WAITLIST
from fullhouse.products.frontdesk.waitlist.model import Entry, UnsyncedEntries, WaitlistResult
from fullhouse.products.frontdesk.waitlist.result_codes import DONE, PROBLEMS

__all__ = ["STAFF", "VERSIONS", "content_of", "forget", "keep", "table_in"]

PERSONAL = ("phone", "email")


def _addresses(row: Row, columns: Columns) -> set[str]:
    return set(filter(None, (columns.cell(row, field) for field in PERSONAL)))


# Ids of these versions begin with the time, those of other sheets with a letter.
VERSIONS = Versions(folder="sheets/waitlist", columns_of=columns_of, traces=_addresses, until=":")
keep, forget = VERSIONS.keep, VERSIONS.forget


NAME = "sheet"
MARKED_AT_ONCE = 20
LOST_MANY = (
    "{gone} of {known} people on the waitlist are missing from the sheet, or wait in it until "
    "tomorrow at the latest. Nobody was taken off the list: please say on Today whether they "
    "should be."
)


class WaitlistRows(ListAdapter[Entry, EntryRowRead, Matched]):
    """The waitlist, row by row."""

    name, versions, tidies, merges_copies = NAME, VERSIONS, True, True
    no_headings, lost_many, changes = NO_HEADINGS, LOST_MANY, WAITLIST_CHANGES

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

    def named(self, rows: Sequence[EntryRowRead], known: Mapping[str, Entry]) -> dict[str, Entry]:
        return named_in(self.engine, {row.key for row in rows} - known.keys())

    # From the sheet to the list.

    def read(self, row: Row, columns: Columns, book: Rulebook) -> EntryRowRead:
        return read_row(row, columns, book)

    def match(self, look: SyncRun, rows: list[EntryRowRead], known: dict[str, Entry]) -> Matched:
        """Find the owner of each row; rows that seem new may belong to entries that ended."""
        matched = matching.match(rows, known, look.today, look.before)
        if look.is_first:
            return matched
        owners = matching.owners_again(self.engine, matched, look.today.book)
        if not owners:
            return matched
        known |= {entry.id: entry for entry in owners.values()}
        keyed = matching.with_keys(rows, owners)
        return matching.match(keyed, known, look.today, look.before)

    async def take_over(self, look: SyncRun, matched: Matched) -> dict[str, Entry]:
        """Let newcomers join and apply edits; return the entries of newcomers."""
        found: dict[str, Entry] = {}
        ids = [self.engine.ids.new() for _ in matched.newcomers]
        joins = matching.joins(matched.newcomers, ids, look.today.now)
        joined = await join_all(self.engine, joins, BY)
        for newcomer, answer in zip(matched.newcomers, joined, strict=True):
            look.report.joined += answer.code == "joined"
            if _is_placed(newcomer.row, answer, matched) and answer.entry is not None:
                found[answer.entry.id] = answer.entry
                look.unfinished |= answer.code == "already"
        held = hold_edits(self.engine, look, matched.edited, matched.owners)
        await self._edit(look, matched, held.now)
        look.unfinished |= not await keep_held(self.engine, held.left, BY, held.people)
        return found

    async def _edit(
        self, look: SyncRun, matched: Matched, edits: Sequence[EditEntry]
    ) -> dict[str, Entry]:
        """Apply edits, and note what cannot be; return the entries as they are now."""
        answers = await execute_all(self.engine, edits, BY)
        for edit, answer in zip(edits, answers, strict=True):
            if _is_late(answer):
                raise SheetChanged  # changed elsewhere just now: compare once more
            look.report.edited += answer.code == "edited"
            if answer.code in PROBLEMS or answer.code == "already":
                matched.problems.append(_refused(matched.rows[edit.entry_id], answer))
        return {answer.entry.id: answer.entry for answer in answers if answer.entry is not None}

    async def end_by_rows(
        self,
        look: SyncRun,
        matched: Matched,
        ended: Sequence[Entry],
        _confirmed: Container[str],
    ) -> dict[str, Entry]:
        return await self._edit(look, matched, [matched.last_dates[one.id] for one in ended])

    async def take_off(self, gone: Sequence[Entry], _confirmed: Container[str]) -> int:
        leaves = [LeaveWaitlist(entry_id=one.id, removed=True, source="sheet") for one in gone]
        answers = await execute_all(self.engine, leaves, BY)
        return sum(answer.code == "removed" for answer in answers)

    # From the list to the sheet.

    def status(self, one: Entry, book: Rulebook) -> str:
        return status_in(self.engine, book)(one)

    def cells(self, one: Entry, columns: Columns, book: Rulebook) -> dict[str, str]:
        return cells_of(one, columns, book, self.status(one, book))

    def changed(self, one: Entry, row: Row, columns: Columns, book: Rulebook) -> dict[str, str]:
        newer: set[str] = set()
        if read_row(row, columns, book).problems:
            newer = changed_fields(self.engine, WAITLIST, one.id, self.name)
        status = self.status(one, book)
        return changed_cells(one, row, columns, book, status=status, newer=newer)

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
        pairs = [(entry.id, entry.rev) for entry in several]
        groups = [pairs[at : at + MARKED_AT_ONCE] for at in range(0, len(pairs), MARKED_AT_ONCE)]
        marks = [MarkEntriesSynced(entries=tuple(group)) for group in groups]
        return sum(await execute_all(self.engine, marks, BY))

    def owners_then(
        self, rows: Sequence[EntryRowRead], known: Sequence[Entry], then: datetime
    ) -> dict[int, Entry]:
        return matching.owners_then(self.engine, rows, known, then)


class SheetSync(ListSync[Entry, EntryRowRead, Matched]):
    """Keeps one sheet and the waitlist in step."""

    def __init__(
        self, engine: Engine, sheet: Sheet, files: Files, where: str = "the sheet"
    ) -> None:
        """Sync the engine's waitlist with a sheet; `where` names it."""
        super().__init__(WaitlistRows(engine), sheet, files, where)


def _is_placed(row: EntryRowRead, answer: WaitlistResult, matched: Matched) -> bool:
    """Give a row to its new entry; note a problem if that entry has a row already."""
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


def _is_late(answer: WaitlistResult) -> bool:
    """Return True if an edit found its entry changed since the row was compared with it."""
    if answer.code == "changed_since":
        return True
    return answer.code == "unchanged" and answer.entry is not None and answer.entry.unwritten


def _refused(row: EntryRowRead, answer: WaitlistResult) -> RowProblem:
    if answer.code == "already":
        reason = "Someone else waits for this under the same number or address."
    else:
        reason = PROBLEMS.get(answer.code) or DONE[answer.code]
    return RowProblem(row.number, answer.field or "row", reason)
