"""Cells of the appointments' sheet: the text of each field."""

from collections.abc import Iterable

from fullhouse.inbound.spreadsheets.table import Row
from fullhouse.inbound.sync.appointment_sheet.columns import FIELDS
from fullhouse.inbound.sync.appointment_sheet.rows import differences, read_row
from fullhouse.inbound.sync.appointment_sheet.statuses import is_understood, meant, status_word
from fullhouse.inbound.sync.appointment_sheet.times import (
    date_text,
    hours_text,
    read_clock,
    read_date,
)
from fullhouse.inbound.sync.columns import Columns
from fullhouse.inbound.sync.people_cells import in_groups, name_cells, says_nothing, writable
from fullhouse.kernel.times import wall_time
from fullhouse.locale import desk_language
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

EMPTY = Row(0, ())
# These fields need no column while they are empty, and may be left empty in a row by staff.
OPTIONAL = ("phone", "email", "staff", "link", "remind")
CALLED = {"remind_at": "remind"}


def cells_of(one: Appointment, columns: Columns, book: Rulebook) -> dict[str, str]:
    """Return the cells of a whole row; an empty field gets no column of its own."""
    named = {
        "name": name_cells(one.name, columns),
        "date": start_cells(one, EMPTY, columns, book),
        "status": _status(one, columns, book),
        "key": {columns.title("key"): one.id},
    }
    for field in ("phone", "email", "service", "staff", "link", "remind"):
        text = _text(one, field, book)
        if columns.has(field) or text or field not in OPTIONAL:
            named[field] = {columns.title(field): text}
    cells: dict[str, str] = {}
    for field in FIELDS:
        cells |= named.get(field, {})
    return cells


def changed_cells(
    one: Appointment, row: Row, columns: Columns, book: Rulebook, newer: Iterable[str] = ()
) -> dict[str, str]:
    """Return the cells in which a row differs from its appointment.

    Cells that mean the same stay as they were typed, and so do those that cannot be read, except
    for fields that have a `newer` value.
    """
    read = read_row(row, columns, book)
    cells: dict[str, str] = {}
    for field in sorted(_changed_fields(one, row, columns, book, newer)):
        if field == "name":
            cells |= name_cells(one.name, columns)
        elif field in ("starts_at", "date", "time"):
            cells |= start_cells(one, row, columns, book)
        else:
            cells[columns.title(field)] = _text(one, field, book)
    if read.said != one.status and is_understood(read.status):
        cells |= _status(one, columns, book)
    if read.key != one.id:
        cells[columns.title("key")] = one.id
    return cells


def _changed_fields(
    appointment: Appointment,
    row: Row,
    columns: Columns,
    book: Rulebook,
    newer: Iterable[str],
) -> set[str]:
    """Return the fields that differ, are lost, or have no column although they are set."""
    read = read_row(row, columns, book)
    fields = {CALLED.get(name, name) for name in differences(read, appointment, book.zone)}
    called = {CALLED.get(name, name) for name in newer}
    lost = writable(row, columns, read.unread, called) - {"status"}
    if not _is_start_readable(row, columns, book):
        lost -= {"date", "time"}
    if read.start is None and "starts_at" in called:
        fields.add("starts_at")
    for field in OPTIONAL:
        if not columns.has(field) and _text(appointment, field, book):
            fields.add(field)
    return fields | lost


def _is_start_readable(row: Row, columns: Columns, book: Rulebook) -> bool:
    """Return True if no word would be lost by writing the date and the time."""
    day, clock = columns.cell(row, "date"), columns.cell(row, "time")
    if day and read_date(day, book) is None:
        return False
    return not clock or says_nothing(clock) or read_clock(clock, book) is not None


def marked_cells(one: Appointment, row: Row, columns: Columns, book: Rulebook) -> dict[str, str]:
    """Return the cells to add to a row that staff wrote: key, status and empty fields."""
    cells: dict[str, str] = {}
    for field in OPTIONAL:
        text = _text(one, field, book)
        if text and not columns.cell(row, field):
            cells[columns.title(field)] = text
    said = columns.cell(row, "status")
    if not said or meant(said) not in (None, one.status):
        cells |= _status(one, columns, book)
    cells[columns.title("key")] = one.id
    return cells


def start_cells(one: Appointment, row: Row, columns: Columns, book: Rulebook) -> dict[str, str]:
    """Return the cells of the start: date and time, or one cell if the row has both in it."""
    wall = wall_time(one.starts_at, book.zone)
    typed = columns.cell(row, "date")
    day, clock = date_text(wall, typed, book), f"{wall:%H:%M}"
    moment = read_date(typed, book) if typed and not columns.cell(row, "time") else None
    has_only_date = columns.has("date") and not columns.has("time")
    if has_only_date or (moment is not None and not moment.is_day):
        return {columns.title("date"): f"{day} {clock}"}
    return {columns.title("date"): day, columns.title("time"): clock}


def _status(appointment: Appointment, columns: Columns, book: Rulebook) -> dict[str, str]:
    return {columns.title("status"): status_word(appointment.status, book.language)}


def _text(appointment: Appointment, field: str, book: Rulebook) -> str:
    if field == "phone":
        return in_groups(appointment.phone)
    if field == "remind":
        return hours_text(appointment.remind_at, desk_language(book.language))
    return str(getattr(appointment, field))
