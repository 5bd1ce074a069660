"""Text of a Word document: paragraphs and tables in order, read as a stream.

Nothing is allocated by what a file claims (docs/decisions/0009), and its size is checked before
anything is unpacked.
"""

import io
import zipfile
from collections.abc import Iterator

from fullhouse.engine.ports import Unreadable
from fullhouse.inbound.attachments.limits import (
    DAMAGED,
    LONGEST_RAW,
    MOST_ELEMENTS,
    MOST_LINES,
    MOST_ROWS,
    weigh,
)
from fullhouse.inbound.attachments.text_formats import text_of_rows
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.guest_import.xlsx_reader import DAMAGED as BROKEN
from fullhouse.inbound.guest_import.xlsx_reader import Xml, elements

ROOTS, USUAL = "_rels/.rels", "word/document.xml"
MAIN = "/officeDocument"
# What was moved away or stands there a second time for old programs.
UNSAID = frozenset({"moveFrom", "Fallback"})
MARKS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}


def read_word(content: bytes) -> str:
    """Return the text of a document, or raise `Unreadable`."""
    weigh(content)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            return "\n".join(_Story().lines(packed, _main(packed)))
    except (*BROKEN, Invalid) as error:
        raise Unreadable(DAMAGED) from error


def _main(packed: zipfile.ZipFile) -> str:
    """Return the name of the part that holds the text."""
    parts = (given for _, given in elements(packed, ROOTS) if given.get("Type", "").endswith(MAIN))
    return next(parts, {}).get("Target", USUAL).lstrip("/")


class _Story:
    """Collects lines. Text in a cell is collected there; a table becomes lines when it ends."""

    def __init__(self) -> None:
        """Begin outside of everything."""
        self.inside: list[str] = []
        self.unsaid = 0
        self.length = 0
        # Of each paragraph that has begun: one may stand in a box inside another.
        self.words: list[list[str]] = []
        # The text itself, and each cell that has begun.
        self.places: list[list[str]] = [[]]
        self.tables: list[list[list[str]]] = []

    def lines(self, packed: zipfile.ZipFile, name: str) -> Iterator[str]:
        """Yield the lines of a part, up to the limit for any file."""
        for _ in Xml(self._start, self._end, self._text, MOST_ELEMENTS).read(packed, name):
            if self.length > LONGEST_RAW:
                break
        self._close()
        yield from self.places[0][:MOST_LINES]

    def _start(self, tag: str, _given: dict[str, str]) -> None:
        mark = MARKS.get(tag, "") if self.inside and self.inside[-1] == "r" else ""
        self.inside.append(tag)
        self.unsaid += tag in UNSAID
        if mark:
            self._say(mark)
        elif tag == "p":
            self.words.append([])
        elif tag == "tbl":
            self.tables.append([])
        elif tag == "tr" and self.tables:
            self.tables[-1].append([])
        elif tag == "tc":
            self.places.append([])

    def _text(self, piece: str) -> None:
        if self.inside[-1] == "t":
            self._say(piece)

    def _say(self, piece: str) -> None:
        if self.words and not self.unsaid and self.length <= LONGEST_RAW:
            self.words[-1].append(piece)
            self.length += len(piece)

    def _end(self, tag: str) -> None:
        self.inside.pop()
        self.unsaid -= tag in UNSAID
        if tag == "p":
            self.places[-1].append("".join(self.words.pop()))
            self.length += 1
        elif tag == "tc":
            self._end_cell()
        elif tag == "tbl":
            self.places[-1].append(text_of_rows(self.tables.pop()[:MOST_ROWS]))

    def _end_cell(self) -> None:
        lines = self.places.pop()
        row = self.tables[-1][-1] if self.tables and self.tables[-1] else self.places[-1]
        row.append("\n".join(lines))

    def _close(self) -> None:
        """Write down the part of a table that was read before the limit."""
        while len(self.places) > 1:
            self._end_cell()
        while self.tables:
            self.places[0].append(text_of_rows(self.tables.pop()[:MOST_ROWS]))
