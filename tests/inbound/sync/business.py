"""A business with a list in a sheet for tests: a store, a clock and a sheet in memory."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Coroutine
from datetime import timedelta
from itertools import count
from typing import Any, TypeVar

from fullhouse.engine.composing import Composer
from fullhouse.engine.core import Engine
from fullhouse.engine.ports import Invocation
from fullhouse.engine.urls import one_address
from fullhouse.inbound.spreadsheets.port import Sheet
from fullhouse.inbound.spreadsheets.table import Edits, Row, Table, apply
from fullhouse.inbound.sync.sheet_sync import ListSync
from fullhouse.inbound.sync.sync_run import SheetSyncReport
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.links import Key, Keyring
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.platforms.memory.executor import InMemoryExecutor
from fullhouse.platforms.memory.files import MemoryFiles
from fullhouse.platforms.memory.store import MemoryStore
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.shared.external_sources import ExternalSource
from tests.support.rsvp_world import check_audit, there

T = TypeVar("T")


def at_once(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


class Ids:
    """Ids in order, as the real ones are: they begin with the time."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def new(self) -> str:
        return f"k{next(self._numbers):05d}xyz"


class Business(ABC):
    """One business with a sheet under the real rules; each subclass names its list."""

    sync: ListSync[Any, Any, Any]

    def __init__(self, noon: str, sheet: Sheet, rules: str) -> None:
        self.store, self.files = MemoryStore(), MemoryFiles()
        self.clock = VirtualClock(there(noon))
        executor = InMemoryExecutor(self.store, self.clock, self._decided, self._carried)
        composer = Composer(one_address("http://salon"), Keyring((Key("k", b"x" * 32),)))
        self.engine = Engine(executor, self.clock, Ids(), composer)
        self.sheet: Any = sheet
        self.letters: list[Message] = []
        self.give(SaveDocument(name="rules", text=rules))
        self.restart()

    @abstractmethod
    def restart(self) -> None:
        """A new process knows nothing but what was kept."""

    def _decided(self, _order: Invocation, _decision: Decision) -> None:
        check_audit(self.store)

    def _carried(self, message: Message, _letter: Letter) -> None:
        self.letters.append(message)

    def give(self, command: Command) -> Any:
        return at_once(self.engine.execute_step(command, "someone"))

    def run(self) -> SheetSyncReport:
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
        self.sheet.table = apply(
            self.table, Edits(removed=frozenset(self.row(name).number for name in names))
        )

    # What stands in the sheet.

    @property
    def table(self) -> Table:
        found: Table = self.sheet.read()
        return found

    def row(self, name: str) -> Row:
        return next(row for row in self.table.rows if row.cells[0] == name)

    def cell(self, name: str, field: str) -> str:
        return self.sync.listed.columns(self.table, "en").cell(self.row(name), field)

    def cells(self, name: str, *fields: str) -> list[str]:
        return [self.cell(name, field) for field in fields]

    def names(self) -> list[str]:
        return [row.cells[0] for row in self.table.rows]

    def known(self) -> ExternalSource:
        """What is known of the sheet."""
        found = self.engine.load(Get(ExternalSource, (self.sync.listed.name,)))
        assert found is not None
        return found
