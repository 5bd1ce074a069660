"""The text of a spreadsheet: the first rows of its first visible sheet, dates shown as dates."""

from itertools import islice

from fullhouse.engine.ports import Unreadable
from fullhouse.lanes.documents.limits import MOST_ELEMENTS, MOST_ROWS, weigh
from fullhouse.lanes.documents.rows import text_of_rows
from fullhouse.lanes.form import Invalid
from fullhouse.lanes.importing.sheet import rows_of_sheet
from fullhouse.lanes.sheets.looks import looks_of


def read_sheet(content: bytes) -> str:
    """Read a sheet, or raise `Unreadable`."""
    weigh(content)
    try:
        found = rows_of_sheet(content, lambda book: looks_of(book).shown, MOST_ELEMENTS)
        rows = [cells for _, cells in islice(found, MOST_ROWS + 1)]
    except Invalid as unfit:
        raise Unreadable(unfit.problems[0].message) from unfit
    text = text_of_rows(rows[:MOST_ROWS])
    if len(rows) > MOST_ROWS:
        raise Unreadable(f"Only the first {MOST_ROWS} rows were read.", text)
    return text
