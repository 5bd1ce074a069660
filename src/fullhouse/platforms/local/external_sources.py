"""From settings to what is kept elsewhere: files on this machine, Google, or a feed."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import Files
from fullhouse.inbound.spreadsheets.file_sheet import KINDS, FileSheet
from fullhouse.inbound.spreadsheets.port import Sheet
from fullhouse.inbound.sync.appointment_calendar.push import CalendarPush
from fullhouse.inbound.sync.appointment_calendar.sync import AppointmentCalendar
from fullhouse.inbound.sync.appointment_sheet.sync import AppointmentsSync
from fullhouse.inbound.sync.calendar_sources import Calendar, FeedCalendar, GoogleCalendar
from fullhouse.inbound.sync.connections import CALENDAR_ID, FEEDS, Connections, google_id, where_of
from fullhouse.inbound.sync.document_sync import (
    DocumentSource,
    DocumentSync,
    FileDocument,
    GoogleDocument,
)
from fullhouse.inbound.sync.waitlist_calendar.sync import CalendarSync
from fullhouse.inbound.sync.waitlist_sheet.sync import SheetSync
from fullhouse.platforms.local.config import Appointments, BadConfig, Config, Waitlist
from fullhouse.products.frontdesk.shared.documents import DocumentName

if TYPE_CHECKING:
    from fullhouse.inbound.google.client import GoogleClient

PAPERS: tuple[DocumentName, ...] = ("rules", "voice")


def outside_of(config: Config, folder: Path, engine: Engine, files: Files) -> Connections:
    """Connect a house to all that the settings name, or raise `BadConfig`. Nothing is read yet."""
    papers = [
        DocumentSync(
            engine, name, paper_of(config, folder, name), where_of(getattr(config.waitlist, name))
        )
        for name in PAPERS
        if getattr(config.waitlist, name)
    ]
    sheet, calendar, booked = (
        config.waitlist.sheet,
        config.waitlist.calendar,
        config.appointments.sheet,
    )
    return Connections(
        papers=tuple(papers),
        sheet=SheetSync(engine, sheet_of(config, folder), files, where_of(sheet))
        if sheet
        else None,
        calendar=CalendarSync(engine, calendar_of(config, folder), where_of(calendar))
        if calendar
        else None,
        appointments=_appointments(config, folder, engine),
        push=_push(config, folder, engine),
        appointments_sheet=AppointmentsSync(
            engine, sheet_of(config, folder, "appointments"), files, where_of(booked)
        )
        if booked
        else None,
    )


def _appointments(config: Config, folder: Path, engine: Engine) -> AppointmentCalendar | None:
    calendar = config.appointments.calendar
    found = calendar_of(config, folder, "appointments") if calendar else None
    return AppointmentCalendar(engine, found, where_of(calendar)) if found is not None else None


def _push(config: Config, folder: Path, engine: Engine) -> CalendarPush | None:
    """Let Google tell us of changes, if it has an address for that."""
    calendar, address = config.appointments.calendar, config.appointments.push_url
    if not address:
        return None
    if not CALENDAR_ID.fullmatch(calendar):
        raise BadConfig(
            "appointments.push_url is for a Google calendar, which appointments.calendar does not name."
        )
    return CalendarPush(engine, _google(config.google.account, folder), calendar, address)


def sheet_of(
    config: Config, folder: Path, of: Literal["waitlist", "appointments"] = "waitlist"
) -> Sheet:
    """Find the sheet of the waitlist, or of the appointments."""
    settings: Waitlist | Appointments = getattr(config, of)
    if found := google_id(settings.sheet):
        from fullhouse.inbound.spreadsheets.google_sheet import GoogleSheet

        return GoogleSheet(_google(config.google.account, folder), found, settings.tab)
    path = _path(settings.sheet, folder)
    if path.suffix.lower() not in KINDS:
        raise BadConfig(
            f"{of}.sheet is a .csv or .xlsx file, or a Google Sheet's address, and {settings.sheet} is neither."
        )
    return FileSheet(path)


def paper_of(config: Config, folder: Path, name: Literal["rules", "voice"]) -> DocumentSource:
    """Find a document."""
    setting: str = getattr(config.waitlist, name)
    if found := google_id(setting):
        return GoogleDocument(_google(config.google.account, folder), found)
    if setting.startswith(FEEDS):
        raise BadConfig(
            f"waitlist.{name} is a text file, or a Google Doc's address, and {where_of(setting)} is neither."
        )
    return FileDocument(_path(setting, folder))


def calendar_of(
    config: Config, folder: Path, table: Literal["waitlist", "appointments"] = "waitlist"
) -> Calendar:
    """Find the calendar."""
    setting: str = getattr(config, table).calendar
    if setting.startswith(FEEDS):
        return FeedCalendar(setting)
    if CALENDAR_ID.fullmatch(setting):
        return GoogleCalendar(_google(config.google.account, folder), setting)
    kinds = (
        "the address of an .ics feed, or a Google calendar such as name@group.calendar.google.com"
    )
    raise BadConfig(f"{table}.calendar is {kinds}.")


def _path(setting: str, folder: Path) -> Path:
    """Find a file; one that is not named from the root stands in the data folder."""
    return folder / Path(setting).expanduser()


@cache
def _google(account: str, folder: Path) -> "GoogleClient":
    from fullhouse.inbound.google.account import GoogleDown, ServiceAccount
    from fullhouse.inbound.google.client import GoogleClient

    if not account:
        raise BadConfig(
            "google.account is missing: the file with the key of a service account, which Google asks for."
        )
    try:
        return GoogleClient(ServiceAccount(_path(account, folder).read_bytes()))
    except OSError as error:
        raise BadConfig(
            f"google.account: {account} cannot be read: {(error.strerror or 'refused').lower()}."
        ) from error
    except GoogleDown as down:
        raise BadConfig(f"google.account: {down.reason}") from down
    except ImportError as error:
        raise BadConfig(
            "Google needs one more package: pip install 'fullhouse[google]'."
        ) from error
