"""Rows of an XLSX file's first visible sheet, read as a stream with the standard library.

A sheet may claim any size in a few bytes. Memory is only allocated for what a file really holds,
and that is limited (docs/decisions/0009).
"""

import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from xml.parsers import expat

from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.inbound.guest_import.csv_reader import Cells
from fullhouse.kernel.patterns import regex
from fullhouse.locale import to_translate

LARGEST_UNPACKED = 24 * 1024 * 1024
MOST_PARTS = 1000
MOST_TEXTS = 200_000
MOST_CELLS = 1000
WIDEST = 16_384  # cells of a row; no program writes more
MOST_ELEMENTS = 2_500_000  # more than 24 MB of the smallest cells
MOST_IN_OTHERS = 500_000  # elements of a part that is no list
DEEPEST = 50
# The parser scans a long token again with each chunk, so chunks are few and large.
CHUNK = 1024 * 1024
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
PLACE = regex(r"([A-Z]{1,3})\d{1,7}", re.ASCII)
WORKBOOK, RELATIONS, TEXTS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/sharedStrings.xml"
TEXT_TAGS = ("t", "v")
TOO_MUCH = to_translate(
    "This spreadsheet is far larger inside than a list can be. Save just the list as CSV."
)
TOO_MANY_TEXTS = to_translate(
    "This spreadsheet holds far more texts than a list can. Save just the list as CSV."
)
IS_DAMAGED = to_translate(
    "This spreadsheet is damaged. Open it, save it as XLSX or CSV, and try again."
)
# Raised if a file is cut off, encrypted, not XML, incomplete, or wrong about sizes and numbers.
DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    expat.ExpatError,
    EOFError,
    KeyError,
    OSError,
    RuntimeError,
    ValueError,
)

Start = Callable[[str, dict[str, str]], None]
OnText = Callable[[str], None]
Shown = Callable[[str, str, str], str]


def not_a_sheet(why: str = "") -> Invalid:
    """Build the error for a spreadsheet that cannot be read; a page translates it."""
    return Invalid(FieldProblem("bad_sheet", why or IS_DAMAGED))


def as_written(kind: str, style: str, written: str) -> str:
    """Show a cell that holds no text as it is stored: a date is the number of its day."""
    return "" if kind == "e" else written


