"""Sheets with cells that cannot be read, or not in step at all, as Today shows them."""

from collections.abc import Iterable
from datetime import datetime

import msgspec
from starlette.requests import Request

from fullhouse.engine.core import Engine
from fullhouse.inbound.sync.appointment_sheet.sync import NAME as APPOINTMENT_SHEET
from fullhouse.inbound.sync.sheet_sync import EMPTY
from fullhouse.kernel.records import Get
from fullhouse.locale.current import translate
from fullhouse.products.frontdesk.appointments.model import SCOPE as APPOINTMENTS
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.external_sources import RowProblem
from fullhouse.products.frontdesk.shared.held_removals import source_of
from fullhouse.products.frontdesk.waitlist.model import Entry
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.frontdesk.connections import PAGES, known_of, outside_of
from fullhouse.web.desk.frontdesk.removal_questions import RemovalQuestion

SHEETS = {APPOINTMENTS: APPOINTMENT_SHEET}
MOST_SHOWN = 10
RULES = "rules"
# The fields of a row, as the list of unreadable ones names them.
COLUMNS = {
    "name": "name",
    "phone": "phone",
    "email": "email",
    "service": "service",
    "staff": "staff",
    "party": "party",
    "earliest": "earliest",
    "latest": "latest",
    "weekdays": "weekdays",
    "times": "times",
    "from_time": "times",
    "until_time": "times",
    "priority": "priority",
    "date": "date",
    "time": "time",
    "starts_at": "starts_at",
    "minutes": "minutes",
    "duration": "duration",
    "remind_at": "remind_at",
    "status": "status",
    "row": "row",
}


def column(field: str) -> str:
    """Return the name of a row's field."""
    return translate(COLUMNS.get(field, field))


class UnreadCell(msgspec.Struct, frozen=True):
    """An unreadable cell, and whose row it is in, if it is someone whom we know."""

    row: int
    field: str
    reason: str
    name: str = ""


class UnreadRows(msgspec.Struct, frozen=True):
    """The unreadable cells of a sheet: how many, the first of them, and the sheet's page."""

    count: int
    first: list[UnreadCell]
    page: str


def unread_rows(request: Request, scope: str) -> UnreadRows | None:
    """Return what cannot be read in the sheet of the waitlist, or of appointments; else None."""
    name = SHEETS.get(scope, "sheet")
    engine = dependencies(request).engine
    known = known_of(engine, name)
    if not known.problems or not outside_of(request).where(name):
        return None
    count = len(known.problems) + known.more_problems
    first = unread_cells(engine, name, known.problems[:MOST_SHOWN])
    return UnreadRows(count, first, PAGES[name])


def unread_cells(engine: Engine, sheet: str, problems: Iterable[RowProblem]) -> list[UnreadCell]:
    """Return the unreadable cells of a sheet, with the names of whom their rows are about."""
    kind: type[Appointment | Entry] = Appointment if sheet == APPOINTMENT_SHEET else Entry
    return [_cell(engine, kind, one) for one in problems]


def _cell(engine: Engine, kind: type[Appointment | Entry], problem: RowProblem) -> UnreadCell:
    record = engine.load(Get(kind, (problem.record,))) if problem.record else None
    name = record.name if record is not None else problem.name
    return UnreadCell(problem.row, problem.field, problem.reason, name)


class SheetTrouble(msgspec.Struct, frozen=True):
    """Why a sheet or the rules cannot be read or written, since when, and their page."""

    reason: str
    since: datetime | None
    page: str


def sheet_trouble(
    request: Request, scope: str, questions: Iterable[RemovalQuestion]
) -> SheetTrouble | None:
    """Return why the sheet is not in step; None if it is, or a question on the page says why."""
    name = SHEETS.get(scope, "sheet")
    known = known_of(dependencies(request).engine, name)
    is_asked = any(source_of(question.source) == name for question in questions)
    if not known.trouble or not outside_of(request).where(name):
        return None
    if is_asked and known.trouble != EMPTY:
        return None
    return SheetTrouble(known.trouble, known.trouble_at, PAGES[name])


def rules_trouble(request: Request) -> SheetTrouble | None:
    """Return why the rules cannot be read from where they are edited; None if they can."""
    known = known_of(dependencies(request).engine, RULES)
    if not known.trouble or not outside_of(request).where(RULES):
        return None
    return SheetTrouble(known.trouble, known.trouble_at, PAGES[RULES])
