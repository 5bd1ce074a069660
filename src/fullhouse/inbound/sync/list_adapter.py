"""Interface of a list that is kept in a sheet: columns, owners of rows, edits, cells.

Reading, writing and restoring a sheet is the same for every list, and lives beside this.
"""

from abc import ABC, abstractmethod
from collections.abc import Container, Mapping, Sequence
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
    """An entry or appointment on a list."""

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
    @property
    def unread(self) -> tuple[RowProblem, ...]: ...


T = TypeVar("T", bound=ListedRecord)
R = TypeVar("R", bound=RowRead)


class RowsMatched(msgspec.Struct, Generic[R]):
    """Rows by the id of their owner, problems, and names in rows that cannot be read.

    `ending` are the rows that say that their record ends. `is_delicate`: recheck the sheet version
    before applying.
    """

    rows: dict[str, R] = {}
    ending: dict[str, R] = {}
    problems: list[RowProblem] = []
    unread_names: set[str] = set()
    is_delicate: bool = False


M = TypeVar("M", bound=RowsMatched[Any])


class ListAdapter(ABC, Generic[T, R, M]):
    """A list, row by row. Its state has its `name`; if it `tidies`, old rows go at night.

    `changes` is the name of the question about changed rows, if it asks one. If it `merges_copies`,
    an old copy of the sheet changes only what staff changed in that copy.
    """

    name: ClassVar[str]
    versions: ClassVar[Versions]
    tidies: ClassVar[bool] = False
    no_headings: ClassVar[str]
    lost_many: ClassVar[str]
    changes: ClassVar[str] = ""
    merges_copies: ClassVar[bool] = False

    def __init__(self, engine: Engine) -> None:
        """Use this engine."""
        self.engine = engine

    def columns(self, table: Table, language: str) -> Columns:
        """Find the columns of a table by its headings."""
        return self.versions.columns_of(table, language)

    @abstractmethod
    def is_list(self, columns: Columns) -> bool:
        """Return True if there are enough columns for a list."""

    # The records of the list.

    @abstractmethod
    async def known(self) -> list[T]:
        """List all records that rows may be about, at least those that stand on the list."""

    @abstractmethod
    def stands(self, one: T) -> bool:
        """Return True if a record stands on the list, and leaves it when its row is removed."""

    @abstractmethod
    def is_pending(self) -> bool:
        """Return True if the sheet does not show every change."""

    @abstractmethod
    async def unwritten(self) -> list[T]:
        """List all records that the sheet does not show as they are."""

    def as_unwritten(self, one: T) -> T:
        """Return a record as one that the sheet does not show as it is."""
        # Every record of a list is a struct with this field.
        return msgspec.structs.replace(one, unwritten=True)  # type: ignore[type-var]

    @abstractmethod
    def named(self, rows: Sequence[R], known: Mapping[str, T]) -> dict[str, T]:
        """Find the records of the rows' keys that are not known yet."""

    # From the sheet to the list.

    @abstractmethod
    def read(self, row: Row, columns: Columns, book: Rulebook) -> R:
        """Read one row."""

    @abstractmethod
    def match(self, look: SyncRun, rows: list[R], known: dict[str, T]) -> M:
        """Find the owner of each row; owners that were not known are added to `known`."""

    @abstractmethod
    async def take_over(self, look: SyncRun, matched: M) -> dict[str, T]:
        """Apply all edits of staff; return the changed records."""

    @abstractmethod
    async def take_off(self, gone: Sequence[T], confirmed: Container[str]) -> int:
        """Take records off the list whose rows were removed; return how many.

        Of some of them staff have `confirmed` it when they were asked.
        """

    async def end_by_rows(
        self, _look: SyncRun, _matched: M, _ended: Sequence[T], _confirmed: Container[str]
    ) -> dict[str, T]:
        """End records whose rows say so; return them as they are now."""
        return {}

    def is_relied_on(self, _one: T) -> bool:
        """Return True if a row that is missing does not mean that its record ends."""
        return False

    # From the list to the sheet.

    @abstractmethod
    def status(self, one: T, book: Rulebook) -> str:
        """Return a record's status in words."""

    @abstractmethod
    def cells(self, one: T, columns: Columns, book: Rulebook) -> dict[str, str]:
        """Return the cells of a whole row."""

    @abstractmethod
    def changed(self, one: T, row: Row, columns: Columns, book: Rulebook) -> dict[str, str]:
        """Return the cells in which a row differs from the record."""

    @abstractmethod
    def is_stale(self, one: T, said: str, status: str) -> bool:
        """Return True if the status in a row has to be written again."""

    @abstractmethod
    def marked(self, one: T, row: Row, columns: Columns, book: Rulebook) -> dict[str, str]:
        """Return the cells that are ours, key and status, for a row that staff wrote."""

    @abstractmethod
    def is_shown(self, one: T) -> bool:
        """Return True if a record without a row gets one."""

    @abstractmethod
    def place(self, one: T) -> tuple[Any, ...]:
        """Return the sort key of a new row."""

    def is_tidied(self, _one: T, _before: datetime) -> bool:
        """Return True if a record ended before a time, so that its row is removed."""
        return False

    @abstractmethod
    async def mark(self, several: Sequence[T]) -> int:
        """Note that the sheet shows these records; return how many had not changed since."""

    # Restoring an earlier version.

    @abstractmethod
    def owners_then(self, rows: Sequence[R], known: Sequence[T], then: datetime) -> dict[int, T]:
        """Find the owners of an earlier version's rows that had no key yet, by row number."""

    def changed_since(
        self, _rows: Sequence[R], _known: Mapping[str, T], _then: datetime, _book: Rulebook
    ) -> dict[str, T]:
        """Find the owners of an earlier version's rows who keep changes from elsewhere."""
        return {}
