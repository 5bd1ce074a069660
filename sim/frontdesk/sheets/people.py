"""Staff who edit a sheet and a calendar, and wipe them by mistake, beside customers who act."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar, cast

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import Invocation
from fullhouse.inbound.calendar_feeds.occurrence import Occurrence, made_of
from fullhouse.inbound.spreadsheets.port import MemorySheet
from fullhouse.inbound.spreadsheets.table import Edits, Table, apply, table_of
from fullhouse.inbound.sync.calendar_sources import CalendarSnapshot, Span
from fullhouse.inbound.sync.waitlist_calendar.sync import CalendarSync
from fullhouse.inbound.sync.waitlist_sheet.sync import SheetSync
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.records import Need
from fullhouse.platforms.memory.files import MemoryFiles
from fullhouse.products.frontdesk.refill.removal_questions import DecideRemoval
from fullhouse.products.frontdesk.shared.held_removals import HeldRemoval
from fullhouse.products.frontdesk.waitlist.model import Entry
from sim.clocks import days, hours, minutes
from sim.faults import Crash
from sim.frontdesk.sheets.removals import SyncView
from sim.frontdesk.waitlist.people import Salon
from sim.frontdesk.waitlist.rules_text import HouseRules
from sim.frontdesk.waitlist.waitlist_view import Desk

if TYPE_CHECKING:
    from sim.world import Process, World

T = TypeVar("T")
HEAD = ("Name", "Phone", "Email", "Service", "Status", "Key")
DEEDS: dict[str, float] = {
    "join": 14,
    "leave": 3,
    "erase": 1,
    "free": 3,
    "claim": 3,
    "add_rows": 8,
    "edit_row": 4,
    "remove_rows": 8,
    "wipe_sheet": 5,
    "undo_sheet": 5,
    "sync_sheet": 24,
    "book_times": 8,
    "cancel_times": 6,
    "wipe_calendar": 3,
    "undo_calendar": 4,
    "sync_calendar": 16,
    "decide": 12,
}


class Watched(MemorySheet):
    """A sheet that tells the checker when it is read, and when rows are written."""

    def __init__(self, desk: Callable[[], Desk], syncs: Callable[[], SyncView]) -> None:
        """Begin with the headings."""
        super().__init__(table_of(enumerate([HEAD], 1)))
        self.desk, self.syncs = desk, syncs

    def read(self) -> Table:
        known = {one.id for one in self._waiting() if not one.unwritten}
        self.syncs().begins(known, self._shown())
        return super().read()

    def write(self, edits: Edits, seen: str) -> None:
        super().write(edits, seen)
        self.syncs().is_there(self._shown())

    def _waiting(self) -> list[Entry]:
        return [one for one in self.desk().entries.values() if one.state == "waiting"]

    def _shown(self) -> set[str]:
        """Return who has a row: by its key, or by name and address if the row has no key yet."""
        people = people_in(self.table)
        return keys_in(self.table) | {
            one.id for one in self._waiting() if (one.name, one.email) in people
        }


def keys_in(table: Table) -> set[str]:
    """Return the keys of all rows."""
    if "Key" not in table.headers:
        return set()
    at = table.headers.index("Key")
    return {row.cells[at] for row in table.rows if len(row.cells) > at and row.cells[at]}


def people_in(table: Table) -> set[tuple[str, str]]:
    """Return the names and addresses in rows without a key."""
    rows = [dict(zip(table.headers, row.cells, strict=False)) for row in table.rows]
    return {(row["Name"], row["Email"]) for row in rows if not row.get("Key") and "Email" in row}


class Times:
    """A calendar of bookings that tells the checker when it is looked at."""

    def __init__(self, syncs: Callable[[], SyncView]) -> None:
        """Begin with an empty one."""
        self.syncs = syncs
        self.events: dict[str, Occurrence] = {}

    def look(self, _span: Span, _memo: str) -> CalendarSnapshot:
        self.syncs().begins((), {_ref(one) for one in self.events.values()})
        return CalendarSnapshot(tuple(self.events.values()))


class Dying:
    """Executes the commands of one sync in its process; once that has died, none of them."""

    def __init__(self, world: "World", process: "Process") -> None:
        """Run in a process."""
        self.world, self.process, self.dead = world, process, False

    async def execute(self, invocation: Invocation) -> Decision:
        if self.dead:
            raise Crash
        try:
            return self.process.give(invocation)
        except BaseException:
            self.dead = True
            raise

    def load(self, need: Need[T]) -> T:
        return self.world.store.inner.load(need)

    def wake_tasks(self) -> None:
        """Nothing sleeps here."""


class Ids:
    """New ids of a world."""

    def __init__(self, world: "World") -> None:
        """Take them from a world."""
        self.world = world

    def new(self) -> str:
        return self.world.new_id()


class SheetSalon(Salon):
    """A salon with a sheet and a calendar."""

    deeds: Mapping[str, float] = DEEDS

    def __init__(self, world: "World", rules: HouseRules) -> None:
        """Connect both."""
        super().__init__(world, rules)
        names, weights = zip(*DEEDS.items(), strict=True)
        self.names, self.weights = names, weights
        self.draw = world.chance.of("sheets")
        self.sheet, self.files = Watched(lambda: self.desk, self._view), MemoryFiles()
        self.calendar = Times(self._view)
        self.old_sheet, self.old_events = self.sheet.table, dict(self.calendar.events)
        self.is_syncing = False

    def _view(self) -> SyncView:
        return self.world.watch.book.view(SyncView)

    # What staff do in the sheet.

    def add_rows(self) -> None:
        """Write a few people into the sheet."""
        rows = []
        for _ in range(self.draw.choice((1, 2, 4))):
            name = self._new("n")
            cells = {"Name": name, "Email": f"{name}@example.org", "Service": self._service()}
            rows.append(cells)
        self.sheet.table = apply(self.sheet.table, Edits(appended=tuple(rows)))

    def edit_row(self) -> None:
        """Change the service of a row."""
        rows = self.sheet.table.rows
        if rows:
            cells = {self.draw.choice(rows).number: {"Service": self._service()}}
            self.sheet.table = apply(self.sheet.table, Edits(cells))

    def remove_rows(self) -> None:
        """Delete one row or two, or many by a slip."""
        self._remove(self.draw.choice((1, 1, 1, 2, 2, 3, 5)))

    def wipe_sheet(self) -> None:
        """Delete all rows, or nearly all."""
        self._remove(len(self.sheet.table.rows) - self.draw.choice((0, 0, 1)))

    def _remove(self, count: int) -> None:
        rows = self.sheet.table.rows
        some = self.draw.sample(range(len(rows)), max(0, min(count, len(rows))))
        self.old_sheet = self.sheet.table
        numbers = frozenset(rows[at].number for at in some)
        self.sheet.table = apply(self.sheet.table, Edits(removed=numbers))

    def undo_sheet(self) -> None:
        """Put the sheet back as it was before rows were deleted."""
        self.sheet.table = self.old_sheet

    def sync_sheet(self) -> None:
        """Sync the sheet, in a process that may die."""
        self._sync(lambda engine: SheetSync(engine, self.sheet, self.files).run())

    # What staff do in the calendar.

    def book_times(self) -> None:
        """Write a few bookings into the calendar."""
        for _ in range(self.draw.choice((1, 3, 6))):
            uid = self._new("u")
            starts = self.world.now + days(2) + hours(self.draw.randrange(100))
            span = (starts, starts + minutes(30))
            summary = f"{self._service()} with {self._staff()}"
            self.calendar.events[uid] = made_of(uid, span, summary, "", cancelled=False)

    def cancel_times(self) -> None:
        """Delete one booking or two, or more."""
        self._cancel(self.draw.choice((1, 1, 2, 3)))

    def wipe_calendar(self) -> None:
        """Delete all bookings."""
        self._cancel(len(self.calendar.events))

    def _cancel(self, count: int) -> None:
        self.old_events = dict(self.calendar.events)
        names = sorted(self.calendar.events)
        for uid in self.draw.sample(names, min(count, len(names))):
            del self.calendar.events[uid]

    def undo_calendar(self) -> None:
        """Put the calendar back as it was before bookings were deleted."""
        self.calendar.events = dict(self.old_events)

    def sync_calendar(self) -> None:
        """Sync the calendar, in a process that may die."""
        self._sync(lambda engine: CalendarSync(engine, self.calendar).run())

    def decide(self) -> None:
        """Answer an open question, as it is or as it was."""
        held = self.world.watch.book.find(HeldRemoval, (self.draw.choice(("sheet", "calendar")),))
        if held is not None:
            rev = held.rev - int(self.draw.random() < 0.1)
            keep = self.draw.random() < 0.5
            self.ask(DecideRemoval(source=held.id, rev=rev, keep=keep), "staff")

    def _sync(self, run: Callable[[Engine], Awaitable[object]]) -> None:
        """Run a sync; one at a time, as the house does."""
        if self.is_syncing:
            return
        self.is_syncing = True
        try:
            self.world.run(lambda process: asyncio.run(self._ran(run, process)))
        finally:
            self.is_syncing = False

    async def _ran(self, run: Callable[[Engine], Awaitable[object]], process: "Process") -> None:
        executor = cast("Any", Dying(self.world, process))
        clock = cast("Any", process)
        await run(Engine(executor, clock, Ids(self.world), cast("Any", None)))


def _ref(event: Occurrence) -> str:
    starts: datetime = event.starts_at.replace(second=0, microsecond=0)
    return f"{event.uid} {starts:%Y%m%dT%H%MZ}"
