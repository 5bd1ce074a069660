"""From settings to what staff keep elsewhere: at Google, or in a calendar's feed.

One function speaks with Google, so that only its package carries what that needs; the desk asks it.
"""

from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.inbound.sync.connections import CALENDAR_ID, FEEDS, google_id, where_of
from fullhouse.inbound.sync.sync_run import SheetSyncReport
from fullhouse.platforms.aws.config import AppointmentsConfig, BadConfig, Place, WaitlistConfig
from fullhouse.products.frontdesk.shared.external_sources import SheetVersion

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from fullhouse.engine.ports import Files
    from fullhouse.inbound.google.client import GoogleClient
    from fullhouse.inbound.sync.appointment_calendar.push import CalendarPush
    from fullhouse.inbound.sync.calendar_sources import Calendar
    from fullhouse.inbound.sync.connections import Connections

SYNC, APPOINTMENTS_SYNC, CALENDAR_SYNC = "wl-drive-sync", "ar-drive-sync", "ar-calendar-sync"
# What is kept elsewhere of appointments, as the desk calls it.
SHEET, CALENDAR, PUSH = "appointments-sheet", "appointments-calendar", "appointments-push"
LATER = "It takes longer than usual. It goes on by itself: look again in a few minutes."
PAPERS = ("rules", "voice")


def outside_of(
    config: WaitlistConfig, engine: Engine, files: "Files", google: "Callable[[], GoogleClient]"
) -> "Connections":
    """Connect a house to all that the settings name, or raise `BadConfig`. Nothing is read yet."""
    from fullhouse.inbound.spreadsheets.google_sheet import GoogleSheet
    from fullhouse.inbound.sync.connections import Connections
    from fullhouse.inbound.sync.document_sync import DocumentSync, GoogleDocument
    from fullhouse.inbound.sync.waitlist_calendar.sync import CalendarSync
    from fullhouse.inbound.sync.waitlist_sheet.sync import SheetSync

    named: dict[Any, str] = {
        name: getattr(config, name) for name in PAPERS if getattr(config, name)
    }
    papers = [
        DocumentSync(engine, name, GoogleDocument(google(), _at_google(name, said)), where_of(said))
        for name, said in named.items()
    ]
    sheet = calendar = None
    if config.sheet:
        tab = GoogleSheet(google(), _at_google("sheet", config.sheet), config.tab)
        sheet = SheetSync(engine, tab, files, where_of(config.sheet))
    if config.calendar:
        calendar = CalendarSync(
            engine, _calendar(config.calendar, google), where_of(config.calendar)
        )
    return Connections(papers=tuple(papers), sheet=sheet, calendar=calendar)


def appointments_outside(
    config: AppointmentsConfig, engine: Engine, files: "Files", google: "Callable[[], GoogleClient]"
) -> "Connections":
    """Connect a house to the sheet and the calendar of appointments, or raise `BadConfig`. Nothing is read yet."""
    from fullhouse.inbound.spreadsheets.google_sheet import GoogleSheet
    from fullhouse.inbound.sync.appointment_calendar.sync import AppointmentCalendar
    from fullhouse.inbound.sync.appointment_sheet.sync import AppointmentsSync
    from fullhouse.inbound.sync.connections import Connections

    sheet = calendar = None
    if config.sheet:
        tab = GoogleSheet(google(), _at_google("sheet", config.sheet, "ar"), config.tab)
        sheet = AppointmentsSync(engine, tab, files, where_of(config.sheet))
    if config.calendar:
        found = _calendar(config.calendar, google, "ar")
        calendar = AppointmentCalendar(engine, found, where_of(config.calendar))
    return Connections(appointments_sheet=sheet, appointments=calendar)


def appointments_push(
    config: AppointmentsConfig, engine: Engine, google: "Callable[[], GoogleClient]"
) -> "CalendarPush | None":
    """Let Google tell the desk of changes in the calendar of appointments, if that is wanted; or raise `BadConfig`."""
    if config.push != "yes":
        return None
    if not CALENDAR_ID.fullmatch(config.calendar):
        raise BadConfig(
            "/ar/config/push is for a calendar at Google, which /ar/config/calendar does not name."
        )
    from fullhouse.inbound.sync.appointment_calendar.push import CalendarPush

    return CalendarPush(
        engine, google(), config.calendar, f"{engine.composer.urls.desk}/hooks/calendar"
    )


def _at_google(name: str, setting: str, product: str = "wl") -> str:
    found = google_id(setting)
    if not found:
        kind = "Sheet" if name == "sheet" else "Doc"
        raise BadConfig(f"/{product}/config/{name} must be the address of a Google {kind}.")
    return found


