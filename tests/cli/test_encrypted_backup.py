"""Encrypted backups: made for a recipient, opened with an identity, and refused otherwise."""

import os
import sys
import time
from pathlib import Path

import pyrage  # type: ignore[import-untyped]  # it ships no types
import pytest

from fullhouse.platforms.local.sqlite.encryption import HEADER, PLAIN
from tests.cli.support import fullhouse
from tests.cli.test_backup import NEW, events


@pytest.fixture(autouse=True)
def stay_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Backups give way to others; these tests, which run them in their own process, should not."""
    monkeypatch.setattr("os.nice", lambda _by: None)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    folder = tmp_path / "house"
    fullhouse(*NEW, "--data", folder)
    return folder


def new_identity(file: Path) -> str:
    """Write an identity as age-keygen does, and return its recipient."""
    identity = pyrage.x25519.Identity.generate()
    file.write_text(f"# created: today\n# public key: {identity.to_public()}\n{identity}\n")
    return str(identity.to_public())


def test_an_encrypted_backup_goes_back_with_its_identity(house: Path, tmp_path: Path) -> None:
    identity, target, back = (tmp_path / name for name in ("id.txt", "backups", "back"))
    target.mkdir()
    recipient = new_identity(identity)
    done = fullhouse("backup", target, "--encrypt-to", recipient, "--data", house)
    assert done.exit_code == 0, done.output
    (file,) = target.iterdir()
    assert file.name.endswith(".tar.age")
    assert file.stat().st_mode & 0o077 == 0
    assert file.read_bytes().startswith(HEADER)
    assert b"Summer supper" not in file.read_bytes()
    assert not list(house.glob(f"{PLAIN}*"))
    restored = fullhouse("restore", file, "--identity", identity, "--data", back)
    assert restored.exit_code == 0, restored.output
    assert events(back) == events(house)
    assert not list(tmp_path.glob(f".*{PLAIN}"))


@pytest.mark.parametrize(
    ("identity", "words"),
    [
        ("", "is encrypted"),
        ("other.txt", "another identity"),
        ("empty.txt", "holds no identity"),
        ("missing.txt", "no identity that can be read"),
        ("bad.txt", "no identity that can be read"),
    ],
)
def test_without_the_right_identity_nothing_is_restored(
    house: Path, tmp_path: Path, identity: str, words: str
) -> None:
    file = tmp_path / "safe.age"
    recipient = new_identity(tmp_path / "id.txt")
    new_identity(tmp_path / "other.txt")
    (tmp_path / "empty.txt").write_text("# nothing\n")
    (tmp_path / "bad.txt").write_text("AGE-SECRET-KEY-1NO\n")
    fullhouse("backup", file, "--encrypt-to", recipient, "--data", house)
    given = ("--identity", tmp_path / identity) if identity else ()
    refused = fullhouse("restore", file, *given, "--data", tmp_path / "back")
    assert refused.exit_code == 1
    assert words in refused.output
    assert not (tmp_path / "back").exists()


def test_a_damaged_encrypted_backup_is_refused(house: Path, tmp_path: Path) -> None:
    file = tmp_path / "safe.age"
    recipient = new_identity(tmp_path / "id.txt")
    fullhouse("backup", file, "--encrypt-to", recipient, "--data", house)
    content = bytearray(file.read_bytes())
    content[-100] ^= 1
    file.write_bytes(content)
    back = tmp_path / "back"
    refused = fullhouse("restore", file, "--identity", tmp_path / "id.txt", "--data", back)
    assert refused.exit_code == 1
    assert not back.exists()


def test_a_truncated_encrypted_backup_is_called_incomplete(house: Path, tmp_path: Path) -> None:
    file = tmp_path / "safe.age"
    recipient = new_identity(tmp_path / "id.txt")
    fullhouse("backup", file, "--encrypt-to", recipient, "--data", house)
    file.write_bytes(file.read_bytes()[:-1000])
    back = tmp_path / "back"
    refused = fullhouse("restore", file, "--identity", tmp_path / "id.txt", "--data", back)
    assert refused.exit_code == 1
    assert "it is incomplete or damaged. Nothing was changed." in refused.output
    assert not back.exists()


def test_what_is_no_recipient_is_refused(house: Path, tmp_path: Path) -> None:
    for recipient in ("ada@example.org", "age1no", "ssh-ed25519 no"):
        refused = fullhouse(
            "backup", tmp_path / "x.age", "--encrypt-to", recipient, "--data", house
        )
        assert refused.exit_code == 1
        assert "is not a recipient" in refused.output
    assert not (tmp_path / "x.age").exists()


def test_without_the_extra_it_is_named(
    house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyrage", None)
    refused = fullhouse("backup", tmp_path / "x.age", "--encrypt-to", "age1", "--data", house)
    assert "fullhouse[encrypted-backups]" in refused.output


def test_what_a_killed_backup_left_behind_is_removed(house: Path, tmp_path: Path) -> None:
    old, fresh = house / f"{PLAIN}.1", house / f"{PLAIN}.2"
    for file in (old, fresh):
        file.write_text("left")
    now, two_days = time.time(), 2 * 24 * 60 * 60
    os.utime(old, (now - two_days, now - two_days))
    os.utime(fresh, (now, now))
    recipient = new_identity(tmp_path / "id.txt")
    fullhouse("backup", tmp_path / "x.age", "--encrypt-to", recipient, "--data", house)
    assert (old.exists(), fresh.exists()) == (False, True)
