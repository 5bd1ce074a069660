"""Staff who rename services in the rules, and customers who change what is edited in the sheet."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.inbound import rules_in_use
from fullhouse.inbound.rules_in_use import InUse, Renaming
from fullhouse.inbound.spreadsheets.table import Edits, Row, apply
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.documents import Document, SaveDocument, rulebook_of
from fullhouse.products.frontdesk.shared.rulebook.document import parse_rules
from fullhouse.products.frontdesk.waitlist import commands
from fullhouse.products.frontdesk.waitlist.model import Entry
from sim.frontdesk.sheets import people
from sim.frontdesk.sheets.names import is_called, next_name
from sim.frontdesk.sheets.people import SheetSalon, keys_in
from sim.frontdesk.sheets.renames import FILE, OWNER, RenamesView, users
from sim.frontdesk.sheets.row_edits import CUSTOMER, RowEditsView
from sim.frontdesk.waitlist.rules_text import HouseRules, written

if TYPE_CHECKING:
    from sim.world import World

# What is done beside everything else, and how often; these are drawn apart from the others.
BESIDE: dict[str, float] = {
    "edit_beside": 8,
    "change_wish": 4,
    "rename_service": 4,
    "write_rules_file": 2,
}
OFTEN = 0.4


class EditedSalon(SheetSalon):
    """A salon whose rows and rules are edited while its customers act."""

    deeds: Mapping[str, float] = people.DEEDS | BESIDE

    def __init__(self, world: "World", rules: HouseRules) -> None:
        """Draw these actions from a generator of their own."""
        super().__init__(world, rules)
        self.other = world.chance.of("edits beside")

    @property
    def rows(self) -> RowEditsView:
        """The edits of staff in the rows."""
        return self.world.watch.book.view(RowEditsView)

    @property
    def renames(self) -> RenamesView:
        """The people who used the services that staff edit in the rules."""
        return self.world.watch.book.view(RenamesView)

    def act_now(self) -> None:
        """Do one thing, and often one of these beside it."""
        super().act_now()
        if self.other.random() < OFTEN:
            names, weights = zip(*BESIDE.items(), strict=True)
            self.do(self.other.choices(names, weights)[0])

    # Rows of the sheet.

    def edit_row(self) -> None:
        """Change the service of a row, and let the checker know."""
        rows = self.sheet.table.rows
        if rows:
            self.type_service(self.draw.choice(rows), self._service())

    def type_service(self, row: Row, service: str) -> Entry | None:
        """Type a service into a row; return the entry that it shows."""
        entry = self.desk.entries.get(self.sheet.table.cell(row, "Key"))
        self.rows.types(entry, self.sheet.table.cell(row, "Service"), service)
        self.sheet.table = apply(self.sheet.table, Edits({row.number: {"Service": service}}))
        return entry

    def edit_beside(self) -> None:
        """Change the service of a row while its customer changes something, or leaves."""
        keyed = [row for row in self.sheet.table.rows if self.sheet.table.cell(row, "Key")]
        if not keyed:
            return
        entry = self.type_service(self.other.choice(keyed), self._other_service())
        if entry is None or entry.state != "waiting":
            return
        if self.other.random() < 0.15:
            self.world.ask(commands.LeaveWaitlist(entry_id=entry.id), CUSTOMER)
        elif self.other.random() < 0.8:
            self._changes(entry)

    def change_wish(self) -> None:
        """Let a customer change what they wait for."""
        waiting = [one for one in self.desk.entries.values() if one.state == "waiting"]
        if waiting:
            self._changes(self.other.choice(waiting))

    def _changes(self, entry: Entry) -> None:
        wish: dict[str, Any] = self.other.choice(
            ({"service": self._other_service()}, {"party": self.other.choice((1, 2, 3))})
        )
        self.world.ask(commands.EditEntry(entry_id=entry.id, source="form", **wish), CUSTOMER)

    def _other_service(self) -> str:
        return self.other.choice([name for name, _ in self.desk.rules.services] or ["Cut"])

    def _remove(self, count: int) -> None:
        super()._remove(count)
        self.rows.keeps(keys_in(self.sheet.table))

    def undo_sheet(self) -> None:
        """Put the sheet back as it was; what was typed since is undone."""
        super().undo_sheet()
        self.rows.puts_back()

    def sync_sheet(self) -> None:
        """Sync the sheet: it has to find what was typed until now."""
        if not self.is_syncing:
            self.rows.begins()
        super().sync_sheet()

    # The rules.

    def rename_service(self) -> None:
        """Give a service another name, and say at the desk that it is the same one."""
        services = self.desk.rules.services
        if services:
            self.rename(self.other.choice(services)[0])

    def rename(self, old: str) -> None:
        """Rename a service as the desk does, in a process that may die."""
        new = next_name(old)
        services = tuple(
            (new if name == old else name, minutes) for name, minutes in self.desk.rules.services
        )
        text = written(msgspec.structs.replace(self.desk.rules, services=services))
        self._edit_rules((old,), lambda engine: self._renamed(engine, text, old, new))

    async def _renamed(self, engine: Engine, text: str, old: str, new: str) -> None:
        found = await _lacking(engine, text)
        renamings = [Renaming(one, new) for one in found if _is_service(one, old)]
        former = tuple(renaming.former for renaming in renamings)
        await engine.execute_step(SaveDocument(name="rules", text=text, renamed=former), OWNER)
        if not await rules_in_use.rename(engine, renamings, OWNER):
            self.renames.went_through(self.desk, old)

    def write_rules_file(self) -> None:
        """Drop a service in a file of the rules, if another is left: nobody is asked."""
        services = list(self.desk.rules.services)
        if len(services) > 1:
            services.remove(self.other.choice(services))
            self.write_file(tuple(services))

    def write_file(self, services: tuple[tuple[str, int], ...]) -> None:
        """Write a file of the rules with these services."""
        names = [name for name, _ in self.desk.rules.services]
        text = written(msgspec.structs.replace(self.desk.rules, services=services))
        self._edit_rules(names, lambda engine: _from_file(engine, text))

    def _edit_rules(self, names: Sequence[str], run: Callable[[Engine], Awaitable[None]]) -> None:
        """Edit the rules in a process of its own; syncs wait for it, commands do not."""
        if not self.is_syncing:
            self.renames.begins(users(self.desk, names, self.world.now))
            self._sync(run)


async def _lacking(engine: Engine, text: str) -> list[InUse]:
    before = rulebook_of(engine.load(Get(Document, ("rules",))))
    return await rules_in_use.lacking(engine, before, parse_rules(text).rulebook)


def _is_service(one: InUse, name: str) -> bool:
    return one.kind == "service" and is_called(one.name, name)


async def _from_file(engine: Engine, text: str) -> None:
    command = SaveDocument(name="rules", text=text, source="file")
    await engine.execute_step(await rules_in_use.with_doubts(engine, command), FILE)
