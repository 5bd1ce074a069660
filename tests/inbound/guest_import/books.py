"""Spreadsheets as programs write them, put together by hand so that they can be broken."""

import io
import zipfile
from html import escape

MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
RELATED = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
SHEETS = '<sheets><sheet name="Guests" sheetId="1" r:id="r1"/></sheets>'
WORKBOOK = f"<workbook {MAIN} {RELATED}>{SHEETS}</workbook>"
RELATIONS = '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>'


def letters(column: int) -> str:
    """Name a column, counted from 0."""
    first, last = divmod(column, 26)
    return (letters(first - 1) if first else "") + chr(ord("A") + last)


def sheet(rows: str) -> str:
    return f"<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>"


def book(*rows: list[str | int], **parts: str) -> bytes:
    """Write rows into a spreadsheet, texts as shared texts; parts can be replaced."""
    texts: list[str] = []
    made = "".join(_row(number, row, texts) for number, row in enumerate(rows, 1))
    shared = "".join(f"<si><t>{escape(text)}</t></si>" for text in texts)
    given = {
        "xl/workbook.xml": parts.get("workbook", WORKBOOK),
        "xl/_rels/workbook.xml.rels": parts.get("relations", RELATIONS),
        "xl/sharedStrings.xml": parts.get("texts", f"<sst {MAIN}>{shared}</sst>"),
        "xl/worksheets/sheet1.xml": parts.get("sheet", sheet(made)),
        **{name: part for name, part in parts.items() if "/" in name},
    }
    return packed({name: part.encode() for name, part in given.items() if part})


def _row(number: int, row: list[str | int], texts: list[str]) -> str:
    cells = "".join(
        _cell(f"{letters(column)}{number}", cell, texts)
        for column, cell in enumerate(row)
        if cell != ""
    )
    return f'<row r="{number}">{cells}</row>'


def _cell(place: str, cell: str | int, texts: list[str]) -> str:
    if isinstance(cell, int):
        return f'<c r="{place}"><v>{cell}</v></c>'
    texts.append(cell)
    return f'<c r="{place}" t="s"><v>{len(texts) - 1}</v></c>'


def packed(parts: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as made:
        for name, part in parts.items():
            made.writestr(name, part)
    return buffer.getvalue()
