"""Files and pastes as typed rows, read as a stream with limits."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice

import msgspec

from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.inbound.guest_import.answer_cells import read_answer
from fullhouse.inbound.guest_import.columns import Columns, find_columns, looks_like_address
from fullhouse.inbound.guest_import.csv_reader import (
    ADDRESS,
    Cells,
    decoded,
    lines_of_cells,
    not_text,
)
from fullhouse.inbound.guest_import.row import (
    MOST_ROWS,
    BadRow,
    GuestRow,
    clean_bare_row,
    clean_row,
    read_party,
)
from fullhouse.inbound.guest_import.xlsx_reader import not_a_sheet, rows_of_sheet
from fullhouse.locale import to_translate
from fullhouse.locale.current import gettext
from fullhouse.products.rsvp.form_questions import Answers, FormQuestion

LARGEST_FILE = 2 * 1024 * 1024
MOST_COLUMNS = 100
SAMPLE_ROWS = 50
LONGEST_SHOWN = 80
SHEET, OLD_SHEET = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
OTHERS = (
    b"%PDF",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"\x1f\x8b",
    b"Rar!",
    b"7z\xbc\xaf",
    b"\x7fELF",
    b"{\\rtf",
)
QUOTES = " \t\"'“”„«»"

OLD = to_translate(
    "This is an old Excel file, or one with a password. Save it as XLSX or CSV without one, and "
    "try again."
)


class Reading(msgspec.Struct, frozen=True):
    """A list as it was understood, and its rows, which are read when they are taken."""

    said: str
    rows: Iterator[GuestRow | BadRow]


class GuestList(msgspec.Struct, frozen=True):
    """A whole list as it was understood."""

    said: str
    rows: list[GuestRow | BadRow]


ReadGuestList = Callable[[bytes, tuple[FormQuestion, ...]], GuestList]


def read_list(data: bytes, questions: tuple[FormQuestion, ...] = ()) -> GuestList:
    """Read a whole list, or raise `Invalid`. A hostile file may take long."""
    reading = read(data, questions)
    return GuestList(reading.said, list(reading.rows))


def read(data: bytes, questions: tuple[FormQuestion, ...] = ()) -> Reading:
    """Read a list, or raise `Invalid`; a list that is too long raises while it is read.

    Columns under the words of one of the `questions` have its answers.
    """
    cells = _checked(_cells(data))
    sample = list(islice(cells, SAMPLE_ROWS))
    if not sample:
        raise _unfit("empty", gettext("There is nothing on this list."))
    columns = find_columns(sample, questions)
    if not columns.below and not any(_has_address(row) for _, row in sample):
        raise _unfit(
            "no_addresses",
            gettext("No email address was found. A list needs an address in each row."),
        )
    return Reading(columns.said(), _rows(columns, chain(sample, cells), questions))


def _has_address(row: Sequence[str]) -> bool:
    return any(map(looks_like_address, row))


def _unfit(code: str, sentence: str) -> Invalid:
    return Invalid(FieldProblem(code, sentence))


def too_large() -> Invalid:
    """Build the error for a file that is too large."""
    return _unfit(
        "too_large",
        gettext(
            "The file is larger than %(most)s MB. Save just the list, or split it.",
            most=LARGEST_FILE // 2**20,
        ),
    )


def _cells(data: bytes) -> Iterator[Cells]:
    if len(data) > LARGEST_FILE:
        raise too_large()
    if data.startswith(OLD_SHEET):
        raise not_a_sheet(OLD)
    if data.startswith(OTHERS):
        raise not_text()
    if data.startswith(SHEET):
        return rows_of_sheet(data)
    return lines_of_cells(decoded(data))


def _checked(cells: Iterator[Cells]) -> Iterator[Cells]:
    for line, row in cells:
        while not row[-1].strip():
            row.pop()
        if len(row) > MOST_COLUMNS:
            sentence = gettext(
                "Line %(line)s has %(columns)s columns or more. "
                "Keep those with name, address and party.",
                line=line,
                columns=len(row),
            )
            raise _unfit("too_many_columns", sentence)
        yield line, row


def _rows(
    columns: Columns, cells: Iterator[Cells], questions: tuple[FormQuestion, ...]
) -> Iterator[GuestRow | BadRow]:
    count = 0
    for line, row in cells:
        if line <= columns.below:
            continue
        count += 1
        if count > MOST_ROWS:
            raise _unfit(
                "too_many_rows",
                gettext(
                    "There are more than %(most)s rows. Split the list, and import each part.",
                    most=MOST_ROWS,
                ),
            )
        found = _row(columns, line, row)
        if columns.answers and isinstance(found, GuestRow):
            found = _with_answers(found, columns, row, questions)
        yield found


def _row(columns: Columns, line: int, cells: Sequence[str]) -> GuestRow | BadRow:
    beside, email = split_mailbox(columns.cell(cells, "email"))
    parts = (columns.cell(cells, "first"), columns.cell(cells, "last"))
    name = " ".join(filter(None, parts)) or columns.cell(cells, "name") or beside
    try:
        if columns.has_names:
            return clean_row(line, name, email, _party(columns, cells))
        return clean_bare_row(line, name, email, _party(columns, cells))
    except Invalid as unfit:
        return BadRow(line, shown(cells), unfit.problems)


def _with_answers(
    row: GuestRow, columns: Columns, cells: Sequence[str], questions: tuple[FormQuestion, ...]
) -> GuestRow:
    """Return a row with what it answers, and the questions whose cell can't be read."""
    answers: Answers = {}
    unread: list[str] = []
    for question in questions:
        place = columns.answers.get(question.id, len(cells))
        try:
            found = read_answer(question, cells[place], row.party) if place < len(cells) else ()
        except ValueError:
            unread.append(question.label)
            continue
        if found:
            answers[question.id] = found
    return msgspec.structs.replace(row, answers=answers, unread=tuple(unread))


def _party(columns: Columns, cells: Sequence[str]) -> int | None:
    if "party" in columns.places:
        return read_party(columns.cell(cells, "party"))
    return read_party(columns.cell(cells, "plus"), besides=1)


def split_mailbox(cell: str) -> tuple[str, str]:
    """Split `Anna Schmidt <anna@example.org>`, also without brackets, in name and address."""
    if "<" in cell:
        name, _, rest = cell.rpartition("<")
        return name.strip(QUOTES + ",;"), rest.partition(">")[0].strip().removeprefix("mailto:")
    words = cell.split()
    addresses = [word for word in words if ADDRESS.fullmatch(word)]
    if len(words) < 2 or not addresses:  # noqa: PLR2004 - a name and an address
        return "", cell.strip(QUOTES + ",;").removeprefix("mailto:")
    words.remove(addresses[0])
    return " ".join(words).strip(QUOTES), addresses[0].removeprefix("mailto:")


def shown(cells: Sequence[str]) -> str:
    """Return a row as one short line without control characters, to show with its problem."""
    parts = (" ".join(cell[:LONGEST_SHOWN].split()) for cell in cells[:8])
    text = " · ".join(filter(None, parts))
    clean = "".join(char if char.isprintable() else " " for char in text)
    return clean if len(clean) <= LONGEST_SHOWN else f"{clean[: LONGEST_SHOWN - 1]}…"
