"""What is kept elsewhere, looked at once by the doctor: can it be reached, and is it understood? Nothing is changed."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

from fullhouse.kernel.documents import DocumentName, problems_of
from fullhouse.kernel.rulebook import Rulebook
from fullhouse.lanes.form import Unfit
from fullhouse.lanes.sheets.port import SheetDown
from fullhouse.lanes.syncing.calendar_sources import CalendarDown, Span
from fullhouse.lanes.syncing.documents import DocumentDown, tidy
from fullhouse.lanes.syncing.looking import reason_of
from fullhouse.lanes.syncing.naming import where_of
from fullhouse.lanes.syncing.waitlist.headings import NO_HEADINGS, columns_of, is_list
from fullhouse.platforms.local.config import BadConfig, Config
from fullhouse.platforms.local.connecting import calendar_of, paper_of, sheet_of

Told = tuple[Literal["ok", "note", "fails"], str, str]
AHEAD = timedelta(days=60)


def examine_outside(config: Config, folder: Path) -> list[Told]:
    """Look at everything that the settings name; say so if it is nothing."""
    names: tuple[DocumentName, ...] = ("rules", "voice")
    looks: list[tuple[str, Callable[[], Told]]] = [
        ("sheet", lambda: _sheet(config, folder)),
        *((name, lambda name=name: _paper(config, folder, name)) for name in names),
        ("calendar", lambda: _calendar(config, folder)),
    ]
    found = [_looked(name, look) for name, look in looks if getattr(config.waitlist, name)]
    return found or [("note", "waitlist", "list, rules and voice are kept here; no sheet or calendar is connected.")]


def _looked(name: str, look: Callable[[], Told]) -> Told:
    try:
        return look()
    except BadConfig as error:
        return "fails", name, str(error)
    except (SheetDown, Unfit) as error:
        return "fails", name, reason_of(error)
    except (DocumentDown, CalendarDown) as error:
        return "fails", name, error.reason


def _sheet(config: Config, folder: Path) -> Told:
    table = sheet_of(config, folder).read()
    where = where_of(config.waitlist.sheet)
    if not table.headers:
        return "note", "sheet", f"{where} is empty: the first sync writes headings and everyone who waits."
    columns = columns_of(table, "en")
    if not is_list(columns):
        return "fails", "sheet", f"{where}: {NO_HEADINGS}"
    return "ok", "sheet", f"{where}: {len(table.rows):,} rows, with {', '.join(columns.places)}"


def _paper(config: Config, folder: Path, name: DocumentName) -> Told:
    text = tidy(paper_of(config, folder, name).text())
    where = where_of(getattr(config.waitlist, name))
    problems = problems_of(name, text)
    if problems:
        first = problems[0]
        return "note", name, f"{where}: line {first.line} cannot be understood. {first.reason}"
    return "ok", name, f"{where}: {len(text.splitlines())} lines, all understood"


def _calendar(config: Config, folder: Path) -> Told:
    now = datetime.now(UTC)
    shown = calendar_of(config, folder).look(Span(now, now + AHEAD, Rulebook().zone), "")
    seen = len(shown.occurrences) if shown is not None else 0
    return "ok", "calendar", f"{where_of(config.waitlist.calendar)}: {seen:,} times in the next {AHEAD.days} days"
