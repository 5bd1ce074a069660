"""A table as staff see it: headings, rows with their numbers, and changes to it as values. No bytes, no files here."""

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
    """One row that holds something, with its number as spreadsheet programs count: from 1, empty rows included."""

    number: int
    cells: tuple[str, ...]


class Table(msgspec.Struct, frozen=True):
    """Headings and the rows below them. `head` is the row of the headings, `above` what stands over it (a title)."""

    headers: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    head: int = 1
    above: tuple[Row, ...] = ()

    def place(self, header: str) -> int | None:
        """Say in which column, counted from 0, a heading stands; the first of several."""
        wanted = plain(header)
        return next(
            (place for place, each in enumerate(self.headers) if plain(each) == wanted), None
        )

    def cell(self, row: Row, header: str) -> str:
        """Return what stands in a row below a heading; nothing if there is no such column."""
        place = self.place(header)
        return row.cells[place] if place is not None and place < len(row.cells) else ""

    @property
    def last(self) -> int:
        """The number of the last row that holds something."""
        return self.rows[-1].number if self.rows else self.head if self.headers else 0


class Edits(msgspec.Struct, frozen=True):
    """What is to change. Rows go by the numbers of the version that was seen; a heading that is not there yet is added.

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
    """Bring a cell or heading into the form in which two are compared."""
    return text.strip() if text.isascii() else unicodedata.normalize("NFC", text).strip()


def trimmed(cells: Iterable[str]) -> tuple[str, ...]:
    """Leave out the empty cells at a row's end, and the space around the others."""
    kept = [cell.strip() if cell.isascii() else plain(cell) for cell in cells]
    while kept and not kept[-1]:
        kept.pop()
    return tuple(kept)


def holds(cells: Sequence[str]) -> bool:
    """Say whether a row holds something; a checkbox that nobody ticked is nothing."""
    return any(cell and cell != "FALSE" for cell in cells)


def table_of(rows: Iterable[tuple[int, Sequence[str]]]) -> Table:
    """Find the headings: the first row of two cells or more, or else the first of all. A title may stand above them."""
    kept = [Row(number, cells) for number, row in rows if holds(cells := trimmed(row))]
    if not kept:
        return Table()
    at = next((place for place, row in enumerate(kept[:10]) if sum(map(bool, row.cells)) > 1), 0)
    head = kept[at]
    return Table(head.cells, tuple(kept[at + 1 :]), head.number, tuple(kept[:at]))


def fingerprint(table: Table) -> str:
    """Digest what a table says: headings and rows in their order, not where empty rows, space or empty cells stand."""
    lines = [
        BETWEEN_CELLS.join(trimmed(cells))
        for cells in (table.headers, *(row.cells for row in table.rows))
    ]
    return hashlib.sha256(
        BETWEEN_ROWS.join(line for line in lines if line).encode("utf-8", "replace")
    ).hexdigest()


def same(one: Table, other: Table) -> bool:
    """Say whether two tables say the same: most often, cell by cell."""
    if one.headers == other.headers and [row.cells for row in one.rows] == [
        row.cells for row in other.rows
    ]:
        return True
    return fingerprint(one) == fingerprint(other)


def new_headers(table: Table, edits: Edits) -> tuple[str, ...]:
    """Return the headings that edits name and the table lacks, in the order in which they come up."""
    named = [header for cells in (*edits.set().values(), *edits.appended) for header in cells]
    known = {plain(header) for header in table.headers}
    return tuple(dict.fromkeys(header for each in named if (header := plain(each)) not in known))


def placed(headers: Sequence[str], cells: Mapping[str, str]) -> dict[int, str]:
    """Give each named cell its column, counted from 0."""
    places = _places(tuple(headers))
    return {places[plain(header)]: text for header, text in cells.items()}


@lru_cache(TABLES_KEPT)
def _places(headers: tuple[str, ...]) -> dict[str, int]:
    """Say where each heading stands; once for all rows of a table."""
    return {plain(header): place for place, header in reversed(list(enumerate(headers)))}


def apply(table: Table, edits: Edits) -> Table:
    """Change a table as edits say. What a sheet of any kind holds after a write is what this returns."""
    headers = (*table.headers, *new_headers(table, edits))
    changed = {number: placed(headers, cells) for number, cells in edits.set().items()}
    numbers = {row.number for row in table.rows}
    rows = [
        *table.rows,
        *(Row(number, ()) for number in changed if number > table.head and number not in numbers),
    ]
    kept = [
        Row(row.number, with_cells(row.cells, changed.get(row.number, {})))
        for row in sorted(rows, key=lambda row: row.number)
        if row.number not in edits.removed
    ]
    first = max((row.number for row in rows), default=table.head) + 1
    added = [
        Row(first + at, with_cells((), placed(headers, cells)))
        for at, cells in enumerate(edits.appended)
    ]
    return Table(
        headers, tuple(row for row in (*kept, *added) if holds(row.cells)), table.head, table.above
    )


def with_cells(cells: Sequence[str], changed: Mapping[int, str]) -> tuple[str, ...]:
    """Put texts into the columns of a row."""
    wide = [*cells, *("" for _ in range(max(changed, default=-1) + 1 - len(cells)))]
    for place, text in changed.items():
        wide[place] = text
    return trimmed(wide)


def difference(now: Table, wanted: Table) -> Edits:
    """Find the edits that make one table say what another says, row by row: so that an old version can come back."""
    pairs = list(zip(now.rows, wanted.rows, strict=False))
    cells = {
        old.number: changed for old, new in pairs if (changed := _changed(now, old, wanted, new))
    }
    appended = tuple(
        dict(zip(wanted.headers, row.cells, strict=False)) for row in wanted.rows[len(pairs) :]
    )
    return Edits(cells, appended, frozenset(row.number for row in now.rows[len(pairs) :]))


def _changed(now: Table, old: Row, wanted: Table, new: Row) -> dict[str, str]:
    headers = dict.fromkeys((*wanted.headers, *now.headers))
    texts = {header: wanted.cell(new, header) for header in headers if header}
    return {
        header: text
        for header, text in texts.items()
        if plain(text) != plain(now.cell(old, header))
    }
