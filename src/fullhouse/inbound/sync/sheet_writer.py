"""Changes to one sheet, worked out from its rows as they were read and from the records."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Generic

import msgspec

from fullhouse.inbound.spreadsheets.table import Edits, Row, Table
from fullhouse.inbound.sync.columns import Columns
from fullhouse.inbound.sync.list_adapter import ListAdapter, T
from fullhouse.inbound.sync.people_cells import names_now
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook


class PendingEdits(msgspec.Struct, Generic[T], frozen=True, kw_only=True):
    """A sheet as it was read: its rows by owner, and the records that may have to be written."""

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
        """Write a sheet in the business's language."""
        self.listed, self.board, self.book = listed, board, book
        self.columns = board.columns

    def edits(self, unwritten: dict[str, T], tidied_before: datetime | None) -> Edits:
        """Return the needed changes; rows of records that ended before a time are removed."""
        cells: dict[int, dict[str, str]] = {}
        removed: set[int] = set()
        for name, row in self.board.rows.items():
            record = unwritten.get(name) or self.board.known.get(name)
            if record is None:
                continue
            if self._is_removed(record, tidied_before):
                removed.add(row.number)
            elif texts := self._row(row, record, wins=name in unwritten):
                cells[row.number] = texts
        rows = self.board.rows
        without_row = [record for name, record in unwritten.items() if name not in rows]
        fresh = filter(self.listed.is_shown, without_row)
        return Edits(cells, self.appended(fresh), frozenset(removed))

    def _is_removed(self, record: T, tidied_before: datetime | None) -> bool:
        if record.is_erased:
            return True
        return tidied_before is not None and self.listed.is_tidied(record, tidied_before)

    def appended(self, several: Iterable[T]) -> list[dict[str, str]]:
        """Return the cells of a new row for each of these, in order."""
        return [
            self.listed.cells(record, self.columns, self.book)
            for record in sorted(several, key=self.listed.place)
        ]

    def _row(self, row: Row, record: T, *, wins: bool) -> dict[str, str]:
        """Return the changes of a row; former names become the present ones."""
        names = names_now(row, self.columns, self.book)
        return {**names, **self._own_cells(row, record, wins=wins)}

    def _own_cells(self, row: Row, record: T, *, wins: bool) -> dict[str, str]:
        """Return the cells that the record changes.

        A row that staff wrote for a record that was on the list already keeps its text.
        """
        has_key = self.columns.cell(row, "key") == record.id
        if wins and (has_key or record.source == "sheet"):
            return self.listed.changed(record, row, self.columns, self.book)
        if not has_key:
            return self.listed.marked(record, row, self.columns, self.book)
        status = self.listed.status(record, self.book)
        if not self.listed.is_stale(record, self.columns.cell(row, "status"), status):
            return {}
        return {self.columns.title("status"): status}
