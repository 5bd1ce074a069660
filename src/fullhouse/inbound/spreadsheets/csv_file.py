"""CSV files that staff edit: read as a spreadsheet program would, and changed row by row.

Unchanged rows keep their bytes. A text that a spreadsheet would run as a formula is written after
an apostrophe, which is removed on reading. A phone number in groups (+49 170 1234567) is text to
every program and stays; one without (+491701234567) would become 4.91701E+11, so it gets the
apostrophe, too.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from fullhouse.inbound.guest_import.csv_reader import (
    MOST_LINES_OF_A_ROW,
    SEPARATOR_LINE,
    SEPARATORS,
    UTF_8_MARK,
    broken_row,
    decoded,
    encoding_of,
    open_quote,
    separator_of,
)
from fullhouse.inbound.spreadsheets.table import (
    Edits,
    Table,
    new_headers,
    placed,
    table_of,
    with_cells,
)
from fullhouse.kernel.patterns import regex

# Spreadsheets skip what cannot be seen, and some read wide signs as the usual ones.
UNSEEN = r"[\s\u200b-\u200f\u2060\ufeff]*"
WIDE = "\uff1d\uff20\uff0b\uff0d\u2212"
FORMULA_START = regex(rf"{UNSEEN}[=@+\-{WIDE}]|[\t\r\n]")
# The start of a formula, but not a dash, a negative number or a phone number in groups.
FORMULA = regex(
    rf"{UNSEEN}[=@{WIDE}]|[\t\r\n]"
    rf"|{UNSEEN}\+(?![0-9]{{1,4}}(?: [0-9]+)+$|$)|{UNSEEN}-(?![0-9]+(?:[.,][0-9]+)?$|$)"
)
GUARDED = regex(rf"'(?='*(?:{FORMULA_START.pattern}))")
# Characters that could end a cell, with any separator that a reader tries, and space at its ends.
UNSAFE = regex(rf'[{re.escape(SEPARATORS)}"\n\r]|^ | $')
LINE_END = regex(r"\r\n|\n|\r")


class Form(msgspec.Struct, frozen=True):
    """The form of a file: its byte order mark, encoding, separator and line ends."""

    mark: bytes = UTF_8_MARK
    encoding: str = "utf-8"
    separator: str = ","
    line_end: str = "\r\n"


class _Record(msgspec.Struct):
    raw: str
    cells: list[str]


class _File(msgspec.Struct):
    form: Form
    preamble: str
    records: list[_Record]


def read_csv(data: bytes) -> Table:
    """Read a CSV file in any encoding and with any separator."""
    return _table(_file(data))


def _table(file: _File) -> Table:
    return table_of(
        (number, list(map(unguarded, record.cells)))
        for number, record in enumerate(file.records, 1)
    )


def form_of(data: bytes) -> Form:
    """Return the form of a file; of an empty one the form that Excel reads everywhere."""
    return _file(data).form


def write_csv(table: Table, form: Form | None = None) -> bytes:
    """Write a whole table, with its empty rows."""
    form = form or Form()
    rows: dict[int, Sequence[str]] = {row.number: row.cells for row in table.above}
    rows |= {row.number: _wide(row.cells, len(table.headers)) for row in table.rows}
    if table.headers:
        rows[table.head] = table.headers
    lines = (_line(rows.get(number, ()), form) for number in range(1, max(rows, default=0) + 1))
    return _encoded("".join(lines), form)


def edit_csv(data: bytes, edits: Edits) -> bytes:
    """Change a CSV file: rows that are not named keep every byte."""
    file = _file(data)
    table = _table(file)
    headers = (*table.headers, *new_headers(table, edits))
    _change(file, table, edits, headers)
    kept = [
        record.raw for number, record in enumerate(file.records, 1) if number not in edits.removed
    ]
    while kept and not kept[-1].strip():
        kept.pop()
    added = [
        _line(_wide(with_cells((), placed(headers, cells)), len(headers)), file.form)
        for cells in edits.appended
    ]
    if kept and added:
        kept[-1] = _ended(kept[-1], file.form)
    return _encoded("".join((file.preamble, *kept, *added)), file.form)


def _change(file: _File, table: Table, edits: Edits, headers: Sequence[str]) -> None:
    for number, cells in edits.set().items():
        _set(file, number, placed(headers, cells), len(headers))
    if len(headers) > len(table.headers):
        fresh = {place: headers[place] for place in range(len(table.headers), len(headers))}
        _set(file, table.head, fresh, 0)


def _set(file: _File, number: int, cells: Mapping[int, str], width: int) -> None:
    if number > len(file.records):
        for record in file.records[-1:]:
            record.raw = _ended(record.raw, file.form)
        file.records += (_Record(file.form.line_end, []) for _ in range(number - len(file.records)))
    record = file.records[number - 1]
    record.cells = list(with_cells(list(map(unguarded, record.cells)), cells))
    record.raw = _line(_wide(record.cells, width), file.form)


def _ended(raw: str, form: Form) -> str:
    return raw if raw.endswith(("\n", "\r")) else raw + form.line_end


def _wide(cells: Sequence[str], width: int) -> Sequence[str]:
    """Fill a row up to the headings' width, which makes the separator unmistakable."""
    if not any(cells):
        return ()
    return (*cells, *("" for _ in range(width - len(cells))))


