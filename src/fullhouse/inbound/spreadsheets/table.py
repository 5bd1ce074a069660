"""A table as staff see it: headings, numbered rows, and edits as values."""

import hashlib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import msgspec

BETWEEN_CELLS, BETWEEN_ROWS = "\x1f", "\x1e"
MOST_ROWS = 20_000
MOST_COLUMNS = 100
TABLES_KEPT = 8


class Row(msgspec.Struct, frozen=True):
    """One row that is not empty, with its number in spreadsheets: from 1, with empty rows."""

    number: int
    cells: tuple[str, ...]


class Table(msgspec.Struct, frozen=True):
    """Headings and the rows below them.

    `head` is the number of the headings' row, `above` are rows over it, such as a title.
    """

    headers: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    head: int = 1
    above: tuple[Row, ...] = ()

    def place(self, header: str) -> int | None:
        """Return the column of a heading, counted from 0; the first of several."""
        wanted = plain(header)
        for place, heading in enumerate(self.headers):
            if plain(heading) == wanted:
                return place
        return None

    def cell(self, row: Row, header: str) -> str:
        """Return the cell of a row below a heading; empty if there is no such column."""
        place = self.place(header)
        if place is None or place >= len(row.cells):
            return ""
        return row.cells[place]

    @property
    def last(self) -> int:
        """The number of the last row that is not empty."""
        if self.rows:
            return self.rows[-1].number
        return self.head if self.headers else 0


class Edits(msgspec.Struct, frozen=True):
    """Changes of a table. Row numbers are those of the version read; new headings are added.

    A row that is both changed and removed is removed.
    """

    cells: Mapping[int, Mapping[str, str]] = {}
    appended: Sequence[Mapping[str, str]] = ()
    removed: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.cells or self.appended or self.removed)

    def set(self) -> dict[int, Mapping[str, str]]:
        """Return the changed rows that stay."""
        return {
            number: cells
            for number, cells in self.cells.items()
            if cells and number not in self.removed
        }


def plain(text: str) -> str:
    """Return a cell or heading in the form in which two are compared."""
    return text.strip() if text.isascii() else unicodedata.normalize("NFC", text).strip()


def trimmed(cells: Iterable[str]) -> tuple[str, ...]:
    """Remove empty cells at a row's end, and the space around the others."""
    kept = [cell.strip() if cell.isascii() else plain(cell) for cell in cells]
    while kept and not kept[-1]:
        kept.pop()
    return tuple(kept)


def holds(cells: Sequence[str]) -> bool:
    """Return True if a row is not empty; an unticked checkbox counts as empty."""
    return any(cell and cell != "FALSE" for cell in cells)


def table_of(rows: Iterable[tuple[int, Sequence[str]]]) -> Table:
    """Build a table; its headings are the first row with two cells, or else the first row.

    A title may stand above them.
    """
    all_rows = (Row(number, trimmed(cells)) for number, cells in rows)
    kept = [row for row in all_rows if holds(row.cells)]
    if not kept:
        return Table()
    at = next((place for place, row in enumerate(kept[:10]) if sum(map(bool, row.cells)) > 1), 0)
    head = kept[at]
    return Table(head.cells, tuple(kept[at + 1 :]), head.number, tuple(kept[:at]))


def fingerprint(table: Table) -> str:
    """Return a digest of headings and rows in order; empty rows and space do not count."""
    rows = [table.headers, *(row.cells for row in table.rows)]
    lines = [BETWEEN_CELLS.join(trimmed(cells)) for cells in rows]
    text = BETWEEN_ROWS.join(filter(None, lines))
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def same(one: Table, other: Table) -> bool:
    """Return True if two tables have the same content."""
    # Most tables are equal cell by cell, which is faster than the digests.
    if one.headers == other.headers:
        cells = [row.cells for row in one.rows]
        if cells == [row.cells for row in other.rows]:
            return True
    return fingerprint(one) == fingerprint(other)


def new_headers(table: Table, edits: Edits) -> tuple[str, ...]:
    """Return the headings that edits name and the table lacks, in order."""
    known = {plain(header) for header in table.headers}
    found: dict[str, None] = {}
    for cells in (*edits.set().values(), *edits.appended):
        found |= dict.fromkeys(map(plain, cells))
    return tuple(header for header in found if header not in known)


def placed(headers: Sequence[str], cells: Mapping[str, str]) -> dict[int, str]:
    """Return the cells by column, counted from 0."""
    places = _places(tuple(headers))
    return {places[plain(header)]: text for header, text in cells.items()}


@lru_cache(TABLES_KEPT)
def _places(headers: tuple[str, ...]) -> dict[str, int]:
    """Return the column of each heading; cached for all rows of a table."""
    return {plain(header): place for place, header in reversed(list(enumerate(headers)))}


def apply(table: Table, edits: Edits) -> Table:
    """Return the table after edits. Every kind of sheet holds just this after a write."""
    headers = (*table.headers, *new_headers(table, edits))
    changed = {number: placed(headers, cells) for number, cells in edits.set().items()}
    rows = _with_new_rows(table, changed)
    kept = [
        Row(row.number, with_cells(row.cells, changed.get(row.number, {})))
        for row in rows
        if row.number not in edits.removed
    ]
    first = max((row.number for row in rows), default=table.head) + 1
    for number, cells in enumerate(edits.appended, first):
        kept.append(Row(number, with_cells((), placed(headers, cells))))
    filled = tuple(row for row in kept if holds(row.cells))
    return Table(headers, filled, table.head, table.above)


def _with_new_rows(table: Table, changed: Iterable[int]) -> list[Row]:
    """Return all rows, with an empty one for each changed number that was empty before."""
    numbers = {row.number for row in table.rows}
    fresh = [number for number in changed if number > table.head and number not in numbers]
    rows = [*table.rows, *(Row(number, ()) for number in fresh)]
    return sorted(rows, key=lambda row: row.number)


def with_cells(cells: Sequence[str], changed: Mapping[int, str]) -> tuple[str, ...]:
    """Return a row's cells with texts put into some columns."""
    wide = [*cells, *("" for _ in range(max(changed, default=-1) + 1 - len(cells)))]
    for place, text in changed.items():
        wide[place] = text
    return trimmed(wide)


def difference(now: Table, wanted: Table) -> Edits:
    """Return the edits that turn one table into another, row by row."""
    cells: dict[int, dict[str, str]] = {}
    for old, new in zip(now.rows, wanted.rows, strict=False):
        changed = _changed(now, old, wanted, new)
        if changed:
            cells[old.number] = changed
    count = min(len(now.rows), len(wanted.rows))
    appended = tuple(
        dict(zip(wanted.headers, row.cells, strict=False)) for row in wanted.rows[count:]
    )
    return Edits(cells, appended, frozenset(row.number for row in now.rows[count:]))


def _changed(now: Table, old: Row, wanted: Table, new: Row) -> dict[str, str]:
    headers = dict.fromkeys((*wanted.headers, *now.headers))
    texts = {header: wanted.cell(new, header) for header in headers if header}
    return {
        header: text
        for header, text in texts.items()
        if plain(text) != plain(now.cell(old, header))
    }
