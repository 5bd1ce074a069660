"""Outside sources of the settings: sheets, documents and calendars.

Only the sync functions talk to Google, so that only their packages need its client; the desk
invokes them.
"""

from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.inbound.sync.connections import CALENDAR_ID, FEEDS, google_id, where_of
from fullhouse.inbound.sync.sync_run import SheetSyncReport
from fullhouse.platforms.aws.config import AppointmentsConfig, BadConfig, Deployment, WaitlistConfig
from fullhouse.products.frontdesk.shared.external_sources import SheetVersion

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from fullhouse.engine.ports import Files
    from fullhouse.inbound.google.client import GoogleClient
    from fullhouse.inbound.sync.appointment_calendar.push import CalendarPush
    from fullhouse.inbound.sync.calendar_sources import Calendar
    from fullhouse.inbound.sync.connections import Connections

SYNC, APPOINTMENTS_SYNC, CALENDAR_SYNC = "wl-drive-sync", "ar-drive-sync", "ar-calendar-sync"
# Names of the sources of appointments at the desk.
SHEET, CALENDAR, PUSH = "appointments-sheet", "appointments-calendar", "appointments-push"
LATER = "It takes longer than usual. It goes on by itself: look again in a few minutes."
PAPERS = ("rules", "voice")


def outside_of(
    config: WaitlistConfig, engine: Engine, files: "Files", google: "Callable[[], GoogleClient]"
) -> "Connections":
    """Return the sources of the waitlist, or raise `BadConfig`. Nothing is read yet."""
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
    """Return the sources of appointments, or raise `BadConfig`. Nothing is read yet."""
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
    """Return the push channel of the appointments' calendar, if set; or raise `BadConfig`."""
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
        f"/{product}/config/calendar must be the address of an .ics feed, "
        "or of a calendar at Google."
    )


class CalendarReport(msgspec.Struct, kw_only=True):
    """Result of a calendar sync, as far as the desk shows it."""

    trouble: str = ""


R = TypeVar("R", SheetSyncReport, CalendarReport)


class Remote:
    """Client of a sync function."""

    def __init__(self, functions: Any, function: str) -> None:  # noqa: ANN401 - made by botocore
        """Invoke this function."""
        self._functions, self._function = functions, function

    def ask(self, kind: type[R], **what: object) -> R | None:
        """Invoke the function and return its report; None if there was nothing to do."""
        from botocore.exceptions import BotoCoreError, ClientError

        try:
            answer = self._functions.invoke(
                FunctionName=self._function, Payload=msgspec.json.encode(what)
            )
            payload = answer["Payload"].read()
        except (BotoCoreError, ClientError):
            return kind(trouble=LATER)
        if answer.get("FunctionError"):
            return kind(trouble=LATER)
        if payload == b"null":
            return None
        return msgspec.json.decode(payload, type=kind)


class RemoteSheet:
    """Sync of a sheet by its function."""

    def __init__(self, remote: Remote) -> None:
        """Use this client."""
        self._remote = remote

    async def run(self) -> SheetSyncReport:
        """Sync sheet and list now."""
        return self._remote.ask(SheetSyncReport, sheet=True) or SheetSyncReport()

    async def put_back(self, version: SheetVersion, by: str) -> SheetSyncReport | None:
        """Restore an earlier version of the sheet; None if it is not stored any more."""
        return self._remote.ask(SheetSyncReport, put_back=version.id, by=by)


class RemoteCalendar:
    """Sync of a calendar by its function."""

    def __init__(self, remote: Remote) -> None:
        """Use this client."""
        self._remote = remote

    async def run(self, *, believe: bool = False) -> CalendarReport:
        """Sync the calendar now; with `believe` even if most of its events are gone."""
        return self._remote.ask(CalendarReport, calendar=True, believe=believe) or CalendarReport()


def calendar_look(
    functions: Any,  # noqa: ANN401 - made by botocore
    place: Deployment,
) -> "Callable[[Engine], Awaitable[None]]":
    """Return a call that starts a sync of the appointments' calendar without waiting for it."""

    async def look(_engine: Engine) -> None:
        asked = {
            "FunctionName": place.function(CALENDAR_SYNC),
            "InvocationType": "Event",
            "Payload": b'{"sync": true}',
        }
        functions.invoke(**asked)

    return look


class RemoteOutside(msgspec.Struct, frozen=True):
    """Outside sources as the desk uses them."""

    places: dict[str, str]
    sheet: RemoteSheet | None = None
    calendar: RemoteCalendar | None = None
    appointments_sheet: RemoteSheet | None = None

    def where(self, name: str) -> str:
        """Return where a source such as `rules` or `sheet` is edited; empty if at the desk."""
        return self.places.get(name, "")


def remote_outside(
    config: WaitlistConfig,
    functions: Any,  # noqa: ANN401 - made by botocore
    place: Deployment,
    booked: AppointmentsConfig,
) -> RemoteOutside:
    """Return the outside sources for the desk."""
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
