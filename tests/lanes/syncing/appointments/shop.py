"""A small salon whose appointments stand in a sheet: the real rules, a store and a sheet in memory, a clock by hand."""

from datetime import timedelta
from typing import Any

from fullhouse.engine.execute import Order
from fullhouse.engine.house import House
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.documents import SaveDocument
from fullhouse.kernel.externals import External
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.links import Key, Keyring
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.lanes.sheets.port import MemorySheet, Sheet
from fullhouse.lanes.sheets.table import Edits, Row, Table, apply, table_of
from fullhouse.lanes.syncing.appointments.headings import columns_of
from fullhouse.lanes.syncing.appointments.sheet import NAME, AppointmentsSync
from fullhouse.lanes.syncing.looking import Report
from fullhouse.platforms.virtual.clock import VirtualClock
from fullhouse.platforms.virtual.files import MemoryFiles
from fullhouse.platforms.virtual.staff import VirtualStaff
from fullhouse.platforms.virtual.store import MemoryStore
from fullhouse.products.appointments.commands import Book, Cancel, Confirm, Reschedule
from fullhouse.products.appointments.model import Appointment, AppointmentPage
from tests.building import check_audit, there
from tests.lanes.syncing.front_desk import Ids, at_once

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


def table(*rows: tuple[str, ...], head: tuple[str, ...] = HEAD) -> Table:
    return table_of(enumerate([head, *rows], 1))


class Shop:
    """One business with a sheet of appointments."""

    def __init__(self, *rows: tuple[str, ...], sheet: Sheet | None = None, rules: str = RULES_TEXT) -> None:
        self.store, self.files = MemoryStore(), MemoryFiles()
        self.clock = VirtualClock(there(NOON))
        staff = VirtualStaff(self.store, self.clock, self._decided, self._carried)
        self.house = House(staff, self.clock, Ids(), Keyring((Key("k", b"x" * 32),)), "http://salon")
        self.sheet: Any = sheet or MemorySheet(table(*rows))
        self.letters: list[Message] = []
        self.give(SaveDocument(name="rules", text=rules))
        self.restart()

    def restart(self) -> None:
        """A new process knows nothing but what was kept."""
        self.sync = AppointmentsSync(self.house, self.sheet, self.files, "list")

    def _decided(self, _order: Order, _decision: Decision) -> None:
        check_audit(self.store)

    def _carried(self, message: Message, _letter: Letter) -> None:
        self.letters.append(message)

    # What people do.

    def give(self, command: Command) -> Any:  # noqa: ANN401 - each command has its own answer
        return at_once(self.house.order(command, "someone"))

    def book(self, name: str, start: str, **fields: Any) -> Appointment:  # noqa: ANN401 - fields of the command
        """Book someone at the desk."""
        usual = {"name": name.title(), "email": f"{name}@example.org", "service": "Cut", "staff": "Jess"}
        made = Book(appointment_id=name, **{**usual, **fields}, starts_at=there(start))
        answer: Appointment = self.give(made).appointment
        return answer

    def confirm(self, name: str) -> None:
        """Let a customer confirm by a link."""
        one = self.named(name)
        assert self.give(Confirm(appointment_id=one.id, chain=one.chain, reply=f"confirm-{one.chain}-24"))

    def cancel(self, name: str) -> None:
        """Let a customer cancel by a link."""
        one = self.named(name)
        answer = self.give(Cancel(appointment_id=one.id, chain=one.chain, reply=f"cancel-{one.chain}-24"))
        assert answer.code == "cancelled"

    def reschedule(self, name: str, start: str) -> None:
        """Let a customer pick another time."""
        one = self.named(name)
        reply, pick = f"reschedule-{one.chain}-24", there(start)
        command = Reschedule(
            appointment_id=one.id, chain=one.chain, reply=reply, starts_at=pick, staff=one.staff or "Sam"
        )
        assert self.give(command).code == "rescheduled"

    def run(self) -> Report:
        return at_once(self.sync.run())

    def later(self, **by: float) -> None:
        self.clock.move_to(self.clock.now() + timedelta(**by))

    # What staff do in the sheet.

    def change(self, name: str, **cells: str) -> None:
        """Change cells of someone's row, by the headings."""
        self.sheet.table = apply(self.table, Edits({self.row(name).number: cells}))

    def add(self, *cells: str) -> None:
        named = dict(zip(self.table.headers, cells, strict=False))
        self.sheet.table = apply(self.table, Edits(appended=(named,)))

    def remove(self, *names: str) -> None:
        self.sheet.table = apply(self.table, Edits(removed=frozenset(self.row(name).number for name in names)))

    # What is there.

    @property
    def table(self) -> Table:
        found: Table = self.sheet.read()
        return found

    def row(self, name: str) -> Row:
        return next(row for row in self.table.rows if row.cells[0] == name)

    def cell(self, name: str, field: str) -> str:
        return columns_of(self.table, "en").cell(self.row(name), field)

    def cells(self, name: str, *fields: str) -> list[str]:
        return [self.cell(name, field) for field in fields]

    def names(self) -> list[str]:
        return [row.cells[0] for row in self.table.rows]

    def everyone(self) -> list[tuple[str, str]]:
        return sorted((one.name, one.status) for one in self.house.load(AppointmentPage(limit=1000)))

    def named(self, name: str) -> Appointment:
        """The newest appointment of this name."""
        everyone: tuple[Appointment, ...] = self.house.load(AppointmentPage(limit=1000))
        return max((one for one in everyone if one.name == name), key=lambda one: one.made_at)

    def starts(self, name: str) -> str:
        """When someone is expected, in UTC."""
        return f"{self.named(name).starts_at:%Y-%m-%d %H:%M}"

    def known(self) -> External:
        found = self.house.load(Get(External, (NAME,)))
        assert found is not None
        return found
