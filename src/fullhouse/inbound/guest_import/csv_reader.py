"""Bytes to lines of cells: encodings, separators, and lists of addresses as mail programs write them.

Nothing is understood here yet; which cell is the name is for `columns` to say.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid

Cells = tuple[int, list[str]]

SAMPLE_CHARACTERS = 64 * 1024
SAMPLE_LINES = 60
SEPARATORS = "\t;,|"
SEPARATOR_LINE = re.compile(
    r"sep=([\t;,|])", re.IGNORECASE
)  # as some spreadsheets write above the first line
ADDRESS = re.compile(r"(?:mailto:)?[^@\s<>,;|\"]{1,64}@[^@\s<>,;|\"]{1,253}")
MAILBOX = re.compile(r"<[^@\s<>]{1,64}@[^@\s<>]{1,253}>")
BETWEEN_MAILBOXES = re.compile(r"(?<=>)\s*[,;]")
UTF_8_MARK = b"\xef\xbb\xbf"
UTF_16_MARKS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
MOST_LINES_OF_A_ROW = 12
MOST_ODD = 0.02
# What steers a terminal, but for tabs and line ends; and what stands for bytes that are no text.
ODD = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffd]")


def not_text() -> Invalid:
    """Say that a file is neither a list nor a spreadsheet."""
    return Invalid(
        FieldProblem(
            "not_a_list", "This is neither text nor a spreadsheet. Save the list as CSV or XLSX."
        )
    )


def decoded(data: bytes) -> str:
    """Turn bytes into text, whatever program wrote them, or raise `Unfit`."""
    text = _decoded(data)
    sample = text[:SAMPLE_CHARACTERS]
    if len(ODD.findall(sample)) > MOST_ODD * len(sample):
        raise not_text()
    return text


def _decoded(data: bytes) -> str:
    mark, encoding = encoding_of(data)
    return data.removeprefix(mark).decode(encoding, "replace")


def encoding_of(data: bytes) -> tuple[bytes, str]:
    """Find the mark that a text begins with, if any, and its encoding."""
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
    """Name the order of UTF-16 without a mark: in western names every other byte is nothing."""
    half = len(sample) / 2
    if sample[1::2].count(0) > 0.5 * half and not sample[::2].count(0):
        return "utf-16-le"
    return "utf-16-be" if sample[::2].count(0) > 0.5 * half and not sample[1::2].count(0) else ""


def lines_of_cells(text: str) -> Iterator[Cells]:
    """Cut text into rows of cells, each with the number of its line; empty rows are left out."""
    separator = separator_of(text)
    rows = _mailboxes(text) if separator is None else _separated(text, separator)
    return ((line, cells) for line, cells in rows if any(cell.strip() for cell in cells))


def separator_of(text: str) -> str | None:
    """Find what stands between the cells; None if each line is one cell."""
    sample = [
        line.strip("\n")
        for line in islice(_lines(text[:SAMPLE_CHARACTERS]), SAMPLE_LINES)
        if line.strip()
    ]
    declared = SEPARATOR_LINE.fullmatch(sample[0].strip()) if sample else None
    if declared is not None:
        return declared[1]
    if 2 * sum(_is_mailboxes(line) for line in sample) > len(sample):
        return None
    best = max(SEPARATORS, key=lambda one: _fits(sample, one))
    return best if any(_fits(sample, best)) else None


def _is_mailboxes(line: str) -> bool:
    return bool(MAILBOX.search(line)) and all(
        "@" in one for one in BETWEEN_MAILBOXES.split(line) if one.strip()
    )


def _fits(sample: list[str], separator: str) -> tuple[int, int]:
    """Judge a separator: how many rows have an address in a cell of its own, and how many are of the same width."""
    try:
        rows = [
            row
            for row in csv.reader(sample, delimiter=separator, skipinitialspace=True)
            if len(row) > 1
        ]
    except csv.Error:
        return 0, 0
    addressed = sum(any(ADDRESS.fullmatch(cell.strip()) for cell in row) for row in rows)
    return addressed, Counter(map(len, rows)).most_common(1)[0][1] if rows else 0


def _mailboxes(text: str) -> Iterator[Cells]:
    for number, line in enumerate(_lines(text), 1):
        yield from ((number, [one]) for one in BETWEEN_MAILBOXES.split(line.strip()) if one.strip())


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
        raise open_quote(first) from error


def open_quote(line: int) -> Invalid:
    """Say where a quotation mark opens that nobody closed."""
    sentence = f"A quotation mark opens on line {line:,} and does not close where it should. Put that right, or remove it."
    return Invalid(FieldProblem("open_quote", sentence))


def _lines(text: str) -> io.StringIO:
    return io.StringIO(text, newline=None)
