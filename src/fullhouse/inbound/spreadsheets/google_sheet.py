"""A Google Sheet: one tab of a spreadsheet that is shared with our service account."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from fullhouse.inbound.google.account import GoogleDown
from fullhouse.inbound.google.client import GoogleClient
from fullhouse.inbound.google.drive import version_of
from fullhouse.inbound.google.spreadsheets import (
    GridCell,
    Tab,
    Value,
    cells_set,
    change,
    find_tab,
    grown,
    read_cells,
    row_removed,
)
from fullhouse.inbound.spreadsheets.cell_format import Look, shown_number, stored, typed
from fullhouse.inbound.spreadsheets.port import SheetChanged, SheetDown
from fullhouse.inbound.spreadsheets.table import Edits, Table, new_headers, placed, table_of
from fullhouse.inbound.spreadsheets.table_files import checked

Cells = list[list[GridCell]]

LOOKS: dict[str, Look] = {"DATE": "date", "TIME": "time", "DATE_TIME": "moment"}


class GoogleSheet:
    """A tab that staff edit. Google has no conditional write, so its version is checked before.

    Drive may report a change late, so the content is compared as well with what this object read.
    """

    def __init__(self, client: GoogleClient, spreadsheet_id: str, tab: str = "") -> None:
        """Take a tab of a spreadsheet; without a name the first visible one."""
        self.client, self.spreadsheet_id, self.tab = client, spreadsheet_id, tab
        self._read: Table | None = None

    def version(self) -> str:
        with _reached():
            return version_of(self.client, self.spreadsheet_id)

    def read(self) -> Table:
        self._read = _table(self._look()[1])
        return self._read

    def write(self, edits: Edits, seen: str) -> None:
        if self.version() != seen:
            raise SheetChanged
        tab, cells = self._look()
        table = _table(cells)
        if self._read is not None and self._read != table:
            raise SheetChanged
        self._read = None
        with _reached():
            requests = list(_Changes(tab, cells).requests(table, edits))
            change(self.client, self.spreadsheet_id, requests)

    def _look(self) -> tuple[Tab, Cells]:
        with _reached():
            tab = find_tab(self.client, self.spreadsheet_id, self.tab)
            return tab, read_cells(self.client, self.spreadsheet_id, tab)


def _table(cells: Cells) -> Table:
    return checked(
        table_of((number, list(map(_shown, row))) for number, row in enumerate(cells, 1))
    )


@contextmanager
def _reached() -> Iterator[None]:
    try:
        yield
    except GoogleDown as down:
        raise SheetDown(down.reason) from down


def _shown(cell: GridCell) -> str:
    if cell.value is None or isinstance(cell.value, str):
        return cell.value or ""
    if isinstance(cell.value, bool):
        return "TRUE" if cell.value else "FALSE"
    return shown_number(str(cell.value), LOOKS.get(cell.format, "number"))


class _Changes:
    """Edits as requests to Google, which counts rows and columns from 0."""

    def __init__(self, tab: Tab, cells: Cells) -> None:
        self.tab, self.cells = tab, cells

    def requests(self, table: Table, edits: Edits) -> Iterator[dict[str, object]]:
        headers = (*table.headers, *new_headers(table, edits))
        below = max((table.last or table.head, *edits.set()))
        kept = table.head + 1 + len(edits.removed) if edits.removed else 0
        yield from self._room(len(headers), max(below + len(edits.appended), kept))
        fresh = headers[len(table.headers) :]
        if fresh:
            yield cells_set(self.tab, table.head - 1, len(table.headers), fresh)
        for number, cells in (*edits.set().items(), *enumerate(edits.appended, below + 1)):
            yield from self._row(number - 1, placed(headers, cells))
        for number in sorted(edits.removed, reverse=True):
            yield row_removed(self.tab, number - 1)

    def _room(self, columns: int, rows: int) -> Iterator[dict[str, object]]:
        """Grow the tab if needed; Google removes no rows unless one is left below the headings."""
        if columns > self.tab.columns:
            yield grown(self.tab, "COLUMNS", columns - self.tab.columns)
        if rows > self.tab.rows:
            yield grown(self.tab, "ROWS", rows - self.tab.rows)

    def _row(self, row: int, cells: Mapping[int, str]) -> Iterator[dict[str, object]]:
        for first, texts in _runs(cells):
            values = [self._value(row, column, text) for column, text in enumerate(texts, first)]
            yield cells_set(self.tab, row, first, values)

    def _value(self, row: int, column: int, text: str) -> Value:
        """Choose how a text is stored: a date as such in a date cell, else a number or text."""
        there = row < len(self.cells) and column < len(self.cells[row])
        look = LOOKS.get(self.cells[row][column].format, "number") if there else "number"
        number = stored(text, look)
        if number is not None:
            return number
        return typed(text) if look == "number" else text


def _runs(cells: Mapping[int, str]) -> list[tuple[int, list[str]]]:
    """Group cells that stand side by side."""
    runs: list[tuple[int, list[str]]] = []
    for place, text in sorted(cells.items()):
        if runs and runs[-1][0] + len(runs[-1][1]) == place:
            runs[-1][1].append(text)
        else:
            runs.append((place, [text]))
    return runs
