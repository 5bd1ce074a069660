"""Cells of the waitlist's sheet: the text of each field, and the status in words."""

from collections.abc import Iterable
from datetime import datetime

from fullhouse.inbound.spreadsheets.table import Row
from fullhouse.inbound.sync.columns import Columns
from fullhouse.inbound.sync.people_cells import in_groups, name_cells, writable
from fullhouse.inbound.sync.waitlist_sheet.columns import FIELDS
from fullhouse.inbound.sync.waitlist_sheet.rows import differences, read_row
from fullhouse.kernel.localized_dates import month_names, weekday_names
from fullhouse.kernel.times import wall_time
from fullhouse.locale import cldr, desk_language
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.model import Entry, Slot
from fullhouse.products.frontdesk.waitlist.wishes import WEEKDAYS, Weekdays

STATUS = {
    "en": {
        "waiting": "waiting",
        "booked": "booked",
        "left": "left",
        "removed": "removed",
        "expired": "expired",
    },
    "de": {
        "waiting": "wartet",
        "booked": "gebucht",
        "left": "ausgetragen",
        "removed": "entfernt",
        "expired": "abgelaufen",
    },
    "fr": {
        "waiting": "en attente",
        "booked": "réservé",
        "left": "parti",
        "removed": "retiré",
        "expired": "expiré",
    },
    "es": {
        "waiting": "en espera",
        "booked": "reservado",
        "left": "baja",
        "removed": "quitado",
        "expired": "caducado",
    },
}
SHORT_DAY, SHORT_MONTH = {"en": 3, "de": 2, "fr": 3, "es": 3}, 3
# These fields need no column of their own while they have their usual value.
USUAL = {
    "email": "",
    "phone": "",
    "party": 1,
    "earliest": "",
    "latest": "",
    "weekdays": (),
    "times": "",
    "staff": "",
    "priority": 0,
}
# Fields that share a column.
COLUMN_OF = {"from_time": "times", "until_time": "times", "joined_at": "joined"}
TIMES = {
    "en": ("from {}", "before {}"),
    "de": ("ab {}", "vor {}"),
    "fr": ("à partir de {}", "avant {}"),
    "es": ("desde las {}", "antes de las {}"),
}


def status_of(entry: Entry, slot: Slot | None, book: Rulebook) -> str:
    """Return an entry's status in words: `booked Fri 20 Jun 14:00`."""
    language = desk_language(book.language)
    word = STATUS[language][entry.state]
    if entry.state != "booked" or slot is None:
        return word
    return f"{word} {_short(wall_time(slot.starts_at, book.zone), language)}"


def _short(wall: datetime, language: str) -> str:
    day = weekday_names(language)[wall.weekday()][: SHORT_DAY[language]]
    month = month_names(language)[wall.month - 1][:SHORT_MONTH]
    return f"{day} {wall.day} {month} {wall:%H:%M}"


def says_removed(status: str) -> bool:
    """Return True if a status says, in any language, that the customer was taken off the list."""
    return status.strip().casefold() in {words["removed"].casefold() for words in STATUS.values()}


def says_ended(status: str) -> bool:
    """Return True if a status says, in any language, that the entry has ended, booked or not."""
    said = status.strip().casefold()
    for words in STATUS.values():
        for state, word in words.items():
            ended = word.casefold()
            if state != "waiting" and (said == ended or said.startswith(f"{ended} ")):
                return True
    return False


def cells_of(entry: Entry, columns: Columns, book: Rulebook, status: str) -> dict[str, str]:
    """Return the cells of a whole row; a usual value gets no column of its own."""
    cells = name_cells(entry.name, columns)
    for field in FIELDS:
        if field in ("name", "status", "key"):
            continue
        if columns.has(field) or not _is_usual(entry, field):
            cells[columns.title(field)] = _text(entry, field, book)
    return {**cells, **mark(entry, columns, status)}


def _is_usual(entry: Entry, field: str) -> bool:
    if field == "times":
        return not entry.from_time and not entry.until_time
    return field in USUAL and getattr(entry, field) == USUAL[field]


def mark(entry: Entry, columns: Columns, status: str) -> dict[str, str]:
    """Return the two cells that are ours: the key and the status."""
    return {columns.title("status"): status, columns.title("key"): entry.id}


def changed_cells(
    entry: Entry,
    typed: Row,
    columns: Columns,
    book: Rulebook,
    *,
    status: str,
    newer: Iterable[str] = (),
) -> dict[str, str]:
    """Return the cells in which a row differs from its entry.

    Cells that mean the same stay as they were typed, and so do those that cannot be read, except
    for fields that have a `newer` value.
    """
    row = read_row(typed, columns, book)
    fields = _changed_fields(entry, typed, columns, book, newer)
    cells: dict[str, str] = {}
    for field in sorted(fields):
        if field == "name":
            cells |= name_cells(entry.name, columns)
        else:
            cells[columns.title(field)] = _text(entry, field, book)
    if row.key != entry.id:
        cells[columns.title("key")] = entry.id
    if row.status != status:
        cells[columns.title("status")] = status
    return cells


def _changed_fields(
    entry: Entry, typed: Row, columns: Columns, book: Rulebook, newer: Iterable[str]
) -> set[str]:
    """Return the fields that differ, are lost, or have no column although they are set."""
    row = read_row(typed, columns, book)
    fields = {COLUMN_OF.get(name, name) for name in differences(row, entry, book)}
    fields -= {problem.field for problem in row.problems}
    fields |= writable(typed, columns, row.problems, {COLUMN_OF.get(name, name) for name in newer})
    fields |= {name for name in USUAL if not columns.has(name) and not _is_usual(entry, name)}
    return fields


def _text(entry: Entry, field: str, book: Rulebook) -> str:
    if field == "phone":
        return in_groups(entry.phone)
    if field == "joined":
        return f"{wall_time(entry.joined_at, book.zone):%Y-%m-%d %H:%M}"
    if field == "weekdays":
        return weekdays_cell(entry.weekdays, desk_language(book.language))
    if field == "times":
        return times_cell(entry, desk_language(book.language))
    return str(getattr(entry, field))


def weekdays_cell(weekdays: Weekdays, language: str) -> str:
    """Return weekdays as the sheet has them: "Mon, Thu"."""
    names: list[str] = cldr()[language]["short_weekdays"]
    return ", ".join(names[WEEKDAYS.index(day)] for day in weekdays)


def times_cell(entry: Entry, language: str) -> str:
    """Return the window of the day as the sheet has it: "17:00-20:00", "from 17:00"."""
    start, end = entry.from_time, entry.until_time
    if start and end:
        return f"{start}-{end}"
    begins, ends = TIMES[language]
    if start:
        return begins.format(start)
    return ends.format(end) if end else ""
