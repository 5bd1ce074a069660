"""Interface of a sheet that staff edit, its errors, and a sheet in memory."""

from typing import Protocol

from fullhouse.inbound.spreadsheets.table import Edits, Table, apply, fingerprint


class SheetChanged(Exception):
    """The sheet was changed since it was read. Nothing was written; read it again."""


class SheetDown(Exception):
    """The sheet cannot be reached or changed now. `reason` is a sentence for staff."""

    def __init__(self, reason: str) -> None:
        """Keep the reason."""
        super().__init__(reason)
        self.reason = reason


class SheetEmpty(SheetDown):
    """The sheet has nothing in it, though it was read before."""


class Sheet(Protocol):
    """A table of an outside source. One that cannot be understood raises `Invalid`."""

    def version(self) -> str:
        """Return the current version, which only changes with the content; cheap, asked often."""

    def read(self) -> Table:
        """Return all of it."""

    def write(self, edits: Edits, seen: str) -> None:
        """Make all changes or none, if the sheet is still the version that was read."""


class MemorySheet:
    """A sheet in memory, for tests, the demo and the simulator."""

    def __init__(self, table: Table | None = None) -> None:
        """Begin with a table."""
        self.table = table or Table()
        self.down = ""

    def version(self) -> str:
        self._reach()
        return fingerprint(self.table)

    def read(self) -> Table:
        self._reach()
        return self.table

    def write(self, edits: Edits, seen: str) -> None:
        if self.version() != seen:
            raise SheetChanged
        self.table = apply(self.table, edits)

    def _reach(self) -> None:
        if self.down:
            raise SheetDown(self.down)
