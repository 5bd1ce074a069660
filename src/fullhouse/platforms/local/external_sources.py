"""Outside sources from the settings: files on this machine, Google or a feed."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import Files
from fullhouse.inbound.calendar_feeds.ical_feed import read_feed
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
from fullhouse.platforms.local.parser import LocalParser
from fullhouse.products.frontdesk.shared.documents import DocumentName

if TYPE_CHECKING:
    from fullhouse.inbound.google.client import GoogleClient

PAPERS: tuple[DocumentName, ...] = ("rules", "voice")


def outside_of(
    config: Config, folder: Path, engine: Engine, files: Files, parser: LocalParser | None = None
) -> Connections:
    """Connect an engine to all sources in the settings, or raise `BadConfig`.

    Nothing is read yet. A parser reads files and feeds outside this process.
    """
    return Connections(
        papers=_documents(config, folder, engine),
        sheet=_waitlist_sheet(config, folder, engine, files, parser),
        calendar=_waitlist_calendar(config, folder, engine, parser),
        appointments=_appointment_calendar(config, folder, engine, parser),
        push=_push(config, folder, engine),
        appointments_sheet=_appointment_sheet(config, folder, engine, files, parser),
    )


def _documents(config: Config, folder: Path, engine: Engine) -> tuple[DocumentSync, ...]:
    documents = []
    for name in PAPERS:
        setting = getattr(config.waitlist, name)
        if setting:
            source = paper_of(config, folder, name)
            documents.append(DocumentSync(engine, name, source, where_of(setting)))
    return tuple(documents)


def _waitlist_sheet(
    config: Config, folder: Path, engine: Engine, files: Files, parser: LocalParser | None = None
) -> SheetSync | None:
    setting = config.waitlist.sheet
    if not setting:
        return None
    sheet = sheet_of(config, folder, parser=parser)
    return SheetSync(engine, sheet, files, where_of(setting))


def _waitlist_calendar(
    config: Config, folder: Path, engine: Engine, parser: LocalParser | None = None
) -> CalendarSync | None:
    setting = config.waitlist.calendar
    if not setting:
        return None
    calendar = calendar_of(config, folder, parser=parser)
    return CalendarSync(engine, calendar, where_of(setting))


def _appointment_calendar(
    config: Config, folder: Path, engine: Engine, parser: LocalParser | None = None
) -> AppointmentCalendar | None:
    setting = config.appointments.calendar
    if not setting:
        return None
    calendar = calendar_of(config, folder, "appointments", parser)
    return AppointmentCalendar(engine, calendar, where_of(setting))


def _appointment_sheet(
    config: Config, folder: Path, engine: Engine, files: Files, parser: LocalParser | None = None
) -> AppointmentsSync | None:
    setting = config.appointments.sheet
    if not setting:
        return None
    sheet = sheet_of(config, folder, "appointments", parser)
    return AppointmentsSync(engine, sheet, files, where_of(setting))


def _push(config: Config, folder: Path, engine: Engine) -> CalendarPush | None:
    """Return the push channel for a Google calendar, if `push_url` is set."""
    calendar, address = config.appointments.calendar, config.appointments.push_url
    if not address:
        return None
    if not CALENDAR_ID.fullmatch(calendar):
        raise BadConfig(
            "appointments.push_url is for a Google calendar, "
            "which appointments.calendar does not name."
        )
    return CalendarPush(engine, _google(config.google.account, folder), calendar, address)


def sheet_of(
    config: Config,
    folder: Path,
    of: Literal["waitlist", "appointments"] = "waitlist",
    parser: LocalParser | None = None,
) -> Sheet:
    """Return the sheet of the waitlist, or of the appointments; without a parser it reads here."""
    settings: Waitlist | Appointments = getattr(config, of)
    if found := google_id(settings.sheet):
        from fullhouse.inbound.spreadsheets.google_sheet import GoogleSheet

        return GoogleSheet(_google(config.google.account, folder), found, settings.tab)
    path = _path(settings.sheet, folder)
    if path.suffix.lower() not in KINDS:
        raise BadConfig(
            f"{of}.sheet is a .csv or .xlsx file, or a Google Sheet's address, "
            f"and {settings.sheet} is neither."
        )
    if parser is None:
        return FileSheet(path)
    return FileSheet(path, parser.read_table, parser.edit_table)


def paper_of(config: Config, folder: Path, name: Literal["rules", "voice"]) -> DocumentSource:
    """Return the source of a document."""
    setting: str = getattr(config.waitlist, name)
    if found := google_id(setting):
        return GoogleDocument(_google(config.google.account, folder), found)
    if setting.startswith(FEEDS):
        raise BadConfig(
            f"waitlist.{name} is a text file, or a Google Doc's address, "
            f"and {where_of(setting)} is neither."
        )
    return FileDocument(_path(setting, folder))


def calendar_of(
    config: Config,
    folder: Path,
    table: Literal["waitlist", "appointments"] = "waitlist",
    parser: LocalParser | None = None,
) -> Calendar:
    """Return the calendar of the waitlist, or of the appointments; see `sheet_of`."""
    setting: str = getattr(config, table).calendar
    if setting.startswith(FEEDS):
        return FeedCalendar(setting, read=parser.read_feed if parser else read_feed)
    if CALENDAR_ID.fullmatch(setting):
        return GoogleCalendar(_google(config.google.account, folder), setting)
    kinds = (
        "the address of an .ics feed, or a Google calendar such as name@group.calendar.google.com"
    )
    raise BadConfig(f"{table}.calendar is {kinds}.")


def _path(setting: str, folder: Path) -> Path:
    """Return the path of a file; a relative one is in the data folder."""
    return folder / Path(setting).expanduser()


@cache
def _google(account: str, folder: Path) -> "GoogleClient":
    from fullhouse.inbound.google.account import GoogleDown, ServiceAccount
    from fullhouse.inbound.google.client import GoogleClient

    if not account:
        raise BadConfig(
            "google.account is missing: the file with the key of a service account, "
            "which Google asks for."
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
