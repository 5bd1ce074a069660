"""Files of staff as tables, with limits on their size."""

from collections.abc import Callable
from typing import Literal

from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.inbound.guest_import.csv_reader import not_text
from fullhouse.inbound.guest_import.reader import OLD, OLD_SHEET, OTHERS, SHEET
from fullhouse.inbound.guest_import.xlsx_reader import not_a_sheet
from fullhouse.inbound.spreadsheets.csv_file import edit_csv, read_csv
from fullhouse.inbound.spreadsheets.table import MOST_COLUMNS, MOST_ROWS, Edits, Table
from fullhouse.inbound.spreadsheets.xlsx import edit_xlsx, read_xlsx

Kind = Literal["csv", "xlsx"]

LARGEST_FILE = 8 * 1024 * 1024
ReadTable = Callable[[bytes, Kind], Table]
EditTable = Callable[[bytes, Kind, Edits], bytes]


def read_table(content: bytes, kind: Kind) -> Table:
    """Read a sheet, or raise `Invalid`; of a workbook the first visible sheet."""
    if len(content) > LARGEST_FILE:
        raise _unfit(
            "too_large",
            f"The file is larger than {LARGEST_FILE // 2**20} MB. Keep just the list in it.",
        )
    return checked(READERS[kind](content))


def edit_table(content: bytes, kind: Kind, edits: Edits) -> bytes:
    """Apply edits to a sheet's bytes, and keep the rest."""
    return EDITORS[kind](content, edits)


def checked(table: Table) -> Table:
    """Refuse a table that is larger than a list can be."""
    if len(table.rows) > MOST_ROWS:
        raise _unfit(
            "too_many_rows",
            f"There are more than {MOST_ROWS:,} rows. Keep just the list in this sheet.",
        )
    widest = max(len(table.headers), *(len(row.cells) for row in table.rows), 0)
    if widest > MOST_COLUMNS:
        raise _unfit(
            "too_many_columns",
            f"There are more than {MOST_COLUMNS} columns. Keep just the list in this sheet.",
        )
    return table


def _read_csv(content: bytes) -> Table:
    if content.startswith((SHEET, OLD_SHEET, *OTHERS)):
        raise not_text()
    return read_csv(content)


def _read_xlsx(content: bytes) -> Table:
    if not content.startswith(SHEET):
        raise not_a_sheet(OLD if content.startswith(OLD_SHEET) else "")
    return read_xlsx(content)


def _unfit(code: str, sentence: str) -> Invalid:
    return Invalid(FieldProblem(code, sentence))


READERS: dict[Kind, Callable[[bytes], Table]] = {"csv": _read_csv, "xlsx": _read_xlsx}
EDITORS: dict[Kind, Callable[[bytes, Edits], bytes]] = {"csv": edit_csv, "xlsx": edit_xlsx}
