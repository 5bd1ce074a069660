"""What the appointments' sheet says of an appointment: the text of each cell."""

from fullhouse.inbound.spreadsheets.table import Row
from fullhouse.inbound.sync.appointment_sheet.columns import FIELDS
from fullhouse.inbound.sync.appointment_sheet.rows import differences, read_row
from fullhouse.inbound.sync.appointment_sheet.statuses import meant, status_word
from fullhouse.inbound.sync.appointment_sheet.times import date_text, hours_text, read_date
from fullhouse.inbound.sync.columns import Columns
from fullhouse.inbound.sync.people_cells import in_groups, name_cells
from fullhouse.kernel.localized_dates import known_language
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

EMPTY = Row(0, ())
# Fields that need no column of their own while they say nothing, and may be left empty in a row that staff wrote.
OPTIONAL = ("phone", "email", "staff", "link", "remind")
CALLED = {"remind_at": "remind"}


def cells_of(one: Appointment, columns: Columns, book: Rulebook) -> dict[str, str]:
    """Write a whole row; what says nothing gets no column of its own."""
    start = start_cells(one, EMPTY, columns, book)
    texts = {
        field: _text(one, field, book)
        for field in ("phone", "email", "service", "staff", "link", "remind")
    }
    wanted = {
        field: text
        for field, text in texts.items()
        if columns.has(field) or text or field not in OPTIONAL
    }
    named = {field: {columns.title(field): text} for field, text in wanted.items()}
    named |= {
        "name": name_cells(one.name, columns),
        "date": start,
        "status": _status(one, columns, book),
    }
    named["key"] = {columns.title("key"): one.id}
    return {title: text for field in FIELDS for title, text in named.get(field, {}).items()}


def changed_cells(one: Appointment, row: Row, columns: Columns, book: Rulebook) -> dict[str, str]:
    """Write what a row says otherwise than its appointment; cells that mean the same stay as they were typed."""
    read = read_row(row, columns, book)
    unread = {problem.field for problem in read.problems}
    unread |= {
        note.field for note in read.notes if note.field in OPTIONAL and _text(one, note.field, book)
    }
    fields = {CALLED.get(name, name) for name in differences(read, one, book.zone)} | unread
    absent = {name for name in OPTIONAL if not columns.has(name) and _text(one, name, book)}
    cells: dict[str, str] = {}
    for field in sorted(fields | absent):
        if field == "name":
            cells |= name_cells(one.name, columns)
        elif field in ("starts_at", "date", "time"):
            cells |= start_cells(one, row, columns, book)
        else:
            cells[columns.title(field)] = _text(one, field, book)
    stands = {} if read.said == one.status else _status(one, columns, book)
    return (
        {**cells, **stands, columns.title("key"): one.id}
        if read.key != one.id
        else {**cells, **stands}
    )


def marked_cells(one: Appointment, row: Row, columns: Columns, book: Rulebook) -> dict[str, str]:
    """Write to a row that staff wrote: whose it is, how they stand, and what it leaves open. Its own words stay."""
    empty = [field for field in OPTIONAL if not columns.cell(row, field)]
    left_open = {columns.title(field): text for field in empty if (text := _text(one, field, book))}
    said = columns.cell(row, "status")
    stands = {} if said and meant(said) in (None, one.status) else _status(one, columns, book)
    return {**left_open, **stands, columns.title("key"): one.id}


def start_cells(one: Appointment, row: Row, columns: Columns, book: Rulebook) -> dict[str, str]:
    """Write when it is: into two cells, or into one where there is only one or where one says both."""
    wall = wall_time(one.starts_at, book.zone)
    stood = columns.cell(row, "date")
    day, clock = date_text(wall, stood, book), f"{wall:%H:%M}"
    said = read_date(stood, book) if stood and not columns.cell(row, "time") else None
    alone = columns.has("date") and not columns.has("time")
    if alone or (said is not None and not said.is_day):
        return {columns.title("date"): f"{day} {clock}"}
    return {columns.title("date"): day, columns.title("time"): clock}


def _status(one: Appointment, columns: Columns, book: Rulebook) -> dict[str, str]:
    return {columns.title("status"): status_word(one.status, book.language)}


def _text(one: Appointment, field: str, book: Rulebook) -> str:
    if field == "phone":
        return in_groups(one.phone)
    if field == "remind":
        return hours_text(one.remind_at, known_language(book.language))
    return str(getattr(one, field))
