"""A sheet that staff edit, wherever it is: what is asked of it, how it fails, and one that is only in memory."""

from typing import Protocol

from fullhouse.inbound.spreadsheets.table import Edits, Table, apply, fingerprint


class SheetChanged(Exception):
    """Someone changed the sheet since it was seen. Nothing was written; read it again, then decide again."""


class SheetDown(Exception):
    """The sheet cannot be reached or changed just now. Nothing was written; `reason` is a sentence for staff."""

    def __init__(self, reason: str) -> None:
        """Keep the reason."""
        super().__init__(reason)
        self.reason = reason


class Sheet(Protocol):
    """A table outside of the house. A table that cannot be understood is raised as `Unfit`, with a sentence."""

    def version(self) -> str:
        """Name the version that is there now; the same name means that nothing has changed. Cheap, asked often."""

    def read(self) -> Table:
        """Read all of it."""

    def write(self, edits: Edits, seen: str) -> None:
        """Make all of the changes or none, if the sheet is still the version that was seen."""


class MemorySheet:
    """A sheet that nobody else has: for tests, the demo and the simulator."""

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
