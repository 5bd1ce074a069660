"""From settings to what is kept elsewhere: files on this machine, Google, or a feed."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from fullhouse.engine.house import House
from fullhouse.engine.ports import Files
from fullhouse.kernel.documents import DocumentName
from fullhouse.lanes.sheets.file_sheet import KINDS, FileSheet
from fullhouse.lanes.sheets.port import Sheet
from fullhouse.lanes.syncing.calendar import CalendarSync
from fullhouse.lanes.syncing.calendar_sources import Calendar, FeedCalendar, GoogleCalendar
from fullhouse.lanes.syncing.documents import DocumentSync, FilePaper, GooglePaper, Paper
from fullhouse.lanes.syncing.naming import CALENDAR_ID, FEEDS, google_id, where_of
from fullhouse.lanes.syncing.outside import Outside
from fullhouse.lanes.syncing.waitlist.sheet import SheetSync
from fullhouse.platforms.local.config import BadConfig, Config

if TYPE_CHECKING:
    from fullhouse.lanes.google.client import Client

PAPERS: tuple[DocumentName, ...] = ("rules", "voice")


def outside_of(config: Config, folder: Path, house: House, files: Files) -> Outside:
    """Connect a house to all that the settings name, or raise `BadConfig`. Nothing is read yet."""
    papers = [
        DocumentSync(house, name, paper_of(config, folder, name), where_of(getattr(config.waitlist, name)))
        for name in PAPERS
        if getattr(config.waitlist, name)
    ]
    sheet, calendar = config.waitlist.sheet, config.waitlist.calendar
    return Outside(
        papers=tuple(papers),
        sheet=SheetSync(house, sheet_of(config, folder), files, where_of(sheet)) if sheet else None,
        calendar=CalendarSync(house, calendar_of(config, folder), where_of(calendar)) if calendar else None,
    )


def sheet_of(config: Config, folder: Path) -> Sheet:
    """Find the sheet."""
    setting = config.waitlist.sheet
    if found := google_id(setting):
        from fullhouse.lanes.sheets.google_sheet import GoogleSheet

        return GoogleSheet(_google(config.google.account, folder), found, config.waitlist.tab)
    path = _path(setting, folder)
    if path.suffix.lower() not in KINDS:
        raise BadConfig(
            f"waitlist.sheet is a .csv or .xlsx file, or a Google Sheet's address, and {setting} is neither."
        )
    return FileSheet(path)


def paper_of(config: Config, folder: Path, name: Literal["rules", "voice"]) -> Paper:
    """Find a document."""
    setting: str = getattr(config.waitlist, name)
    if found := google_id(setting):
        return GooglePaper(_google(config.google.account, folder), found)
    if setting.startswith(FEEDS):
        raise BadConfig(
            f"waitlist.{name} is a text file, or a Google Doc's address, and {where_of(setting)} is neither."
        )
    return FilePaper(_path(setting, folder))


def calendar_of(config: Config, folder: Path) -> Calendar:
    """Find the calendar."""
    setting = config.waitlist.calendar
    if setting.startswith(FEEDS):
        return FeedCalendar(setting)
    if CALENDAR_ID.fullmatch(setting):
        return GoogleCalendar(_google(config.google.account, folder), setting)
    raise BadConfig(
        "waitlist.calendar is the address of an .ics feed, or a Google calendar such as name@group.calendar.google.com."
    )


def _path(setting: str, folder: Path) -> Path:
    """Find a file; one that is not named from the root stands in the data folder."""
    return folder / Path(setting).expanduser()


@cache
def _google(account: str, folder: Path) -> "Client":
    from fullhouse.lanes.google.account import GoogleDown, ServiceAccount
    from fullhouse.lanes.google.client import Client

    if not account:
        raise BadConfig("google.account is missing: the file with the key of a service account, which Google asks for.")
    try:
        return Client(ServiceAccount(_path(account, folder).read_bytes()))
    except OSError as error:
        raise BadConfig(
            f"google.account: {account} cannot be read: {(error.strerror or 'refused').lower()}."
        ) from error
    except GoogleDown as down:
        raise BadConfig(f"google.account: {down.reason}") from down
    except ImportError as error:
        raise BadConfig("Google needs one more package: pip install 'fullhouse[google]'.") from error
