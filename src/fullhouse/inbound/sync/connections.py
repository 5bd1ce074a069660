"""Connections to outside sources, their periodic tasks, and where staff edit them."""

import hashlib
from datetime import timedelta
from urllib.parse import urlsplit

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.engine.periodic import PeriodicTask
from fullhouse.inbound.sync.appointment_calendar.push import NAME as PUSH
from fullhouse.inbound.sync.appointment_calendar.push import CalendarPush
from fullhouse.inbound.sync.appointment_calendar.sync import NAME as APPOINTMENTS
from fullhouse.inbound.sync.appointment_calendar.sync import AppointmentCalendar
from fullhouse.inbound.sync.appointment_sheet.sync import NAME as APPOINTMENTS_SHEET
from fullhouse.inbound.sync.appointment_sheet.sync import AppointmentsSync
from fullhouse.inbound.sync.document_sync import DocumentSync
from fullhouse.inbound.sync.waitlist_calendar.sync import CalendarSync
from fullhouse.inbound.sync.waitlist_sheet.sync import SheetSync
from fullhouse.kernel.patterns import regex
from fullhouse.products.frontdesk.appointments.model import SCOPE as OF_APPOINTMENTS
from fullhouse.products.frontdesk.waitlist.model import SCOPE

AT_GOOGLE = regex(
    r"https://docs\.google\.com/(?:a/[^/]+/)?(?:spreadsheets|document)/(?:u/\d+/)?d/([\w-]{15,})"
)
GOOGLE_ID = regex(r"[\w-]{25,}")
CALENDAR_ID = regex(r"[^\s/@]+@[\w.-]+|primary")
FEEDS = ("http://", "https://", "webcal://", "webcals://")


def where_of(setting: str) -> str:
    """Return the place of a source for people; of a feed, whose address is secret, the host."""
    if google_id(setting):
        return f"Google ({google_id(setting)[:12]}…)"
    if setting.startswith(FEEDS):
        return f"{urlsplit(setting).hostname} ({hashlib.sha256(setting.encode()).hexdigest()[:6]})"
    return setting


def google_id(setting: str) -> str:
    """Return the id of a Google sheet or document; empty if the setting is none."""
    found = AT_GOOGLE.match(setting)
    if found is not None:
        return found[1]
    return setting if GOOGLE_ID.fullmatch(setting) else ""


EVERY = timedelta(minutes=3)
EVERY_FEW_MINUTES = timedelta(minutes=5)
EVERY_HOUR = timedelta(hours=1)


class Connections(msgspec.Struct, frozen=True, kw_only=True):
    """The outside sources of an engine; none if everything is kept in it."""

    papers: tuple[DocumentSync, ...] = ()
    sheet: SheetSync | None = None
    calendar: CalendarSync | None = None
    appointments: AppointmentCalendar | None = None
    push: CalendarPush | None = None
    appointments_sheet: AppointmentsSync | None = None

    def where(self, name: str) -> str:
        """Return where a source is edited: `rules`, `sheet` and so on; empty if that is here."""
        known: dict[str, str] = {paper.name: paper.where for paper in self.papers}
        if self.sheet is not None:
            known["sheet"] = self.sheet.where
        if self.calendar is not None:
            known["calendar"] = self.calendar.where
        if self.appointments_sheet is not None:
            known[APPOINTMENTS_SHEET] = self.appointments_sheet.where
        if self.appointments is not None:
            known[APPOINTMENTS] = self.appointments.where
        if self.push is not None:
            known[PUSH] = self.push.where
        return known.get(name, "")

    def look_after(self, engine: Engine) -> None:
        """Add the periodic tasks, documents first, because sheets are read by their rules.

        Changes of a list are written to its sheet at once. The calendar of appointments is read
        every hour, and when Google reports a change.
        """
        now = engine.now()
        for paper in self.papers:
            engine.tasks.add(PeriodicTask(paper.name, EVERY, paper.run), now)
        if self.sheet is not None:
            engine.tasks.add(PeriodicTask("sheet", EVERY, self.sheet.run, watches=SCOPE), now)
        if self.calendar is not None:
            engine.tasks.add(PeriodicTask("calendar", EVERY, self.calendar.run), now)
        if self.appointments_sheet is not None:
            work = self.appointments_sheet.run
            engine.tasks.add(
                PeriodicTask(APPOINTMENTS_SHEET, EVERY_FEW_MINUTES, work, watches=OF_APPOINTMENTS),
                now,
            )
        if self.push is not None:
            engine.tasks.add(PeriodicTask("push", EVERY_HOUR, self.push.renew), now)
        if self.appointments is not None:
            engine.tasks.add(
                PeriodicTask(APPOINTMENTS, EVERY_HOUR, self.appointments.run, watches=APPOINTMENTS),
                now,
            )


NOTHING = Connections()
