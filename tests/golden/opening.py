"""Unpacking of golden files, and lookups in them without the code that wrote them."""

import lzma
import sqlite3
import tarfile
from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec

HERE = Path(__file__).parent
GENERATIONS = sorted(one.name for one in HERE.glob("schema-*"))
STORE, BACKUP, EXPORT = "store.tar.xz", "backup.tar.xz", "dynamodb.json.xz"
DATABASE = "fullhouse.db"


def unpack_store(generation: str, folder: Path) -> Path:
    """Put a golden store into a folder as it was."""
    with tarfile.open(fileobj=BytesIO(_content(generation, STORE))) as tar:
        tar.extractall(folder, filter="data")
    return folder


def unpack_backup(generation: str, file: Path) -> Path:
    """Write a golden backup as it was."""
    file.write_bytes(_content(generation, BACKUP))
    return file


def read_export(generation: str) -> dict[str, list[dict[str, Any]]]:
    """Return the items of every DynamoDB table."""
    return msgspec.json.decode(_content(generation, EXPORT), type=dict[str, list[dict[str, Any]]])


def _content(generation: str, name: str) -> bytes:
    return lzma.decompress((HERE / generation / name).read_bytes())


def select(folder: Path, sql: str) -> list[tuple[Any, ...]]:
    """Ask the database file itself."""
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        return connection.execute(sql).fetchall()


def tables(folder: Path) -> Iterator[str]:
    """Name every table."""
    for (name,) in select(
        folder, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
    ):
        yield name


def dump(folder: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Return every row of every table."""
    return {
        name: select(folder, f'SELECT * FROM "{name}" ORDER BY 1, 2')  # noqa: S608 - our own names
        for name in tables(folder)
    }
