"""What has to be written to the sheet: keys, what became of people, who is new, and whose row is no longer needed."""

from collections.abc import Callable, Iterable
from datetime import datetime

import msgspec

from fullhouse.kernel.rulebook import Rulebook
from fullhouse.lanes.sheets.table import Edits, Row, Table
from fullhouse.lanes.syncing.cells import cells_of, changed_cells, mark
from fullhouse.lanes.syncing.headings import Columns
from fullhouse.lanes.syncing.rows import read_row
from fullhouse.products.waitlist.model import Entry

Status = Callable[[Entry], str]


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet as it was read: its rows by whose they are, and of those with anything left to say the entries."""

    version: str
    table: Table
    columns: Columns
    rows: dict[str, Row] = {}
    entries: dict[str, Entry] = {}


class Writer:
    """Works out the changes to one sheet."""

    def __init__(self, board: Board, book: Rulebook, status: Status) -> None:
        """Write in the business's language."""
        self.board, self.columns = board, board.columns
        self.book, self.status = book, status

    def edits(self, unwritten: dict[str, Entry], tidied_before: datetime | None) -> Edits:
        """Say what has to change; rows of those who were off the list before a time are taken out."""
        cells: dict[int, dict[str, str]] = {}
        removed: set[int] = set()
        for name, row in self.board.rows.items():
            entry = unwritten.get(name) or self.board.entries.get(name)
            if entry is None:
                continue
            if entry.is_erased or _is_tidied(entry, tidied_before):
                removed.add(row.number)
            elif texts := self._row(row, entry, wins=name in unwritten):
                cells[row.number] = texts
        fresh = (one for one in unwritten.values() if one.id not in self.board.rows and one.state == "waiting")
        return Edits(cells, self.appended(fresh), frozenset(removed))

    def appended(self, entries: Iterable[Entry]) -> list[dict[str, str]]:
        """Write a row for each of these, in the order in which they joined."""
        ordered = sorted(entries, key=lambda one: (one.joined_at, one.id))
        return [cells_of(one, self.columns, self.book, self.status(one)) for one in ordered]

    def _row(self, row: Row, entry: Entry, *, wins: bool) -> dict[str, str]:
        """Write to someone's row. A row that staff wrote for someone who was on the list already keeps its words."""
        status = self.status(entry)
        has_key = self.columns.cell(row, "key") == entry.id
        if wins and (has_key or entry.source == "sheet"):
            return changed_cells(entry, read_row(row, self.columns, self.book), self.columns, self.book, status)
        if not has_key:
            return mark(entry, self.columns, status)
        stale = entry.state != "waiting" and self.columns.cell(row, "status") != status
        return {self.columns.title("status"): status} if stale else {}


def _is_tidied(entry: Entry, before: datetime | None) -> bool:
    return before is not None and entry.ended_at is not None and entry.ended_at < before
