"""Old data made from golden data, as a version with only the first schema steps wrote it."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from fullhouse.platforms.local.sqlite.statements import migrations
from tests.golden.opening import DATABASE

ADDED = re.compile(r'ALTER TABLE (\w+) ADD COLUMN "?(\w+)"? \w+(?! GENERATED)\b')


def age(folder: Path, step: int) -> None:
    """Turn a folder's store into one at this schema step, without later tables and fields."""
    new, old = folder / DATABASE, folder / "old.db"
    with closing(sqlite3.connect(old, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        for number, script in migrations():
            if number <= step:
                connection.executescript(f"{script}\nPRAGMA user_version = {number};")
        connection.execute("ATTACH ? AS newer", (str(new),))
        columns = {table: _columns(connection, table) for table in _tables(connection)}
        connection.execute("BEGIN")
        for table, names in columns.items():
            _copy(connection, table, names)
        _rewrite_audit(connection, columns)
        connection.execute("COMMIT")
    old.replace(new)


def _tables(connection: sqlite3.Connection) -> list[str]:
    found = connection.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'")
    return [str(name) for (name,) in found]


def _columns(connection: sqlite3.Connection, table: str) -> list[str]:
    """Return the columns that are written, without computed ones."""
    return [str(row[1]) for row in connection.execute(f"PRAGMA main.table_info({table})")]


def _copy(connection: sqlite3.Connection, table: str, names: list[str]) -> None:
    """Copy the columns that the golden store has; it may be older than the newest step."""
    stored = {row[1] for row in connection.execute(f"PRAGMA newer.table_info({table})")}
    listed = ", ".join(f'"{name}"' for name in names if name in stored)
    old = f"SELECT {listed} FROM newer.{table}"  # noqa: S608 - our own names
    connection.execute(f"INSERT INTO main.{table} ({listed}) {old}")


def _rewrite_audit(connection: sqlite3.Connection, columns: dict[str, list[str]]) -> None:
    for number, entries in connection.execute("SELECT number, entries FROM main.audit").fetchall():
        kept = list(_older(msgspec.json.decode(entries), columns))
        bound = (msgspec.json.encode(kept).decode(), number)
        connection.execute("UPDATE main.audit SET entries = ? WHERE number = ?", bound)


def _older(
    entries: list[dict[str, Any]], columns: dict[str, list[str]]
) -> Iterator[dict[str, Any]]:
    """Leave out of a line what the older version did not know."""
    for entry in entries:
        names = columns.get(entry["kind"])
        if names is not None:
            yield {part: _known(told, names) for part, told in entry.items()}


def _known(told: object, names: list[str]) -> object:
    if not isinstance(told, dict):
        return told
    return {name: value for name, value in told.items() if name in names}


def added_fields() -> set[tuple[str, str]]:
    """Return each field that a schema step added to a kind of record that there was already."""
    return {found for _, script in migrations() for found in ADDED.findall(script)}


def age_items(items: list[dict[str, Any]], later: set[str]) -> list[dict[str, Any]]:
    """Leave the attributes that came later out of the items of a DynamoDB table."""
    return [{name: value for name, value in item.items() if name not in later} for item in items]


def age_lines(items: list[dict[str, Any]], later: set[tuple[str, str]]) -> list[dict[str, Any]]:
    """Leave the fields that came later out of the audit lines in the items of a DynamoDB table."""
    return [
        {**item, "entries": {"S": _older_entries(item["entries"]["S"], later)}} for item in items
    ]


def _older_entries(text: str, later: set[tuple[str, str]]) -> str:
    entries = msgspec.json.decode(text)
    for entry in entries:
        for part in (entry.get("before", {}), entry.get("after", {})):
            for name in [name for name in part if (entry["kind"], name) in later]:
                del part[name]
    return msgspec.json.encode(entries).decode()
