"""New SQLite stores as copies of one whose schema steps ran already: 0.4 ms instead of 20."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from fullhouse.platforms.local.sqlite import database, statements

MIGRATE = database._migrate  # noqa: SLF001 - what is made quicker
STEPS = statements.migrations


@cache
def _migrated() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    for pragma in database.PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
    MIGRATE(connection, Path(":memory:"))
    return connection


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Copy the schema into a store that has none; run the steps for any other, as always."""
    (changes,) = connection.execute("PRAGMA schema_version").fetchone()
    if changes == 0 and statements.migrations is STEPS:
        _migrated().backup(connection)
    else:
        MIGRATE(connection, path)


@contextmanager
def copied_schema() -> Iterator[None]:
    """Have stores opened in this process begin with a copy of the schema."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "_migrate", _migrate)
        yield
