"""The doctor's checks of outside sources: reachable and understood. Nothing is changed."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.spreadsheets.port import SheetDown
from fullhouse.inbound.spreadsheets.table import Table
from fullhouse.inbound.sync.appointment_calendar.entries import TAG
from fullhouse.inbound.sync.appointment_sheet import columns as of_appointments
from fullhouse.inbound.sync.calendar_sources import CalendarDown, Span
from fullhouse.inbound.sync.columns import Columns
from fullhouse.inbound.sync.connections import where_of
from fullhouse.inbound.sync.document_sync import DocumentDown, tidy
from fullhouse.inbound.sync.sync_run import reason_of
from fullhouse.inbound.sync.waitlist_sheet import columns as of_waitlist
from fullhouse.platforms.local.config import BadConfig, Config
from fullhouse.platforms.local.external_sources import calendar_of, paper_of, sheet_of
from fullhouse.products.frontdesk.shared.documents import DocumentName, problems_of
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

Result = tuple[Literal["ok", "note", "fails"], str, str]
AHEAD = timedelta(days=60)
APPOINTMENTS_SHEET = "appointments sheet"


def examine_outside(config: Config, folder: Path) -> list[Result]:
    """Check every source in the settings; return one note if there is none."""
    names: tuple[DocumentName, ...] = ("rules", "voice")
    looks: list[tuple[str, Callable[[], Result]]] = [
        ("sheet", lambda: _sheet(config, folder)),
        *((name, lambda name=name: _document(config, folder, name)) for name in names),
        ("calendar", lambda: _calendar(config, folder)),
    ]
    found = [_check(name, look) for name, look in looks if getattr(config.waitlist, name)]
    if config.appointments.sheet:
        found.append(_check(APPOINTMENTS_SHEET, lambda: _appointments_sheet(config, folder)))
    if config.appointments.calendar:
        found.append(_check("appointments", lambda: _calendar(config, folder, "appointments")))
    if found:
        return found
    words = "list, rules and voice are kept here; no sheet or calendar is connected."
    return [("note", "waitlist", words)]


def _check(name: str, look: Callable[[], Result]) -> Result:
    try:
        return look()
    except BadConfig as error:
        return "fails", name, str(error)
    except (SheetDown, Invalid) as error:
        return "fails", name, reason_of(error)
    except (DocumentDown, CalendarDown) as error:
        return "fails", name, error.reason


def _sheet(config: Config, folder: Path) -> Result:
    table = sheet_of(config, folder).read()
    where, columns = where_of(config.waitlist.sheet), of_waitlist.columns_of(table, "en")
    if not table.headers:
        empty = f"{where} is empty: the first sync writes headings and everyone who waits."
        return "note", "sheet", empty
    if not of_waitlist.is_list(columns):
        return "fails", "sheet", f"{where}: {of_waitlist.NO_HEADINGS}"
    return "ok", "sheet", _read(where, table, columns)


def _appointments_sheet(config: Config, folder: Path) -> Result:
    table = sheet_of(config, folder, "appointments").read()
    where, columns = where_of(config.appointments.sheet), of_appointments.columns_of(table, "en")
    if not table.headers:
        empty = f"{where} is empty: the first sync writes headings and everyone who is expected."
        return "note", APPOINTMENTS_SHEET, empty
    if not of_appointments.is_list(columns):
        return "fails", APPOINTMENTS_SHEET, f"{where}: {of_appointments.NO_HEADINGS}"
    return "ok", APPOINTMENTS_SHEET, _read(where, table, columns)


def _read(where: str, table: Table, columns: Columns) -> str:
    return f"{where}: {len(table.rows):,} rows, with {', '.join(columns.places)}"


def _document(config: Config, folder: Path, name: DocumentName) -> Result:
    text = tidy(paper_of(config, folder, name).text())
    where = where_of(getattr(config.waitlist, name))
    problems = problems_of(name, text)
    if problems:
        first = problems[0]
        return "note", name, f"{where}: line {first.line} cannot be understood. {first.reason}"
    return "ok", name, f"{where}: {len(text.splitlines())} lines, all understood"


def _calendar(
    config: Config, folder: Path, table: Literal["waitlist", "appointments"] = "waitlist"
) -> Result:
    now = datetime.now(UTC)
    shown = calendar_of(config, folder, table).look(Span(now, now + AHEAD, Rulebook().zone), "")
    times = shown.occurrences if shown is not None else ()
    where = where_of(getattr(config, table).calendar)
    about, tagged = "calendar", ""
    if table == "appointments":
        about = table
        tagged = f", {sum(TAG in time.tags for time in times):,} of them with #{TAG}"
    return "ok", about, f"{where}: {len(times):,} times in the next {AHEAD.days} days{tagged}"
