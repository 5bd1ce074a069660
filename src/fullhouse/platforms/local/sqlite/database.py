"""Opening the database file: locked for one process and migrated, or refused with a reason."""

import fcntl
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

from fullhouse.platforms.local.sqlite import statements
from fullhouse.platforms.local.sqlite.store import SqliteStore
from fullhouse.platforms.local.sqlite.traces import LARGEST_WHILE_SERVING, wipe_traces

FILE = "fullhouse.db"
LOCK = "fullhouse.lock"
STATEMENTS_KEPT = 512
PATIENCE_SECONDS = 5.0
# Small pages: a sign-up changes a few rows in many places, and each changed page is written
# whole (measured: a tenth).
PRAGMAS = (
    "page_size = 2048",
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "wal_autocheckpoint = 4000",
    "secure_delete = ON",
)


class CannotOpen(Exception):
    """The database cannot be used; the message says why and what to do."""


@contextmanager
def open_store(folder: Path) -> Iterator[SqliteStore]:
    """Open the store in a folder for one process alone."""
    path = folder / FILE
    with _lock(folder), ExitStack() as opened:
        try:
            writer = opened.enter_context(_connection(path))
            _migrate(writer, path)
            wipe_traces(writer)
            reader = opened.enter_context(_connection(path))
            reader.execute("PRAGMA query_only = ON")
        except sqlite3.Error as error:
            raise CannotOpen(_reason(path, error)) from error
        try:
            yield SqliteStore(writer, reader)
        finally:
            with suppress(sqlite3.Error):
                wipe_traces(writer, LARGEST_WHILE_SERVING)


@contextmanager
def _lock(folder: Path) -> Iterator[None]:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        (folder / FILE).touch()
        (folder / FILE).chmod(0o600)
        handle = (folder / LOCK).open("a")
    except OSError as error:
        message = (
            f"{folder} cannot be written: {error.strerror}. Choose another folder with --data."
        )
        raise CannotOpen(message) from error
    with handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            message = (
                f"Another Fullhouse is running on {folder}. "
                "Stop it first, or choose another folder with --data."
            )
            raise CannotOpen(message) from error
        yield


@contextmanager
def _connection(path: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(
        path,
        timeout=PATIENCE_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=STATEMENTS_KEPT,
    )
    with closing(connection):
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        yield connection


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Bring the schema up to date, each step in a transaction of its own."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    steps = statements.migrations()
    if version > steps[-1][0]:
        raise CannotOpen(
            f"{path} is from a newer Fullhouse (schema {version}). "
            "Install that version, or restore a backup."
        )
    for number, script in steps:
        if number > version:
            connection.executescript(
                f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;"
            )


def _reason(path: Path, error: sqlite3.Error) -> str:
    text = str(error)
    if "locked" in text or "busy" in text:
        return (
            f"{path} is locked by another program. Close it and start again; nothing was changed."
        )
    if "full" in text:
        return (
            f"The disk that holds {path} is full. "
            "Make room and start again; what was stored is safe."
        )
    if "malformed" in text or "not a database" in text:
        return (
            f"{path} is damaged ({text}). "
            "Keep it, restore your last backup into the folder, and start again."
        )
    return f"{path} cannot be opened: {text}."
