"""A small salon with a sheet for tests: the real rules, a store in memory, a clock moved by hand, a sheet in memory."""

import asyncio
from collections.abc import Coroutine
from datetime import timedelta
from itertools import count
from typing import Any, TypeVar

from fullhouse.engine.execute import Order
from fullhouse.engine.house import House, ring_due
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
from fullhouse.lanes.syncing.looking import Report
from fullhouse.lanes.syncing.waitlist.headings import columns_of
from fullhouse.lanes.syncing.waitlist.sheet import SheetSync
from fullhouse.platforms.virtual.clock import VirtualClock
from fullhouse.platforms.virtual.files import MemoryFiles
from fullhouse.platforms.virtual.staff import VirtualStaff
from fullhouse.platforms.virtual.store import MemoryStore
from fullhouse.products.waitlist.commands import ClaimSlot, DeclineSlot, FreeSlot, Join
from fullhouse.products.waitlist.model import Entry, EntryPage, Slot, SlotOffer, offer_key
from tests.building import check_audit, there
from tests.products.waitlist.salon import NOON, RULES_TEXT

T = TypeVar("T")
HEAD = ("Name", "Phone", "Email", "Service", "Party", "Latest", "Staff", "Priority", "Joined")
ANNA = ("Anna", "0151 10000001", "", "Cut", "", "", "", "", "")
BEN = ("Ben", "", "ben@example.org", "Colour", "2", "", "Jess", "1", "2026-06-18")
CLEO = ("Cleo", "0151 10000003", "", "cut", "", "2026-07-01", "", "", "")


def table(*rows: tuple[str, ...], head: tuple[str, ...] = HEAD) -> Table:
    return table_of(enumerate([head, *rows], 1))


def at_once(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


class Ids:
    """Ids in order, as the real ones are: they begin with the time."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def new(self) -> str:
        return f"k{next(self._numbers):05d}xyz"


class FrontDesk:
    """One business with a sheet."""

    def __init__(self, *rows: tuple[str, ...], sheet: Sheet | None = None, rules: str = RULES_TEXT) -> None:
        self.store, self.files = MemoryStore(), MemoryFiles()
        self.clock = VirtualClock(there(NOON))
        staff = VirtualStaff(self.store, self.clock, self._decided, self._carried)
        self.house = House(staff, self.clock, Ids(), Keyring((Key("k", b"x" * 32),)), "http://salon")
        self.sheet: Any = sheet or MemorySheet(table(*rows))
        self.sync = SheetSync(self.house, self.sheet, self.files, "list")
        self.letters: list[Message] = []
        self.give(SaveDocument(name="rules", text=rules))

    def _decided(self, _order: Order, _decision: Decision) -> None:
        check_audit(self.store)

    def _carried(self, message: Message, _letter: Letter) -> None:
        self.letters.append(message)

    # What people do.

    def give(self, command: Command) -> Any:  # noqa: ANN401 - each command has its own answer
        return at_once(self.house.order(command, "someone"))

    def join(self, name: str, **fields: Any) -> Entry:  # noqa: ANN401 - fields of the command
        usual = {"name": name.title(), "email": f"{name}@example.org", "service": "Cut"}
        entry: Entry = self.give(Join(entry_id=name, **{**usual, **fields})).entry
        return entry

    def book(self, name: str) -> Slot:
        """Free a slot that fits them, let everyone before them decline, and let them claim it."""
        entry = self.named(name)
        number = len(self.store.shelf(Slot))
        slot_id, starts_at = f"slot{number}", self.clock.now() + timedelta(hours=2, minutes=number)
        fits: dict[str, Any] = {"service": entry.service, "staff": entry.staff, "party_capacity": entry.party}
        self.give(FreeSlot(slot_id=slot_id, starts_at=starts_at, **fits))
        for seq in count(1):
            at_once(ring_due(self.house))
            offer = self.store.load(Get(SlotOffer, offer_key(slot_id, seq)))
            assert offer is not None
            if offer.entry_id == entry.id:
                break
            self.give(DeclineSlot(slot_id=slot_id, seq=seq, entry_id=offer.entry_id))
        answer = self.give(ClaimSlot(slot_id=slot_id, seq=seq, entry_id=entry.id))
        assert answer.code == "booked"
        found: Slot = answer.slot
        return found

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

    def names(self) -> list[str]:
        return [row.cells[0] for row in self.table.rows]

    def waiting(self) -> tuple[Entry, ...]:
        return self.house.load(EntryPage("waiting", limit=1000))

    def on_the_list(self) -> list[str]:
        return sorted(one.name for one in self.waiting())

    def everyone(self) -> list[tuple[str, str]]:
        return sorted((one.name, one.state) for one in self.house.load(EntryPage(limit=1000)))

    def named(self, name: str) -> Entry:
        """The newest entry of this name."""
        everyone: tuple[Entry, ...] = self.house.load(EntryPage(limit=1000))
        return next(one for one in reversed(everyone) if one.name == name)

    def known(self) -> External:
        found = self.house.load(Get(External, ("sheet",)))
        assert found is not None
        return found