def rows_of_sheet(
    data: bytes, looks: Callable[[zipfile.ZipFile], Shown] | None = None, most: int = MOST_ELEMENTS
) -> Iterator[Cells]:
    """Read the first visible sheet, row by row, without empty rows.

    `looks` may show numbers as dates. At most `most` elements are read of its texts and its rows.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as book:
            weigh(book)
            shown = looks(book) if looks else as_written
            yield from _Sheet(_texts(book, most), shown).rows(book, first_sheet(book), most)
    except DAMAGED as error:
        raise not_a_sheet() from error


def weigh(book: zipfile.ZipFile) -> None:
    """Refuse a workbook that is larger inside than a list can be."""
    parts = book.infolist()
    if any(part.compress_type not in PACKED for part in parts):
        raise not_a_sheet()
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > LARGEST_UNPACKED:
        raise not_a_sheet(TOO_MUCH)


class Xml:
    """A parser that refuses document types and deep nesting, and drops prefixes of names."""

    def __init__(self, start: Start, end: OnText, text: OnText, most: int = MOST_ELEMENTS) -> None:
        """Report elements and the text between, up to a number of elements."""
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = _no_doctype
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = text
        self.start, self.end = start, end
        self.depth, self.left = 0, most

    def _start(self, name: str, given: dict[str, str]) -> None:
        self.depth += 1
        self.left -= 1
        if self.depth > DEEPEST:
            raise not_a_sheet()
        if self.left < 0:
            raise not_a_sheet(TOO_MUCH)
        self.start(name.rpartition(":")[2], given)

    def _end(self, name: str) -> None:
        self.depth -= 1
        self.end(name.rpartition(":")[2])

    def read(self, book: zipfile.ZipFile, name: str) -> Iterator[None]:
        """Read a part chunk by chunk. A part that is larger than it claims is stopped there."""
        with book.open(name) as part:
            while chunk := part.read(CHUNK):
                # A tag this long would take seconds and much memory in a single call.
                if len(chunk) == CHUNK and b">" not in chunk:
                    raise not_a_sheet(TOO_MUCH)
                self.parser.Parse(chunk, False)  # noqa: FBT003 - expat takes it by position
                yield
            self.parser.Parse(b"", True)  # noqa: FBT003 - expat takes it by position


def _no_doctype(*_given: object) -> None:
    raise not_a_sheet()


def _ignore(_text: str) -> None:
    pass


def elements(
    book: zipfile.ZipFile, name: str, only: frozenset[str] = frozenset(), most: int = MOST_PARTS
) -> list[tuple[str, dict[str, str]]]:
    """List up to `most` elements of a part with their attributes, if wanted only some names."""
    found: list[tuple[str, dict[str, str]]] = []

    def start(tag: str, given: dict[str, str]) -> None:
        if len(found) < most and (not only or tag in only):
            found.append((tag, {key.rpartition(":")[2]: value for key, value in given.items()}))

    for _ in Xml(start, _ignore, _ignore, MOST_IN_OTHERS).read(book, name):
        pass
    return found


def first_sheet(book: zipfile.ZipFile) -> str:
    """Return the name of the part with the first visible sheet."""
    sheets = [given for tag, given in elements(book, WORKBOOK) if tag == "sheet"]
    shown = [given for given in sheets if given.get("state", "visible") == "visible"] or sheets
    if not shown:
        raise not_a_sheet(to_translate("There is no sheet in this spreadsheet."))
    parts = {
        given["Id"]: given["Target"] for _, given in elements(book, RELATIONS) if "Id" in given
    }
    target = parts[shown[0]["id"]]
    if target.startswith("/"):
        return target.lstrip("/")
    return posixpath.normpath(f"xl/{target}")


def _texts(book: zipfile.ZipFile, most: int) -> list[str]:
    """Read the texts that cells refer to, without phonetic hints."""
    texts: list[str] = []
    pieces: list[str] = []
    inside: list[str] = []

    def start(tag: str, _given: dict[str, str]) -> None:
        inside.append(tag)
        if tag == "si":
            pieces.clear()

    def end(tag: str) -> None:
        inside.pop()
        if tag == "si":
            texts.append("".join(pieces))
        if len(texts) > MOST_TEXTS:
            raise not_a_sheet(TOO_MANY_TEXTS)

    def text(piece: str) -> None:
        if inside and inside[-1] == "t" and "rPh" not in inside:
            pieces.append(piece)

    if TEXTS in book.namelist():
        for _ in Xml(start, end, text, most).read(book, TEXTS):
            pass
    return texts


class _Sheet:
    """Collects the cells of one row after the other, without empty cells."""

    def __init__(self, texts: list[str], shown: Shown) -> None:
        """Begin above the first row."""
        self.texts = texts
        self.shown = shown
        self.done: list[Cells] = []
        self.number = self.column = self.count = 0
        self.kind = self.style = ""
        self.tag = ""
        self.pieces: list[str] = []
        self.cells: dict[int, str] = {}

    def rows(self, book: zipfile.ZipFile, name: str, most: int) -> Iterator[Cells]:
        """Yield each row when it is complete."""
        for _ in Xml(self._start, self._end, self._text, most).read(book, name):
            yield from self.done
            self.done.clear()
        yield from self.done

    def _start(self, tag: str, given: dict[str, str]) -> None:
        self.tag = tag
        if tag == "row":
            self.number = int(given.get("r") or self.number + 1)
            self.column, self.count, self.cells = 0, 0, {}
        elif tag == "c":
            self.count += 1
            if self.count > WIDEST:
                raise not_a_sheet(TOO_MUCH)
            place = PLACE.fullmatch(given.get("r", ""))
            self.column = column(place[1]) if place else self.column + 1
            self.kind, self.style, self.pieces = given.get("t", "n"), given.get("s", ""), []

    def _text(self, piece: str) -> None:
        if self.tag in TEXT_TAGS:
            self.pieces.append(piece)

    def _end(self, tag: str) -> None:
        self.tag = ""
        if tag == "c":
            value = self._value("".join(self.pieces))
            if value.strip():
                self.cells[self.column] = value
        elif tag == "row" and self.cells:
            last = max(self.cells)
            before = [self.cells.get(number, "") for number in range(1, min(last, MOST_CELLS))]
            self.done.append((self.number, [*before, self.cells[last]]))

    def _value(self, written: str) -> str:
        if self.kind != "s":
            return self.shown(self.kind, self.style, written)
        if written.isdecimal() and int(written) < len(self.texts):
            return self.texts[int(written)]
        return ""


def column(letters: str) -> int:
    """Return the number of a column by its letters, from 1."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number
