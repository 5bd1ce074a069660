"""A small salon with appointments in a sheet: real rules, store and sheet in memory."""

from typing import Any

from fullhouse.inbound.spreadsheets.port import MemorySheet, Sheet
from fullhouse.inbound.spreadsheets.table import Table, table_of
from fullhouse.inbound.sync.appointment_sheet.sync import AppointmentsSync
from fullhouse.inbound.sync.sync_run import SheetSyncReport
from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.appointments.commands import (
    BookAppointment,
    CancelAppointment,
    ConfirmAppointment,
    Reschedule,
)
from fullhouse.products.frontdesk.appointments.model import Appointment, AppointmentPage
from tests.inbound.sync.business import Business
from tests.support.rsvp_world import there

# A Saturday at noon.
NOON = "2026-06-20 12:00"
RULES_TEXT = """\
Time zone: Europe/Berlin
Services
- Colour: 90 minutes, 120 EUR
- Cut: 45 minutes, 55 EUR; remind at 24 and 1 hours
Staff: Jess, Sam
Opening hours: Mon-Sat 09:00-18:00
Refill from the waitlist: no
"""
HEAD = ("Name", "Phone", "Email", "Service", "Staff", "Date", "Time")
ANNA = ("Anna", "0151 10000001", "", "Cut", "Jess", "2026-06-23", "14:00")
BEN = ("Ben", "", "ben@example.org", "colour", "Sam", "24.06.2026", "9:30")
CLEO = ("Cleo", "0151 10000003", "", "Cut", "", "2026-06-25", "10h")
YESTERDAY = ("Yves", "0151 10000004", "", "Cut", "Sam", "2026-06-19", "10:00")
NOTHING = SheetSyncReport()


def problems(report: SheetSyncReport) -> list[tuple[int, str]]:
    """List what cannot be read, by row and field."""
    return [(one.row, one.field) for one in report.problems]


def table(*rows: tuple[str, ...], head: tuple[str, ...] = HEAD) -> Table:
    return table_of(enumerate([head, *rows], 1))


class Shop(Business):
    """One business with a sheet of appointments."""

    def __init__(
        self, *rows: tuple[str, ...], sheet: Sheet | None = None, rules: str = RULES_TEXT
    ) -> None:
        super().__init__(NOON, sheet or MemorySheet(table(*rows)), rules)

    def restart(self) -> None:
        self.sync = AppointmentsSync(self.engine, self.sheet, self.files, "list")

    # What people do.

    def book(self, name: str, start: str, **fields: Any) -> Appointment:
        """Book someone at the desk."""
        usual = {
            "name": name.title(),
            "email": f"{name}@example.org",
            "service": "Cut",
            "staff": "Jess",
        }
        made = BookAppointment(appointment_id=name, **{**usual, **fields}, starts_at=there(start))
        answer: Appointment = self.give(made).appointment
        return answer

    def confirm(self, name: str) -> None:
        """Let a customer confirm by a link."""
        one = self.named(name)
        assert self.give(
            ConfirmAppointment(
                appointment_id=one.id, chain=one.chain, reply=f"confirm-{one.chain}-24"
            )
        )

    async def store_tap(self, name: str) -> None:
        """Let a customer confirm while a sync runs."""
        one = self.named(name)
        tap = ConfirmAppointment(appointment_id=one.id, chain=one.chain, reply="confirm-1-24")
        await self.engine.execute_step(tap, "customer")

    def cancel(self, name: str) -> None:
        """Let a customer cancel by a link."""
        one = self.named(name)
        answer = self.give(
            CancelAppointment(
                appointment_id=one.id, chain=one.chain, reply=f"cancel-{one.chain}-24"
            )
        )
        assert answer.code == "cancelled"

    def reschedule(self, name: str, start: str) -> None:
        """Let a customer pick another time."""
        one = self.named(name)
        reply, pick = f"reschedule-{one.chain}-24", there(start)
        command = Reschedule(
            appointment_id=one.id,
            chain=one.chain,
            reply=reply,
            starts_at=pick,
            staff=one.staff or "Sam",
        )
        assert self.give(command).code == "rescheduled"

    # What is there.

    def messages(self) -> list[Message]:
        """All messages, in the order in which they were decided."""
        return sorted(self.store.shelf(Message).values(), key=lambda message: message.queued_at)

    def everyone(self) -> list[tuple[str, str]]:
        return sorted(
            (one.name, one.status) for one in self.engine.load(AppointmentPage(limit=1000))
        )

    def named(self, name: str) -> Appointment:
        """The newest appointment of this name."""
        everyone: tuple[Appointment, ...] = self.engine.load(AppointmentPage(limit=1000))
        return max((one for one in everyone if one.name == name), key=lambda one: one.made_at)

    def starts(self, name: str) -> str:
        """When someone is expected, in UTC."""
        return f"{self.named(name).starts_at:%Y-%m-%d %H:%M}"
