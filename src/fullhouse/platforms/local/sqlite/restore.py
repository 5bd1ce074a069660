"""Restoring a backup: unpacked beside the folder, checked there, then moved into place.

A folder with content is replaced only with `force`, and kept under another name.
"""

import fcntl
import hashlib
import os
import re
import shutil
import sqlite3
import tarfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import msgspec

from fullhouse.platforms.local import config
from fullhouse.platforms.local.sqlite import database, statements
from fullhouse.platforms.local.sqlite.backup import CLOCK, FILES, MANIFEST, Manifest
from fullhouse.platforms.local.sqlite.integrity import Checked, check_database

LARGEST_MANIFEST = 64 * 1024 * 1024
CHUNK = 1024 * 1024
SAFE_NAME = re.compile(r"(?!.*(?:^|/)\.\.?(?:/|$))[^/\x00][^\x00]*")
WHOLE = (database.FILE, config.FILE, CLOCK)


class CannotRestore(Exception):
    """The restore failed and changed nothing; the message says why and what to do."""


class Restored(msgspec.Struct, frozen=True, kw_only=True):
    """A restored folder; `kept` is the new path of the folder it replaced."""

    folder: Path
    taken_at: datetime
    checked: Checked
    waiting: int
    kept: Path | None


def restore(file: Path, folder: Path, *, force: bool = False) -> Restored:
    """Restore a backup into a folder."""
    with _locked(folder, force=force), _staging(folder) as stage:
        manifest = _unpack(file, stage)
        checked = _check(stage, manifest)
        waiting = _waiting(stage / database.FILE)
        kept = _swap(stage, folder)
    return Restored(
        folder=folder, taken_at=manifest.taken_at, checked=checked, waiting=waiting, kept=kept
    )


@contextmanager
def _locked(folder: Path, *, force: bool) -> Iterator[None]:
    """Lock the folder against a running server; refuse to replace content without `force`."""
    if folder.exists() and not folder.is_dir():
        raise CannotRestore(f"{folder} is a file. Name a folder with --data.")
    names = [path.name for path in folder.iterdir()] if folder.is_dir() else []
    if set(names) - {database.LOCK} and not force:
        raise CannotRestore(
            f"{folder} is not empty. With --force it is kept beside under another name, "
            "and the backup takes its place."
        )
    if os.path.ismount(folder):
        raise CannotRestore(
            f"{folder} is a mount point and cannot change its name. "
            "Restore into a folder inside it."
        )
    if database.LOCK not in names:
        yield
        return
    with (folder / database.LOCK).open("a") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise CannotRestore(
                f"A Fullhouse is running on {folder}. Stop it first, then restore."
            ) from error
        yield


@contextmanager
def _staging(folder: Path) -> Iterator[Path]:
    """Yield an empty folder beside the target; remove what a killed restore left behind."""
    stage = folder.absolute().with_name(f".{folder.absolute().name}.restoring")
    try:
        shutil.rmtree(stage, ignore_errors=True)
        stage.mkdir(mode=0o700, parents=True)
        yield stage
    except OSError as error:
        raise CannotRestore(
            f"{stage.parent} cannot be written: {error.strerror}. Nothing was changed."
        ) from error
    finally:
        shutil.rmtree(stage, ignore_errors=True)


def _unpack(file: Path, stage: Path) -> Manifest:
    try:
        with tarfile.open(file, mode="r:") as tar:
            manifest = _manifest(tar)
            for name, digest in manifest.digests.items():
                _unpack_one(tar, name, digest, stage)
    except FileNotFoundError as error:
        raise CannotRestore(f"There is no file {file}.") from error
    except (tarfile.TarError, KeyError, EOFError, msgspec.DecodeError) as error:
        raise CannotRestore(
            f"{file} is no backup of Fullhouse, or only a part of one. Take another."
        ) from error
    return manifest


def _manifest(tar: tarfile.TarFile) -> Manifest:
    first = tar.next()
    inside = tar.extractfile(first) if first is not None and first.name == MANIFEST else None
    if inside is None or first is None or first.size > LARGEST_MANIFEST:
        raise KeyError(MANIFEST)
    manifest = msgspec.json.decode(inside.read(), type=Manifest)
    if database.FILE not in manifest.digests:
        raise KeyError(database.FILE)
    return manifest


def _unpack_one(tar: tarfile.TarFile, name: str, digest: str, stage: Path) -> None:
    """Write one file after checking its name, and check its digest."""
    if name not in WHOLE and not (name.startswith(f"{FILES}/") and SAFE_NAME.fullmatch(name)):
        raise CannotRestore(
            f"The backup holds {name!r}, which is none of Fullhouse's files. Nothing was changed."
        )
    inside = tar.extractfile(tar.getmember(name))
    if inside is None:
        raise KeyError(name)
    target, found = stage / name, hashlib.sha256()
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with target.open("xb") as handle:
        while chunk := inside.read(CHUNK):
            found.update(chunk)
            handle.write(chunk)
        handle.flush()
        os.fsync(handle.fileno())
    target.chmod(0o600)
    if found.hexdigest() != digest:
        raise CannotRestore(
            f"{name} in the backup is damaged. Take another backup; nothing was changed."
        )


def _check(stage: Path, manifest: Manifest) -> Checked:
    if manifest.schema > statements.migrations()[-1][0]:
        raise CannotRestore(
            f"The backup is from a newer Fullhouse ({manifest.fullhouse}). "
            "Install that version first."
        )
    checked = check_database(stage / database.FILE)
    if checked.problems:
        raise CannotRestore(
            f"The backup is not sound: {checked.problems[0]}. Take another; nothing was changed."
        )
    return checked


def _waiting(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        (number,) = connection.execute(statements.COUNT_WAITING).fetchone()
    return int(number)


def _free_name(folder: Path) -> Path:
    name = f"{folder.name}-before-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    free = folder.with_name(name)
    for number in count(1):
        if not free.exists():
            break
        free = folder.with_name(f"{name}-{number}")
    return free


def _swap(stage: Path, folder: Path) -> Path | None:
    kept = None
    if folder.is_dir() and {path.name for path in folder.iterdir()} - {database.LOCK}:
        kept = _free_name(folder.absolute())
        folder.rename(kept)
    elif folder.is_dir():
        shutil.rmtree(folder)
    stage.rename(folder)
    handle = os.open(folder.absolute().parent, os.O_RDONLY)
    os.fsync(handle)
    os.close(handle)
    return kept
