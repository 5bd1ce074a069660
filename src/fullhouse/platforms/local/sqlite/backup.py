"""Backup of a data folder that may be in use: database and files, checked, in one file.

The database is copied in small steps from one snapshot, on a read-only connection, so sign-ups
continue meanwhile. An unfinished file never has a backup's name.
"""

import fcntl
import hashlib
import os
import re
import sqlite3
import tarfile
import time
import tomllib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec

from fullhouse.platforms.local import config
from fullhouse.platforms.local.sqlite import database, statements
from fullhouse.platforms.local.sqlite.integrity import Checked, check_database

MANIFEST = "manifest.json"
FILES = "files"
CLOCK = "clock"
PAGES_AT_ONCE = 256
PAUSE_SECONDS = 0.005
SECRETS = ("password", "token", "webhook_secret", "calendar")  # a feed's address is a secret, too
SECRET_LINE = re.compile(rf"^(\s*)({'|'.join(SECRETS)})\s*=.*$", re.MULTILINE)
LEFT_OUT = r"\1# \2 is not in a backup: set it again"

Told = Callable[[int, int], None]


class CannotBackUp(Exception):
    """The backup failed; the message says why and what to do."""


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """The version and time of a backup, and the digest of each file in it."""

    fullhouse: str
    schema: int
    taken_at: datetime
    digests: dict[str, str]


class BackedUp(msgspec.Struct, frozen=True, kw_only=True):
    """A finished backup."""

    file: Path
    size: int
    checked: Checked
    left_out: tuple[str, ...]


def back_up(folder: Path, target: Path, told: Told = lambda _done, _all: None) -> BackedUp:
    """Write a checked backup to a file, or into a folder under a name with the time in it."""
    source = folder / database.FILE
    if not source.exists():
        raise CannotBackUp(f"There is no Fullhouse in {folder}. Name its folder with --data.")
    file = new_file(target)
    try:
        with _database_copy(file) as copy:
            _copy(source, copy, told)
            checked = _checked(copy)
            left_out = _pack(folder, copy, file)
    except OSError as error:
        raise CannotBackUp(
            f"{file} cannot be written: {error.strerror}. Nothing is left half done."
        ) from error
    except sqlite3.Error as error:
        raise CannotBackUp(f"The database could not be copied: {error}.") from error
    _partial(file).replace(file)
    _sync_folder(file.parent)
    return BackedUp(file=file, size=file.stat().st_size, checked=checked, left_out=left_out)


def _checked(copy: Path) -> Checked:
    checked = check_database(copy)
    if checked.problems:
        problems = "; ".join(checked.problems[:3])
        raise CannotBackUp(
            f"The copy is not sound ({problems}), so it is not kept. Run `fullhouse doctor`."
        )
    return checked


def new_file(target: Path, suffix: str = ".tar") -> Path:
    """Return the path of a new backup, or raise `CannotBackUp`."""
    file = target
    if target.is_dir():
        file = target / f"fullhouse-{datetime.now(UTC):%Y%m%d-%H%M%S}{suffix}"
    if file.exists():
        raise CannotBackUp(
            f"{file} exists. Choose another name, or a folder: then the time is in the name."
        )
    if not file.parent.is_dir():
        raise CannotBackUp(f"There is no folder {file.parent}. Make it first.")
    return file


def _partial(file: Path) -> Path:
    return file.with_name(f".{file.name}.partial")


@contextmanager
def _database_copy(file: Path) -> Iterator[Path]:
    """Yield the path for the database copy; remove what a killed backup left behind."""
    _remove_leftovers(file.parent)
    copy = file.with_name(f".{file.name}.partial.db")
    with copy.open("ab") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        try:
            yield copy
        except BaseException:
            _partial(file).unlink(missing_ok=True)
            raise
        finally:
            for leftover in copy.parent.glob(f"{copy.name}*"):
                leftover.unlink()


def _remove_leftovers(folder: Path) -> None:
    for copy in folder.glob(".*.partial.db"):
        with copy.open("ab") as handle:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                continue  # another backup is at work
            for leftover in (*folder.glob(f"{copy.name}*"), copy.with_suffix("")):
                leftover.unlink(missing_ok=True)


