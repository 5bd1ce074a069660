"""A sheet in a CSV or XLSX file, replaced as a whole under a lock.

It is never written while a spreadsheet program has it open.
"""

import fcntl
import hashlib
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from fullhouse.inbound.spreadsheets.port import SheetChanged, SheetDown, SheetEmpty
from fullhouse.inbound.spreadsheets.table import Edits, Table
from fullhouse.inbound.spreadsheets.table_files import (
    LARGEST_FILE,
    EditTable,
    Kind,
    ReadTable,
    edit_table,
    read_table,
)

KINDS: dict[str, Kind] = {
    ".csv": "csv",
    ".txt": "csv",
    ".tsv": "csv",
    ".xlsx": "xlsx",
    ".xlsm": "xlsx",
}
# Lock files that these programs put beside an open file.
OPEN_MARKS = {"~${name}": "Excel", ".~lock.{name}#": "LibreOffice"}

EMPTY_WORKBOOK = (
    "{name} is empty. Nothing was changed. Put a copy of it with its rows in its place."
)


class FileSheet:
    """A file that staff edit. It may be replaced at any moment; its digest is its version."""

    def __init__(
        self, path: Path, read: ReadTable = read_table, edit: EditTable = edit_table
    ) -> None:
        """Resolve the path, so that a link to the file stays a link."""
        self.path = path.resolve()
        self._read, self._edit = read, edit
        kind = KINDS.get(self.path.suffix.lower())
        if kind is None:
            raise ValueError(f"A sheet is a .csv or .xlsx file, and {path.name} is neither.")
        self.kind: Kind = kind

    def version(self) -> str:
        return _digest(self._bytes())

    def read(self) -> Table:
        content = self._bytes()
        # An empty text file is a sheet without rows, but no workbook can be empty.
        if not content and self.kind == "xlsx":
            raise SheetEmpty(EMPTY_WORKBOOK.format(name=self.path.name))
        return self._read(content, self.kind)

    def write(self, edits: Edits, seen: str) -> None:
        self._refuse_if_open()
        with self._locked():
            content = self._bytes()
            if _digest(content) != seen:
                raise SheetChanged
            made = self._edit(content, self.kind, edits)
            self._replace(made, seen)

    def _bytes(self) -> bytes:
        try:
            before = self.path.stat()
            # A larger file is not read: its size alone makes the reader refuse it.
            content = bytes(LARGEST_FILE + 1)
            if before.st_size <= LARGEST_FILE:
                content = self.path.read_bytes()
            after = self.path.stat()
        except OSError as error:
            raise SheetDown(f"{self.path.name} cannot be read: {_why(error)}.") from error
        if (before.st_mtime_ns, before.st_size) != (after.st_mtime_ns, after.st_size):
            raise SheetDown(f"{self.path.name} is being saved just now.")
        return content

    def _refuse_if_open(self) -> None:
        for mark, program in OPEN_MARKS.items():
            if (self.path.parent / mark.format(name=self.path.name)).exists():
                raise SheetDown(
                    f"{self.path.name} is open in {program}. "
                    "What changed is written once it is closed."
                )

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Lock out other processes of ours, by another file, as the sheet itself is replaced."""
        try:
            handle = os.open(
                self.path.parent / f".{self.path.name}.lock", os.O_CREAT | os.O_RDWR, 0o600
            )
        except OSError as error:
            raise SheetDown(f"{self.path.name} cannot be changed: {_why(error)}.") from error
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)

    def _replace(self, content: bytes, seen: str) -> None:
        made = ""
        try:
            handle, made = tempfile.mkstemp(
                dir=self.path.parent, prefix=f".{self.path.name}.", suffix=".new"
            )
            _fill(handle, content, self.path.stat())
            # Staff may have saved meanwhile; after this check the race is only one call long.
            if _digest(self.path.read_bytes()) != seen:
                raise SheetChanged
            Path(made).replace(self.path)
            _settle(self.path.parent)
        except OSError as error:
            raise SheetDown(f"{self.path.name} cannot be changed: {_why(error)}.") from error
        finally:
            if made:
                Path(made).unlink(missing_ok=True)


def _fill(handle: int, content: bytes, like: os.stat_result) -> None:
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fchmod(handle, stat.S_IMODE(like.st_mode))
        # Only root may change the owner; the mode is what matters.
        with suppress(PermissionError):
            os.fchown(handle, like.st_uid, like.st_gid)
        os.fsync(handle)


def _settle(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _why(error: OSError) -> str:
    return (error.strerror or "the system refuses").lower()