def _calendar(
    setting: str, google: "Callable[[], GoogleClient]", product: str = "wl"
) -> "Calendar":
    from fullhouse.inbound.sync.calendar_sources import FeedCalendar, GoogleCalendar

    if setting.startswith(FEEDS):
        return FeedCalendar(setting)
    if CALENDAR_ID.fullmatch(setting):
        return GoogleCalendar(google(), setting)
    raise BadConfig(
        f"/{product}/config/calendar must be the address of an .ics feed, or of a calendar at Google."
    )


class CalendarReport(msgspec.Struct, kw_only=True):
    """What came of a look at the calendar, as far as the desk tells it."""

    trouble: str = ""


R = TypeVar("R", SheetSyncReport, CalendarReport)


class Remote:
    """The function that speaks with Google, as the desk asks it."""

    def __init__(self, functions: Any, function: str) -> None:  # noqa: ANN401 - made by botocore
        """Know whom to ask."""
        self._functions, self._function = functions, function

    def ask(self, kind: type[R], **what: object) -> R | None:
        """Have something done, and return what came of it; nothing if there was nothing to do."""
        from botocore.exceptions import BotoCoreError, ClientError

        try:
            answer = self._functions.invoke(
                FunctionName=self._function, Payload=msgspec.json.encode(what)
            )
            told = answer["Payload"].read()
        except (BotoCoreError, ClientError):
            return kind(trouble=LATER)
        if answer.get("FunctionError"):
            return kind(trouble=LATER)
        return None if told == b"null" else msgspec.json.decode(told, type=kind)


class RemoteSheet:
    """The sheet as the desk has it."""

    def __init__(self, remote: Remote) -> None:
        """Know whom to ask."""
        self._remote = remote

    async def run(self) -> SheetSyncReport:
        """Bring sheet and list in step now."""
        return self._remote.ask(SheetSyncReport, sheet=True) or SheetSyncReport()

    async def put_back(self, version: SheetVersion, by: str) -> SheetSyncReport | None:
        """Write an earlier version to the sheet; None if it is not kept any more."""
        return self._remote.ask(SheetSyncReport, put_back=version.id, by=by)


class RemoteCalendar:
    """The calendar as the desk has it."""

    def __init__(self, remote: Remote) -> None:
        """Know whom to ask."""
        self._remote = remote

    async def run(self, *, believe: bool = False) -> CalendarReport:
        """Look at the calendar now; `believe` it also where it seems strange."""
        return self._remote.ask(CalendarReport, calendar=True, believe=believe) or CalendarReport()


def calendar_look(functions: Any, place: Place) -> "Callable[[Engine], Awaitable[None]]":  # noqa: ANN401 - made by botocore
    """Have the function that reads the calendar of appointments look at it, without waiting for that."""

    async def look(_engine: Engine) -> None:
        asked = {
            "FunctionName": place.function(CALENDAR_SYNC),
            "InvocationType": "Event",
            "Payload": b'{"sync": true}',
        }
        functions.invoke(**asked)

    return look


class RemoteOutside(msgspec.Struct, frozen=True):
    """What a house on AWS is connected to, as its desk has it."""

    places: dict[str, str]
    sheet: RemoteSheet | None = None
    calendar: RemoteCalendar | None = None
    appointments_sheet: RemoteSheet | None = None

    def where(self, name: str) -> str:
        """Say where something is edited: `rules`, `sheet`, `appointments-sheet` and so on; nothing if that is here."""
        return self.places.get(name, "")


def remote_outside(
    config: WaitlistConfig,
    functions: Any,  # noqa: ANN401 - made by botocore
    place: Place,
    booked: AppointmentsConfig,
) -> RemoteOutside:
    """Say what is kept elsewhere, and how the desk reaches it."""
    named = {name: where_of(getattr(config, name)) for name in (*PAPERS, "sheet", "calendar")}
    named |= {SHEET: where_of(booked.sheet), CALENDAR: where_of(booked.calendar)}
    named[PUSH] = named[CALENDAR] if booked.push == "yes" else ""
    remote = Remote(functions, place.function(SYNC))
    return RemoteOutside(
        {name: where for name, where in named.items() if where},
        RemoteSheet(remote) if config.sheet else None,
        RemoteCalendar(remote) if config.calendar else None,
        RemoteSheet(Remote(functions, place.function(APPOINTMENTS_SYNC))) if booked.sheet else None,
    )
