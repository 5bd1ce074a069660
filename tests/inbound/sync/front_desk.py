"""A small salon with a sheet for tests: real rules, a store, a clock and a sheet in memory."""

from datetime import timedelta
from itertools import count
from typing import Any

from fullhouse.engine.worker import run_due_alarms
from fullhouse.inbound.spreadsheets.port import MemorySheet, Sheet, SheetDown
from fullhouse.inbound.spreadsheets.table import Edits, Table, table_of
from fullhouse.inbound.sync.waitlist_sheet.sync import SheetSync
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.waitlist.commands import (
    ClaimSlot,
    DeclineSlot,
    FreeSlot,
    JoinWaitlist,
)
from fullhouse.products.frontdesk.waitlist.model import Entry, EntryPage, Slot, SlotOffer, offer_key
from tests.inbound.sync.business import Business, at_once
from tests.products.frontdesk.waitlist.salon import NOON, RULES_TEXT

HEAD = ("Name", "Phone", "Email", "Service", "Party", "Latest", "Staff", "Priority", "Joined")
ANNA = ("Anna", "0151 10000001", "", "Cut", "", "", "", "", "")
BEN = ("Ben", "", "ben@example.org", "Colour", "2", "", "Jess", "1", "2026-06-18")
CLEO = ("Cleo", "0151 10000003", "", "cut", "", "2026-07-01", "", "", "")


def table(*rows: tuple[str, ...], head: tuple[str, ...] = HEAD) -> Table:
    return table_of(enumerate([head, *rows], 1))


class FrontDesk(Business):
    """One business with a sheet."""

    def __init__(
        self, *rows: tuple[str, ...], sheet: Sheet | None = None, rules: str = RULES_TEXT
    ) -> None:
        super().__init__(NOON, sheet or MemorySheet(table(*rows)), rules)

    def restart(self) -> None:
        self.sync = SheetSync(self.engine, self.sheet, self.files, "list")

    # What people do.

    def join(self, name: str, **fields: Any) -> Entry:
        usual = {"name": name.title(), "email": f"{name}@example.org", "service": "Cut"}
        entry: Entry = self.give(JoinWaitlist(entry_id=name, **{**usual, **fields})).entry
        return entry

    def book(self, name: str) -> Slot:
        """Free a slot that fits them, let everyone before them decline, and let them claim it."""
        entry = self.named(name)
        number = len(self.store.shelf(Slot))
        slot_id, starts_at = f"slot{number}", self.clock.now() + timedelta(hours=2, minutes=number)
        fits: dict[str, Any] = {
            "service": entry.service,
            "staff": entry.staff,
            "party_capacity": entry.party,
        }
        self.give(FreeSlot(slot_id=slot_id, starts_at=starts_at, **fits))
        for seq in count(1):
            at_once(run_due_alarms(self.engine))
            offer = self.store.load(Get(SlotOffer, offer_key(slot_id, seq)))
            assert offer is not None
            if offer.entry_id == entry.id:
                break
            self.give(DeclineSlot(slot_id=slot_id, seq=seq, entry_id=offer.entry_id))
        answer = self.give(ClaimSlot(slot_id=slot_id, seq=seq, entry_id=entry.id))
        assert answer.code == "booked"
        found: Slot = answer.slot
        return found

    # What is there.

    def waiting(self) -> tuple[Entry, ...]:
        return self.engine.load(EntryPage("waiting", limit=1000))

    def on_the_list(self) -> list[str]:
        return sorted(one.name for one in self.waiting())

    def everyone(self) -> list[tuple[str, str]]:
        return sorted((one.name, one.state) for one in self.engine.load(EntryPage(limit=1000)))

    def named(self, name: str) -> Entry:
        """The newest entry of this name."""
        everyone: tuple[Entry, ...] = self.engine.load(EntryPage(limit=1000))
        return next(one for one in reversed(everyone) if one.name == name)


def refuses(_edits: Edits, _seen: str) -> None:
    """Write nothing, as a sheet that is open elsewhere."""
    raise SheetDown("It is open in Excel.")
