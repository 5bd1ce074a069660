"""Opening the database: made, brought up to date, or refused with words that say what to do."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from fullhouse.kernel.records import Get
from fullhouse.platforms.local.sqlite import database, statements
from fullhouse.platforms.local.sqlite.database import FILE, CannotOpen, open_store
from fullhouse.products.rsvp.model import Event
from tests.platforms.contract.stores import event, put
from tests.support.fresh_stores import MIGRATE


def refusal(folder: Path) -> str:
    with pytest.raises(CannotOpen) as refused, open_store(folder):
        pass
    return str(refused.value)


def version(folder: Path) -> int:
    connection = sqlite3.connect(folder / FILE)
    (number,) = connection.execute("PRAGMA user_version").fetchone()
    connection.close()
    return int(number)


def test_an_empty_folder_gets_a_database_up_to_date(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "down"
    with open_store(folder) as store:
        assert store.load(Get(Event, ("e1",))) is None
    assert version(folder) == statements.migrations()[-1][0]


def test_the_schema_that_tests_copy_is_the_one_that_the_steps_make(tmp_path: Path) -> None:
    schema = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name"
    with open_store(tmp_path / "copied") as store:
        copied = store.writer.execute(schema).fetchall()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "_migrate", MIGRATE)
        with open_store(tmp_path / "made") as store:
            assert store.writer.execute(schema).fetchall() == copied != []
    assert version(tmp_path / "made") == version(tmp_path / "copied")


def test_opening_again_changes_nothing_and_keeps_everything(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        put(store, event())
    for _ in range(3):
        with open_store(tmp_path) as store:
            assert store.load(Get(Event, ("e1",))) == event()


def test_each_migration_is_numbered_once_in_order() -> None:
    numbers = [number for number, _ in statements.migrations()]
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_half_made_database_is_made_whole(tmp_path: Path) -> None:
    sqlite3.connect(tmp_path / FILE).close()
    (tmp_path / FILE).touch()
    with open_store(tmp_path) as store:
        put(store, event())


def test_it_is_durable_before_it_is_acknowledged(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        (journal,) = store.writer.execute("PRAGMA journal_mode").fetchone()
        (synchronous,) = store.writer.execute("PRAGMA synchronous").fetchone()
    assert (journal, synchronous) == ("wal", 2)


def test_the_reader_cannot_write(tmp_path: Path) -> None:
    with open_store(tmp_path) as store, pytest.raises(sqlite3.OperationalError, match="readonly"):
        store.reader.execute("DELETE FROM event")


def test_a_file_from_a_newer_fullhouse_is_refused_and_left_alone(tmp_path: Path) -> None:
    with open_store(tmp_path):
        pass
    connection = sqlite3.connect(tmp_path / FILE)
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    words = refusal(tmp_path)
    assert "newer Fullhouse (schema 999)" in words
    assert "restore a backup" in words
    assert version(tmp_path) == 999


@pytest.mark.parametrize(
    "content",
    [b"this is no database at all, just text " * 100, b"SQLite format 3\x00" + b"\xff" * 5000],
)
def test_a_damaged_file_is_kept_and_the_words_say_what_to_do(
    tmp_path: Path, content: bytes
) -> None:
    (tmp_path / FILE).write_bytes(content)
    words = refusal(tmp_path)
    assert "is damaged" in words
    assert "restore your last backup" in words
    assert (tmp_path / FILE).read_bytes() == content


def test_a_second_fullhouse_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    with open_store(tmp_path):
        words = refusal(tmp_path)
    assert "Another Fullhouse is running" in words
    assert "--data" in words
    with open_store(tmp_path):
        pass


def test_a_second_process_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    script = (
        "import sys\n"
        "from pathlib import Path\n"
        "from fullhouse.platforms.local.sqlite.database import open_store\n"
        "with open_store(Path(sys.argv[1])): pass"
    )
    with open_store(tmp_path):
        other = subprocess.run(
            [sys.executable, "-c", script, tmp_path], capture_output=True, text=True, check=False
        )
    assert other.returncode != 0
    assert "Another Fullhouse is running" in other.stderr


def test_a_file_that_another_program_locks_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "PATIENCE_SECONDS", 0.05)
    other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    other.execute("CREATE TABLE theirs (x)")
    other.execute("BEGIN EXCLUSIVE")
    words = refusal(tmp_path)
    other.close()
    assert "is locked by another program" in words
    assert "nothing was changed" in words


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    words = refusal(tmp_path / "file" / "data")
    assert "cannot be written" in words
    assert "--data" in words


def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    assert refusal(tmp_path).startswith(f"{tmp_path / FILE} cannot be opened")


def test_a_full_disk_is_called_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PRAGMAS", (*database.PRAGMAS, "max_page_count = 4"))
    words = refusal(tmp_path)
    assert "is full" in words
    assert "what was stored is safe" in words
    monkeypatch.undo()
    with open_store(tmp_path) as store:
        put(store, event())