def guarded(text: str) -> str:
    """Put an apostrophe before a formula, and before a text that seems to have ours."""
    if FORMULA.match(text) or unguarded(text) != text:
        return f"'{text}"
    return text


def unguarded(text: str) -> str:
    """Remove our apostrophe."""
    return text[1:] if text[:1] == "'" and GUARDED.match(text) else text


def _file(data: bytes) -> _File:
    text = decoded(data)
    if not text.strip():
        return _File(Form(), "", [])
    form = _form(data, text)
    lines = list(io.StringIO(text, newline=""))
    declared = SEPARATOR_LINE.fullmatch(lines[0].strip())
    preamble = lines.pop(0) if declared else ""
    return _File(form, preamble, list(_records(lines, form.separator)))


def _form(data: bytes, text: str) -> Form:
    mark, encoding = encoding_of(data)
    end = LINE_END.search(text)
    return Form(mark, encoding, separator_of(text) or ",", end[0] if end else "\r\n")


def _records(lines: Sequence[str], separator: str) -> Iterator[_Record]:
    reader = csv.reader(lines, delimiter=separator, skipinitialspace=True)
    first = 0
    try:
        for cells in reader:
            if reader.line_num - first > MOST_LINES_OF_A_ROW:
                raise open_quote(first + 1)
            yield _Record("".join(lines[first : reader.line_num]), cells)
            first = reader.line_num
    except csv.Error as error:
        raise broken_row(lines[first : reader.line_num], first + 1) from error


def _line(cells: Iterable[str], form: Form) -> str:
    kept = list(cells)
    if not kept:
        return form.line_end
    breaks = sum(len(LINE_END.findall(cell)) for cell in kept if "\n" in cell or "\r" in cell)
    if breaks >= MOST_LINES_OF_A_ROW:
        # A row of so many lines would be taken for an open quote.
        kept = [LINE_END.sub(" ", cell) for cell in kept]
    quoted = (_quoted(guarded(cell)) for cell in kept)
    return form.separator.join(quoted) + form.line_end


def _quoted(cell: str) -> str:
    """Quote a cell if something in it could be taken for its end."""
    if UNSAFE.search(cell):
        return '"' + cell.replace('"', '""') + '"'
    return cell


def _encoded(text: str, form: Form) -> bytes:
    """Encode as the file was; if that lacks a letter, in UTF-8 with the mark for Excel."""
    try:
        return form.mark + text.encode(form.encoding)
    except UnicodeEncodeError:
        return UTF_8_MARK + text.encode("utf-8", "replace")
