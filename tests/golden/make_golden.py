"""Make golden files: a story in a SQLite store, its backup, and its DynamoDB items.

Golden files are what a version really wrote. So those of a version are made once, by that version,
and never again:

    python -m tests.golden.make_golden tests/golden/schema-15
"""

import itertools
import lzma
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from click.testing import CliRunner

from fullhouse.cli import main
from fullhouse.platforms.aws.dynamodb.store import DynamoStore
from fullhouse.platforms.aws.dynamodb.tables import EVERY_TABLE
from fullhouse.platforms.local.sqlite.database import open_store
from tests.aws.emulator import running
from tests.aws.stores import empty_tables
from tests.golden.every_alarm import set_alarms
from tests.golden.opening import BACKUP, EXPORT, STORE
from tests.golden.story import tell

FIRST_NUMBER = 1_780_000_000_000_000
PLAIN_MAIL = b"From: jan@example.org\r\nSubject: Party\r\n\r\nI am coming\r\n"
SETTINGS = 'url = "https://house.example.org"\n'


def make(target: Path) -> None:
    """Write the golden files of the version that runs into a new folder."""
    target.mkdir()
    with TemporaryDirectory() as folder:
        house, backup = Path(folder) / "house", Path(folder) / "backup.tar"
        fill_house(house)
        _run("backup", backup, "--data", house)
        _write(target / STORE, _packed(house))
        _write(target / BACKUP, backup.read_bytes())
    with exported() as export:
        _write(target / EXPORT, msgspec.json.encode(export))


def fill_house(folder: Path) -> None:
    """Play the story in a folder, with settings, a kept mail and a manual clock."""
    with open_store(folder) as store:
        world = tell(store)
        set_alarms(world)
    (folder / "clock").write_text(f"{world.now.isoformat()}\n")
    (folder / "fullhouse.toml").write_text(SETTINGS)
    (folder / "files" / "mail").mkdir(parents=True)
    (folder / "files" / "mail" / "i1.eml").write_bytes(PLAIN_MAIL)


@contextmanager
def exported() -> Iterator[dict[str, list[Any]]]:
    """Play the story on the emulator and give the items of every table."""
    numbers = itertools.count(FIRST_NUMBER, 1000)
    with running() as emulator, empty_tables(emulator) as client:
        store = DynamoStore(client, clock=lambda: next(numbers), wait=lambda _seconds: None)
        set_alarms(tell(store))
        yield {table.name: _items(client, table.name) for table in EVERY_TABLE}


def _items(client: Any, table: str) -> list[Any]:
    pages = client.get_paginator("scan").paginate(TableName=table)
    found = [dict(sorted(item.items())) for page in pages for item in page["Items"]]
    return sorted(found, key=msgspec.json.encode)


def _packed(folder: Path) -> bytes:
    packed = BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for file in sorted(one for one in folder.rglob("*") if one.is_file()):
            about = tarfile.TarInfo(str(file.relative_to(folder)))
            about.size = file.stat().st_size
            tar.addfile(about, BytesIO(file.read_bytes()))
    return packed.getvalue()


def _write(file: Path, content: bytes) -> None:
    file.write_bytes(lzma.compress(content, preset=9))


def _run(*words: str | Path) -> None:
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exit_code == 0, done.output


if __name__ == "__main__":
    make(Path(sys.argv[1]))
