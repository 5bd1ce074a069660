"""Rows of one worksheet as XML, changed one by one. Other rows keep every character."""

import re
from collections.abc import Mapping, Sequence
from html import escape

import msgspec

from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.inbound.guest_import.xlsx_reader import column, not_a_sheet
from fullhouse.inbound.spreadsheets.cell_format import NumberFormats, stored, typed
from fullhouse.kernel.patterns import regex

NOT_OURS = (
    "This workbook is written in a way that cannot be changed from here. Save it once in Excel or "
    "LibreOffice."
)
ROW_NUMBER, CELL_PLACE = regex(r'\sr="(\d{1,7})"'), regex(r'\sr="([A-Z]{1,3})\d{1,7}"')
STYLE = regex(r'\ss="(\d{1,6})"')
# Attributes that a new row inherits: height and style, not whether it is hidden or folded.
INHERITED = regex(r'\s(?:s|customFormat|ht|customHeight|thickBot|thickTop)="[^"]*"')
SPANS = regex(r'\sspans="[^"]*"')
BETWEEN = regex(r">\s+<")
UNREADABLE = regex("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class XmlRow(msgspec.Struct):
    """One row: its number, its opening tag and its content."""

    number: int
    tag: str
    inner: str


class Cell(msgspec.Struct):
    """One cell: its column, counted from 0, its style and all of its XML."""

    place: int
    style: str
    xml: str


def not_ours() -> Invalid:
    """Build the error for a workbook that cannot be changed safely."""
    return not_a_sheet(NOT_OURS)


def pieces(text: str, name: str) -> list[str]:
    """Split a text into its elements of one name; only space may be between them."""
    found = re.findall(rf"<{name}(?=[\s/>])[^>]*(?:/>|(?<!/)>.*?</{name}\s*>)", text, re.DOTALL)
    joined = "".join(found)
    if joined != text and BETWEEN.sub("><", joined) != BETWEEN.sub("><", text.strip()):
        raise not_ours()
    return found


class XmlRows:
    """The rows of a worksheet, by number."""

    def __init__(self, data: str, prefix: str, looks: NumberFormats) -> None:
        """Find the rows in the XML of the sheet's data."""
        self.prefix, self.looks = prefix, looks
        self.lines = {line.number: line for line in map(self._line, pieces(data, f"{prefix}row"))}

    def _line(self, xml: str) -> XmlRow:
        tag, _, rest = xml.partition(">")
        number = ROW_NUMBER.search(tag)
        if number is None:
            raise not_ours()
        inner = "" if tag.endswith("/") else rest.rpartition("</")[0]
        return XmlRow(int(number[1]), tag.removesuffix("/"), inner)

    def cells(self, number: int) -> list[Cell]:
        """List the cells of a row; none if there is no such row."""
        line = self.lines.get(number)
        return [_cell(xml) for xml in pieces(line.inner, f"{self.prefix}c")] if line else []

    def set(self, number: int, texts: Mapping[int, str], like: int = 0) -> None:
        """Put texts into a row. A new row takes its style from another one."""
        if number not in self.lines:
            self._make(number, like)
        cells = {cell.place: cell for cell in self.cells(number)}
        for place, text in texts.items():
            old = cells.get(place, Cell(place, "", ""))
            if has_formula(old.xml, self.prefix):
                raise _formula(number, place)
            cells[place] = self._filled(number, old, text)
        self._fill(number, cells)

    def _make(self, number: int, like: int) -> None:
        above = self.lines.get(like)
        inherited = "".join(INHERITED.findall(above.tag)) if above else ""
        self.lines[number] = XmlRow(number, f'<{self.prefix}row r="{number}"{inherited}', "")
        styled = [cell for cell in self.cells(like) if cell.style]
        self._fill(number, {cell.place: self._filled(number, cell, "") for cell in styled})

    def _filled(self, number: int, cell: Cell, text: str) -> Cell:
        """Return a cell of the same place and style with a text."""
        name = f"{letters(cell.place)}{number}"
        return Cell(cell.place, cell.style, self._written(name, cell.style, text))

    def _fill(self, number: int, cells: Mapping[int, Cell]) -> None:
        line = self.lines[number]
        line.tag = SPANS.sub("", line.tag)
        line.inner = "".join(cells[place].xml for place in sorted(cells))

    def clear(self, number: int) -> None:
        """Empty a row and keep its style; a formula stays, without its value."""
        cells = {cell.place: self._cleared(number, cell) for cell in self.cells(number)}
        if cells:
            self._fill(number, cells)

    def _cleared(self, number: int, cell: Cell) -> Cell:
        if has_formula(cell.xml, self.prefix):
            shown = re.compile(rf"<{self.prefix}v(?:\s[^>]*)?>.*?</{self.prefix}v\s*>", re.DOTALL)
            return Cell(cell.place, cell.style, shown.sub("", cell.xml))
        return self._filled(number, cell, "")

    def take_out(self, numbers: Sequence[int]) -> None:
        """Remove rows, and move those below up."""
        gone, moved = set(numbers), {}
        up = 0
        for number in sorted({*self.lines, *gone}):
            if number in gone:
                up += 1
            else:
                moved[number - up] = self._moved(self.lines[number], number - up)
        self.lines = moved

    def _moved(self, line: XmlRow, number: int) -> XmlRow:
        if line.number == number:
            return line
        place = re.compile(rf'(<{self.prefix}c(?=\s)[^>]*?\sr="[A-Z]{{1,3}})\d{{1,7}}(?=")')
        tag = ROW_NUMBER.sub(f' r="{number}"', line.tag)
        return XmlRow(number, tag, place.sub(rf"\g<1>{number}", line.inner))

    def xml(self) -> str:
        """Return the rows' XML in order."""
        close = f"</{self.prefix}row>"
        return "".join(f"{line.tag}>{line.inner}{close}" for _, line in sorted(self.lines.items()))

    def _written(self, place: str, style: str, text: str) -> str:
        pre = self.prefix
        look = f' s="{style}"' if style else ""
        kind, value = self._value(style, text)
        if not value:
            return f'<{pre}c r="{place}"{look}/>'
        if kind == "inlineStr":
            content = f'<{pre}t xml:space="preserve">{escape(value, quote=False)}</{pre}t>'
            value = f"<{pre}is>{content}</{pre}is>"
            return f'<{pre}c r="{place}"{look} t="inlineStr">{value}</{pre}c>'
        return f'<{pre}c r="{place}"{look} t="{kind}"><{pre}v>{value}</{pre}v></{pre}c>'

    def _value(self, style: str, text: str) -> tuple[str, str]:
        """Choose how a text is stored: a date as such in a date cell, else a number or text."""
        number = stored(text, self.looks.of(style), self.looks.zero)
        if number is not None:
            return "n", str(number)
        best = typed(text)
        if isinstance(best, bool):
            return "b", str(int(best))
        if isinstance(best, int) and self.looks.of(style) == "number":
            return "n", text
        return "inlineStr", UNREADABLE.sub(" ", text)


def _cell(xml: str) -> Cell:
    tag = xml.partition(">")[0]
    place, style = CELL_PLACE.search(tag), STYLE.search(tag)
    if place is None:
        raise not_ours()
    return Cell(column(place[1]) - 1, style[1] if style else "", xml)


def has_formula(xml: str, prefix: str) -> bool:
    """Return True if there is a formula in a piece of XML."""
    return re.search(rf"<{prefix}f[\s/>]", xml) is not None


def letters(place: int) -> str:
    """Return the letters of a column, counted from 0."""
    first, last = divmod(place, 26)
    return (letters(first - 1) if first else "") + chr(ord("A") + last)


def _formula(number: int, place: int) -> Invalid:
    sentence = (
        f"Cell {letters(place)}{number} holds a formula, which stays as it is. "
        "Put a plain column beside it."
    )
    return Invalid(FieldProblem("formula", sentence))
