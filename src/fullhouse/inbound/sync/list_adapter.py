"""What a list has to know of itself to be kept in a sheet: its columns, whose a row is, what staff changed, its cells.

How a sheet is looked at, written and put back is the same for every list, and lives beside this.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.inbound.spreadsheets.table import Row, Table
from fullhouse.inbound.sync.columns import Columns
from fullhouse.inbound.sync.sheet_versions import Versions
from fullhouse.inbound.sync.sync_run import SyncRun
from fullhouse.products.frontdesk.shared.external_sources import RowProblem
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook


class ListedRecord(Protocol):
    """Someone on a list."""

    @property
    def id(self) -> str: ...
    @property
    def rev(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def unwritten(self) -> bool: ...
    @property
    def is_erased(self) -> bool: ...


class RowRead(Protocol):
    """A row that was read."""

    @property
    def number(self) -> int: ...
    @property
    def key(self) -> str: ...


T = TypeVar("T", bound=ListedRecord)
R = TypeVar("R", bound=RowRead)


class RowsMatched(msgspec.Struct, Generic[R]):
    """Rows by the id of whom they are, what is wrong, and whose names stand in rows that cannot be read.

    It is delicate if it is wrong where the sheet has changed since it was read.
    """

    rows: dict[str, R] = {}
    problems: list[RowProblem] = []
    unread_names: set[str] = set()
    is_delicate: bool = False


M = TypeVar("M", bound=RowsMatched[Any])


class ListAdapter(ABC, Generic[T, R, M]):
    """A list, row by row. What is known of its sheet goes by its `name`; if it `tidies`, old rows go at night."""

    name: ClassVar[str]
    versions: ClassVar[Versions]
    tidies: ClassVar[bool] = False
    no_headings: ClassVar[str]
    lost_many: ClassVar[str]

    def __init__(self, engine: Engine) -> None:
        """Know the house in which the list is."""
        self.engine = engine

    def columns(self, table: Table, language: str) -> Columns:
        """Understand a table by its headings."""
        return self.versions.columns_of(table, language)

    @abstractmethod
    def is_list(self, columns: Columns) -> bool:
        """Say whether there are columns enough for a list."""

    # What is on the list.

    @abstractmethod
    async def known(self) -> list[T]:
        """List all that rows may be about: whoever stands on the list, at least."""

    @abstractmethod
    def stands(self, one: T) -> bool:
        """Say whether someone stands on the list, and is off it when their row is removed."""

    @abstractmethod
    def is_pending(self) -> bool:
        """Say whether there is anything that the sheet does not show."""

    @abstractmethod
    async def unwritten(self) -> list[T]:
        """List all that the sheet does not show as it is."""

    @abstractmethod
    def named(self, rows: Sequence[R], known: Mapping[str, T]) -> dict[str, T]:
        """Find whom the keys of rows name, beside those who are known."""

    # From the sheet to the list.

    @abstractmethod
    def read(self, row: Row, columns: Columns, book: Rulebook) -> R:
        """Read one row."""

    @abstractmethod
    def match(self, look: SyncRun, rows: list[R], known: dict[str, T]) -> M:
        """Find out whose each row is; whoever is found beside those who are known is added to them."""

    @abstractmethod
    async def take_over(self, look: SyncRun, matched: M) -> dict[str, T]:
        """Let all that staff wrote take effect; return how those stand now whom it concerned."""

    @abstractmethod
    async def take_off(self, gone: Sequence[T]) -> int:
        """Take those off the list whose rows were removed; return how many."""

    # From the list to the sheet.

    @abstractmethod
    def status(self, one: T, book: Rulebook) -> str:
        """Say how someone stands."""

    @abstractmethod
    def cells(self, one: T, columns: Columns, book: Rulebook) -> dict[str, str]:
        """Write a whole row."""

    @abstractmethod
    def changed(self, one: T, row: Row, columns: Columns, book: Rulebook) -> dict[str, str]:
        """Write what a row says otherwise than the list."""

    @abstractmethod
    def is_stale(self, one: T, said: str, status: str) -> bool:
        """Say whether what a row says of how someone stands has to be written again."""

    @abstractmethod
    def marked(self, one: T, row: Row, columns: Columns, book: Rulebook) -> dict[str, str]:
        """Write the two cells that are ours, the key and the status, to a row that staff wrote."""

    @abstractmethod
    def is_shown(self, one: T) -> bool:
        """Say whether someone who has no row gets one."""

    @abstractmethod
    def place(self, one: T) -> tuple[Any, ...]:
        """Say where among new rows someone stands."""

    def is_tidied(self, _one: T, _before: datetime) -> bool:
        """Say whether someone was off the list before a time, so that their row is taken out."""
        return False

    @abstractmethod
    async def mark(self, several: Sequence[T]) -> int:
        """Note that these stand in the sheet as they are; return how many still did."""

    # Putting an earlier version back.

    @abstractmethod
    def owners_then(self, rows: Sequence[R], known: Sequence[T], then: datetime) -> dict[int, T]:
        """Find whose the rows of an earlier version are that had no key yet, by the number of the row."""

    def changed_since(
        self, _rows: Sequence[R], _known: Mapping[str, T], _then: datetime, _book: Rulebook
    ) -> dict[str, T]:
        """Find whose rows of an earlier version must say what is so now, as it did not come from the sheet."""
        return {}
