"""A file or a paste to typed rows: the front door of the import lane. Small in memory, and sure of its bounds."""

from collections.abc import Iterator, Sequence
from itertools import chain, islice

import msgspec

from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.inbound.guest_import.columns import Columns, find_columns, looks_like_address
from fullhouse.inbound.guest_import.csv_reader import (
    ADDRESS,
    Cells,
    decoded,
    lines_of_cells,
    not_text,
)
from fullhouse.inbound.guest_import.row import MOST_ROWS, BadRow, GuestRow, clean_row, read_party
from fullhouse.inbound.guest_import.xlsx_reader import not_a_sheet, rows_of_sheet

LARGEST_FILE = 2 * 1024 * 1024
MOST_COLUMNS = 100
SAMPLE_ROWS = 50
LONGEST_SHOWN = 80
SHEET, OLD_SHEET = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
OTHERS = (
    b"%PDF",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"\x1f\x8b",
    b"Rar!",
    b"7z\xbc\xaf",
    b"\x7fELF",
    b"{\\rtf",
)
QUOTES = " \t\"'“”„«»"

OLD = (
    "This is an old Excel file, or one with a password. Save it as XLSX or CSV without one, and "
    "try again."
)


class Reading(msgspec.Struct, frozen=True):
    """A list as it was understood: in which columns what was found, and its rows, which are read as they are taken."""

    said: str
    rows: Iterator[GuestRow | BadRow]


def read(data: bytes) -> Reading:
    """Read a list, or raise `Unfit` with a sentence if it is none; a list that is too long is found out underway."""
    cells = _checked(_cells(data))
    sample = list(islice(cells, SAMPLE_ROWS))
    if not sample:
        raise _unfit("empty", "There is nothing on this list.")
    columns = find_columns(sample)
    if not columns.below and not any(looks_like_address(cell) for _, row in sample for cell in row):
        raise _unfit(
            "no_addresses",
            "No mail address was found. A list needs a name and an address in each row.",
        )
    return Reading(columns.said(), _rows(columns, chain(sample, cells)))


def _unfit(code: str, sentence: str) -> Invalid:
    return Invalid(FieldProblem(code, sentence))


def too_large() -> Invalid:
    """Say that a file is larger than any list that is taken."""
    return _unfit(
        "too_large",
        f"The file is larger than {LARGEST_FILE // 2**20} MB. Save just the list, or split it.",
    )


def _cells(data: bytes) -> Iterator[Cells]:
    if len(data) > LARGEST_FILE:
        raise too_large()
    if data.startswith(OLD_SHEET):
        raise not_a_sheet(OLD)
    if data.startswith(OTHERS):
        raise not_text()
    return rows_of_sheet(data) if data.startswith(SHEET) else lines_of_cells(decoded(data))


def _checked(cells: Iterator[Cells]) -> Iterator[Cells]:
    for line, row in cells:
        while not row[-1].strip():
            row.pop()
        if len(row) > MOST_COLUMNS:
            sentence = f"Line {line:,} has {len(row):,} columns or more. Keep those with name, address and party."
            raise _unfit("too_many_columns", sentence)
        yield line, row


def _rows(columns: Columns, cells: Iterator[Cells]) -> Iterator[GuestRow | BadRow]:
    count = 0
    for line, row in cells:
        if line > columns.below:
            count += 1
            if count > MOST_ROWS:
                raise _unfit(
                    "too_many_rows",
                    f"There are more than {MOST_ROWS:,} rows. Split the list, and import each part.",
                )
            yield _row(columns, line, row)


def _row(columns: Columns, line: int, cells: Sequence[str]) -> GuestRow | BadRow:
    beside, email = split_mailbox(columns.cell(cells, "email"))
    parts = (columns.cell(cells, "first"), columns.cell(cells, "last"))
    name = " ".join(filter(None, parts)) or columns.cell(cells, "name") or beside
    try:
        return clean_row(line, name, email, _party(columns, cells))
    except Invalid as unfit:
        return BadRow(line, shown(cells), unfit.problems)


def _party(columns: Columns, cells: Sequence[str]) -> int | None:
    if "party" in columns.places:
        return read_party(columns.cell(cells, "party"))
    return read_party(columns.cell(cells, "plus"), besides=1)


def split_mailbox(cell: str) -> tuple[str, str]:
    """Part a name from its address: `Anna Schmidt <anna@example.org>`, or the two with a space between them."""
    if "<" in cell:
        name, _, rest = cell.rpartition("<")
        return name.strip(QUOTES + ",;"), rest.partition(">")[0].strip().removeprefix("mailto:")
    words = cell.split()
    address = (
        next((word for word in words if ADDRESS.fullmatch(word)), None) if len(words) > 1 else None
    )
    if address is None:
        return "", cell.strip(QUOTES + ",;").removeprefix("mailto:")
    words.remove(address)
    return " ".join(words).strip(QUOTES), address.removeprefix("mailto:")


def shown(cells: Sequence[str]) -> str:
    """Write a row as it may be shown beside its problem: one line, cut short, nothing in it that steers."""
    text = " · ".join(filter(None, (" ".join(cell[:LONGEST_SHOWN].split()) for cell in cells[:8])))
    clean = "".join(one if one.isprintable() else " " for one in text)
    return clean if len(clean) <= LONGEST_SHOWN else f"{clean[: LONGEST_SHOWN - 1]}…"
