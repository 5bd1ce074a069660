"""A store of any schema step upgrades, verifies and backs up; later fields get defaults."""

from pathlib import Path

import pytest

from fullhouse.cli.api_client import wire
from fullhouse.platforms.local.sqlite.statements import migrations
from tests.cli.support import fullhouse
from tests.golden.aging import age
from tests.golden.opening import select, unpack_store
from tests.support.proof import some_of

STEPS = [number for number, _ in migrations()]


@pytest.fixture(autouse=True)
def stay_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Backups give way to others; these tests, which run them in their own process, should not."""
    monkeypatch.setattr("os.nice", lambda _by: None)


def run(*words: str | Path) -> str:
    """Run a command that must succeed."""
    done = fullhouse(*words)
    assert done.exit_code == 0, done.output
    return done.output


def old_store(folder: Path, step: int) -> Path:
    """Put a store at an older schema step into a folder."""
    age(unpack_store("schema-14", folder), step)
    assert select(folder, "PRAGMA user_version") == [(step,)]
    return folder


@pytest.mark.parametrize("step", some_of(STEPS, 5))
def test_a_store_of_any_schema_upgrades_verifies_and_is_backed_up(
    step: int, tmp_path: Path
) -> None:
    folder, backup = old_store(tmp_path / "house", step), tmp_path / "backup.tar"
    run("audit", "verify", "--data", folder)
    assert select(folder, "PRAGMA user_version") == [(STEPS[-1],)]
    with wire(folder) as house:  # what was stored before the upgrade changes after it
        house.ask("POST", "/api/v1/clock", {"advance": "4h"})
    assert "Sound: all" in run("backup", backup, "--data", folder)
    run("restore", backup, "--data", tmp_path / "restored")


@pytest.mark.parametrize("step", some_of([1, 6, 11, 13], 2))
def test_a_backup_of_an_older_schema_restores_and_upgrades(step: int, tmp_path: Path) -> None:
    folder, backup = old_store(tmp_path / "house", step), tmp_path / "backup.tar"
    run("backup", backup, "--data", folder)
    run("restore", backup, "--data", tmp_path / "restored")
    run("audit", "verify", "--data", tmp_path / "restored")
