"""CSV and pasted lists as lines of cells: encodings, separators and mailboxes.

The meaning of the cells is found in `columns`.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.kernel.patterns import regex
from fullhouse.locale import to_translate
from fullhouse.locale.current import gettext

Cells = tuple[int, list[str]]

SAMPLE_CHARACTERS = 64 * 1024
SAMPLE_LINES = 60
SEPARATORS = "\t;,|"
# Some spreadsheet programs write this above the first line.
SEPARATOR_LINE = regex(r"sep=([\t;,|])", re.IGNORECASE)
ADDRESS = regex(r"(?:mailto:)?[^@\s<>,;|\"]{1,64}@[^@\s<>,;|\"]{1,253}")
MAILBOX = regex(r"<[^@\s<>]{1,64}@[^@\s<>]{1,253}>")
BETWEEN_MAILBOXES = regex(r"(?<=>)\s*[,;]")
UTF_8_MARK = b"\xef\xbb\xbf"
UTF_16_MARKS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
MOST_LINES_OF_A_ROW = 12
MOST_ODD = 0.02
# Control characters except tabs and line ends, and the mark for undecodable bytes.
ODD = regex(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffd]")


def not_text() -> Invalid:
    """Build the error for a file that is neither a list nor a spreadsheet."""
    sentence = to_translate("This is neither text nor a spreadsheet. Save the list as CSV or XLSX.")
    return Invalid(FieldProblem("not_a_list", sentence))


def decoded(data: bytes) -> str:
    """Decode bytes of any program to text, or raise `Invalid`."""
    text = _decoded(data)
    sample = text[:SAMPLE_CHARACTERS]
    if len(ODD.findall(sample)) > MOST_ODD * len(sample):
        raise not_text()
    return text


def _decoded(data: bytes) -> str:
    mark, encoding = encoding_of(data)
    return data.removeprefix(mark).decode(encoding, "replace")


def encoding_of(data: bytes) -> tuple[bytes, str]:
    """Return the byte order mark of a text, if any, and its encoding."""
    for mark, encoding in UTF_16_MARKS.items():
        if data.startswith(mark):
            return mark, encoding
    if wide := _wide(data[:4096]):
        return b"", wide
    mark = UTF_8_MARK if data.startswith(UTF_8_MARK) else b""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return b"", "cp1252"
    return mark, "utf-8"


def _wide(sample: bytes) -> str:
    """Return the kind of UTF-16 without a mark: every other byte of western text is zero."""
    half = len(sample) / 2
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if odd > 0.5 * half and not even:
        return "utf-16-le"
    if even > 0.5 * half and not odd:
        return "utf-16-be"
    return ""


def lines_of_cells(text: str) -> Iterator[Cells]:
    """Split text into rows of cells, each with its line number; empty rows are left out."""
    separator = separator_of(text)
    rows = _mailboxes(text) if separator is None else _separated(text, separator)
    return ((line, cells) for line, cells in rows if "".join(cells).strip())


def separator_of(text: str) -> str | None:
    """Find the separator of the cells; None if each line is one cell."""
    lines = islice(_lines(text[:SAMPLE_CHARACTERS]), SAMPLE_LINES)
    sample = [line.strip("\n") for line in lines if line.strip()]
    declared = SEPARATOR_LINE.fullmatch(sample[0].strip()) if sample else None
    if declared is not None:
        return declared[1]
    if 2 * sum(_is_mailboxes(line) for line in sample) > len(sample):
        return None
    best = max(SEPARATORS, key=lambda separator: _fits(sample, separator))
    return best if any(_fits(sample, best)) else None


def _is_mailboxes(line: str) -> bool:
    if not MAILBOX.search(line):
        return False
    return all("@" in part for part in BETWEEN_MAILBOXES.split(line) if part.strip())


def _fits(sample: list[str], separator: str) -> tuple[int, int]:
    """Rate a separator: rows with an address in its own cell, and rows of the same width."""
    try:
        reader = csv.reader(sample, delimiter=separator, skipinitialspace=True)
        rows = [row for row in reader if len(row) > 1]
    except csv.Error:
        return 0, 0
    if not rows:
        return 0, 0
    addressed = sum(map(_has_address, rows))
    return addressed, Counter(map(len, rows)).most_common(1)[0][1]


def _has_address(row: list[str]) -> bool:
    return any(ADDRESS.fullmatch(cell.strip()) for cell in row)


def _mailboxes(text: str) -> Iterator[Cells]:
    for number, line in enumerate(_lines(text), 1):
        for mailbox in BETWEEN_MAILBOXES.split(line.strip()):
            if mailbox.strip():
                yield number, [mailbox]


def _separated(text: str, separator: str) -> Iterator[Cells]:
    reader = csv.reader(_lines(text), delimiter=separator, skipinitialspace=True)
    first = 1
    try:
        for cells in reader:
            if reader.line_num - first >= MOST_LINES_OF_A_ROW:
                raise open_quote(first)
            if not SEPARATOR_LINE.fullmatch(separator.join(cells)):
                yield first, cells
            first = reader.line_num + 1
    except csv.Error as error:
        lines = islice(_lines(text), first - 1, reader.line_num)
        raise broken_row(lines, first) from error


def open_quote(line: int) -> Invalid:
    """Build the error for a quotation mark that is not closed."""
    sentence = gettext(
        "A quotation mark opens on line %(line)s and does not close where it should. "
        "Put that right, or remove it.",
        line=line,
    )
    return Invalid(FieldProblem("open_quote", sentence))


def broken_row(lines: Iterable[str], line: int) -> Invalid:
    """Build the error for a row with a cell that is too long, most often for an open quote."""
    if sum(text.count('"') for text in lines) % 2:
        return open_quote(line)
    sentence = gettext(
        "A cell on line %(line)s is too long: up to %(most)s characters fit.",
        line=line,
        most=csv.field_size_limit(),
    )
    return Invalid(FieldProblem("cell_too_long", sentence))


def _lines(text: str) -> io.StringIO:
    return io.StringIO(text, newline=None)