def _copy(source: Path, copy: Path, report: Told) -> None:
    """Copy one snapshot: an open read transaction keeps sign-ups from restarting the copy."""
    with closing(_reader(source)) as reader, closing(sqlite3.connect(copy)) as writer:
        reader.execute("BEGIN")
        reader.execute("PRAGMA user_version").fetchone()  # the first read takes the snapshot
        writer.execute("PRAGMA journal_mode = OFF")
        reader.backup(
            writer,
            pages=PAGES_AT_ONCE,
            progress=lambda _status, left, whole: _report_and_pause(report, left, whole),
        )
        reader.execute("ROLLBACK")
        writer.execute("PRAGMA journal_mode = DELETE")
        # A backup signs nobody in: a letter is composed anew, with a key that is not in it.
        writer.execute("PRAGMA secure_delete = ON")
        writer.execute(statements.DROP_SIGN_IN_LETTERS)
        writer.commit()


def _report_and_pause(report: Told, left: int, whole: int) -> None:
    """Report progress and pause, so that others get the disk and the processor."""
    report(whole - left, whole)
    time.sleep(PAUSE_SECONDS)


def _reader(source: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{source.absolute().as_uri()}?mode=rw", uri=True, timeout=5, isolation_level=None
    )
    connection.execute("PRAGMA query_only = ON")
    return connection


def _pack(folder: Path, copy: Path, file: Path) -> tuple[str, ...]:
    """Write everything into one file, manifest first, and sync it before it gets its name."""
    settings, left_out = _settings(folder)
    parts: dict[str, Path | bytes] = {database.FILE: copy, **settings}
    parts |= {str(path.relative_to(folder)): path for path in _beside(folder)}
    manifest = Manifest(
        fullhouse=version("fullhouse"),
        schema=_schema(copy),
        taken_at=datetime.now(UTC),
        digests={name: _digest(part) for name, part in parts.items()},
    )
    with _partial(file).open("wb") as handle:
        with tarfile.open(fileobj=handle, mode="w") as tar:
            _add(tar, MANIFEST, msgspec.json.encode(manifest))
            for name, part in parts.items():
                _add(tar, name, part)
        handle.flush()
        os.fsync(handle.fileno())
    return left_out


def _beside(folder: Path) -> Iterator[Path]:
    clock = folder / CLOCK
    if clock.is_file():
        yield clock
    stored = (folder / FILES).rglob("*")
    yield from sorted(path for path in stored if path.is_file() and not path.is_symlink())


def _settings(folder: Path) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """Return the settings without secrets, and the files left out because secrets remained."""
    file = folder / config.FILE
    if not file.is_file():
        return {}, ()
    text = SECRET_LINE.sub(LEFT_OUT, file.read_text())
    try:
        safe = not _has_secret(tomllib.loads(text))
    except tomllib.TOMLDecodeError:
        safe = False
    if not safe:
        return {}, (config.FILE,)
    return {config.FILE: text.encode()}, ()


def _has_secret(table: dict[str, Any]) -> bool:
    inner = [value for value in table.values() if isinstance(value, dict)]
    return any(name in table for name in SECRETS) or any(map(_has_secret, inner))


def _schema(copy: Path) -> int:
    with closing(sqlite3.connect(copy)) as connection:
        (number,) = connection.execute("PRAGMA user_version").fetchone()
    return int(number)


def _digest(part: Path | bytes) -> str:
    if isinstance(part, bytes):
        return hashlib.sha256(part).hexdigest()
    with part.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()


def _add(tar: tarfile.TarFile, name: str, part: Path | bytes) -> None:
    about = tarfile.TarInfo(name)
    about.mode = 0o600
    if isinstance(part, bytes):
        about.size = len(part)
        tar.addfile(about, BytesIO(part))
        return
    about.size = part.stat().st_size
    with part.open("rb") as handle:
        tar.addfile(about, handle)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
