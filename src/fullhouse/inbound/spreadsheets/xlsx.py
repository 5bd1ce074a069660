"""Workbooks that staff edit: cells of the first visible sheet are changed in place.

Other sheets, styles, widths, comments, charts, macros and formulas with their values are kept,
because they are never parsed. A digital signature is lost, as no changed workbook can have one.
Removed rows close up if nothing depends on the rows below; with formulas, merged cells, links,
tables or drawings they are emptied instead.
"""

import io
import posixpath
import re
import zipfile
from collections.abc import Mapping

from fullhouse.inbound.guest_import.xlsx_reader import (
    DAMAGED,
    column,
    elements,
    first_sheet,
    not_a_sheet,
    rows_of_sheet,
    weigh,
)
from fullhouse.inbound.spreadsheets.cell_format import looks_of
from fullhouse.inbound.spreadsheets.table import (
    Edits,
    Table,
    apply,
    new_headers,
    placed,
    same,
    table_of,
)
from fullhouse.inbound.spreadsheets.xlsx_rows import XmlRows, has_formula, letters, not_ours
from fullhouse.kernel.patterns import regex

OTHER_ENCODING = re.compile(rb"\s*<\?xml[^>]*encoding=[\"'](?!utf-8[\"'])", re.IGNORECASE)
DATA = regex(r"<((?:\w+:)?)sheetData(?:\s[^>]*)?(?:/>|(?<!/)>(.*)</\1sheetData\s*>)", re.DOTALL)
DIMENSION = regex(r'(<(?:\w+:)?dimension\s+ref=")(?:[A-Z]{1,3}\d{1,7}:)?([A-Z]{1,3})\d{1,7}"')
TIED = regex(r"<(?:\w+:)?(?:mergeCells|hyperlinks|tableParts|legacyDrawing|drawing)[\s/>]")
RANGE = regex(r'(\sref="\$?[A-Z]{1,3}\$?\d{1,7}:\$?[A-Z]{1,3}\$?)(\d{1,7})(?=")')


def read_xlsx(data: bytes) -> Table:
    """Read the first visible sheet."""
    return table_of(rows_of_sheet(data, lambda book: looks_of(book).shown))


def edit_xlsx(data: bytes, edits: Edits) -> bytes:
    """Change a workbook, and return it only if it reads as it should."""
    table = read_xlsx(data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as book:
            weigh(book)
            made = _repacked(book, _changed_parts(book, table, edits))
    except DAMAGED as error:
        raise not_a_sheet() from error
    if not same(read_xlsx(made), apply(table, edits)):
        raise not_ours()
    return made


def _changed_parts(book: zipfile.ZipFile, table: Table, edits: Edits) -> dict[str, bytes]:
    part = first_sheet(book)
    raw = book.read(part)
    text = raw.decode("utf-8")
    found = DATA.search(text)
    if found is None or OTHER_ENCODING.match(raw):
        raise not_ours()
    rows = XmlRows(found[2] or "", found[1], looks_of(book))
    last = _edit(rows, table, edits)
    tied = TIED.search(text, found.end()) or has_formula(found[0], found[1])
    if tied:
        for number in edits.removed:
            rows.clear(number)
    else:
        rows.take_out(sorted(edits.removed))
    data = f"<{found[1]}sheetData>{rows.xml()}</{found[1]}sheetData>"
    width = len(table.headers) + len(new_headers(table, edits))
    head = _dimension(text[: found.start()], max(rows.lines, default=1), width)
    tables = _tables(book, part, table.last, last)
    return {part: (head + data + text[found.end() :]).encode(), **tables}


def _edit(rows: XmlRows, table: Table, edits: Edits) -> int:
    """Set and append rows, and return the number of the last row."""
    headers = (*table.headers, *new_headers(table, edits))
    fresh = {place: headers[place] for place in range(len(table.headers), len(headers))}
    if fresh:
        rows.set(table.head, fresh)
    for number, cells in edits.set().items():
        rows.set(number, placed(headers, cells), like=number - 1 if number - 1 != table.head else 0)
    below = max((table.last or table.head, *edits.set()))
    like = table.rows[-1].number if table.rows else 0
    for at, cells in enumerate(edits.appended, 1):
        rows.set(below + at, placed(headers, cells), like)
    return below + len(edits.appended)


def _dimension(head: str, last: int, width: int) -> str:
    """Update the sheet's dimension, which some readers rely on."""

    def reach(found: re.Match[str]) -> str:
        columns = max(column(found[2]), width, 1)
        return f'{found[1]}A1:{letters(columns - 1)}{max(last, 1)}"'

    return DIMENSION.sub(reach, head)


def _tables(book: zipfile.ZipFile, part: str, old_last: int, last: int) -> dict[str, bytes]:
    """Extend tables that ended with the last row, so that sorting includes new rows."""
    folder, name = posixpath.split(part)
    relations = f"{folder}/_rels/{name}.rels"
    if last <= old_last or relations not in book.namelist():
        return {}

    def extended(found: re.Match[str]) -> str:
        return f"{found[1]}{last}" if int(found[2]) == old_last else found[0]

    changed: dict[str, bytes] = {}
    for table in _table_parts(book, relations, folder):
        text = book.read(table).decode("utf-8")
        if 'totalsRowCount="' not in text:
            changed[table] = RANGE.sub(extended, text).encode()
    return changed


def _table_parts(book: zipfile.ZipFile, relations: str, folder: str) -> list[str]:
    """Return the names of the parts that hold a sheet's tables."""
    names: list[str] = []
    for _, given in elements(book, relations):
        if "/table" not in given.get("Type", ""):
            continue
        path = given.get("Target", "")
        if path.startswith("/"):
            names.append(path.lstrip("/"))
        else:
            names.append(posixpath.normpath(f"{folder}/{path}"))
    return [name for name in names if name in book.namelist()]


def _repacked(book: zipfile.ZipFile, changed: Mapping[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for part in book.infolist():
            new.writestr(part, changed.get(part.filename) or book.read(part))
    return made.getvalue()
