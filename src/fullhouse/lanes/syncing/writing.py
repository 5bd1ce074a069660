"""What has to be written to a sheet: keys, what became of people, who is new, and whose row is no longer needed."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Generic

import msgspec

from fullhouse.kernel.rulebook import Rulebook
from fullhouse.lanes.sheets.table import Edits, Row, Table
from fullhouse.lanes.syncing.headings import Columns
from fullhouse.lanes.syncing.listed import ListAdapter, T


class PendingEdits(msgspec.Struct, Generic[T], frozen=True, kw_only=True):
    """A sheet as it was read: its rows by whose they are, and of those with anything left to say how they stand."""

    version: str
    table: Table
    columns: Columns
    rows: dict[str, Row] = {}
    known: dict[str, T] = {}


class SheetWriter(Generic[T]):
    """Works out the changes to one sheet."""

    def __init__(self, listed: ListAdapter[T, Any, Any], board: PendingEdits[T], book: Rulebook) -> None:
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
            if one.is_erased or (tidied_before is not None and self.listed.is_tidied(one, tidied_before)):
                removed.add(row.number)
            elif texts := self._row(row, one, wins=name in unwritten):
                cells[row.number] = texts
        fresh = (one for one in unwritten.values() if one.id not in self.board.rows and self.listed.is_shown(one))
        return Edits(cells, self.appended(fresh), frozenset(removed))

    def appended(self, several: Iterable[T]) -> list[dict[str, str]]:
        """Write a row for each of these, in their order."""
        return [self.listed.cells(one, self.columns, self.book) for one in sorted(several, key=self.listed.place)]

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
