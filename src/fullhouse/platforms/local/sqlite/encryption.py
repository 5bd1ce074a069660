"""Encrypted backups in the format of `age`, which its program opens too. Needs an extra.

Only the encrypted file reaches the target: the plain one is made in the data folder, or beside it,
where the same content is anyway.
"""

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from fullhouse.platforms.local.sqlite import backup, restore
from fullhouse.platforms.local.sqlite.backup import BackedUp, CannotBackUp
from fullhouse.platforms.local.sqlite.restore import CannotRestore, Restored

HEADER = b"age-encryption.org/v1"
SUFFIX = ".age"
PLAIN = ".plain-backup"
LEFTOVER_SECONDS = 24 * 60 * 60
NO_EXTRA = "This needs the parts for encrypted backups: pip install 'fullhouse[encrypted-backups]'"


def back_up_encrypted(folder: Path, target: Path, recipients: Sequence[str]) -> BackedUp:
    """Write a checked backup that only the owners of these recipients' identities can open."""
    known = _recipients(recipients)
    file = backup.new_file(target, suffix=f".tar{SUFFIX}")
    plain = folder / f"{PLAIN}.{os.getpid()}"
    _remove_leftovers(folder)
    try:
        done = backup.back_up(folder, plain)
        _encrypt(plain, file, known)
    except OSError as error:
        raise CannotBackUp(
            f"{file} cannot be written: {error.strerror}. Nothing is left half done."
        ) from error
    finally:
        plain.unlink(missing_ok=True)
    return msgspec.structs.replace(done, file=file, size=file.stat().st_size)


def restore_any(file: Path, folder: Path, identity: Path | None, *, force: bool) -> Restored:
    """Restore a backup, which may be encrypted; `identity` is the file that opens it."""
    if not is_encrypted(file):
        return restore.restore(file, folder, force=force)
    if identity is None:
        raise CannotRestore(
            f"{file} is encrypted. Name the file with your identity: --identity FILE."
        )
    with _decrypted(file, folder, identity) as plain:
        return restore.restore(plain, folder, force=force)


def is_encrypted(file: Path) -> bool:
    """Return True if a file is encrypted with age."""
    try:
        with file.open("rb") as handle:
            return handle.read(len(HEADER)) == HEADER
    except OSError:
        return False


def _encrypt(plain: Path, file: Path, recipients: list[Any]) -> None:
    import pyrage  # type: ignore[import-untyped]  # it ships no types

    partial = file.with_name(f".{file.name}.partial")
    try:
        with plain.open("rb") as reader, _own(partial) as writer:
            pyrage.encrypt_io(reader, writer, recipients)
            writer.flush()
            os.fsync(writer.fileno())
        partial.replace(file)
    finally:
        partial.unlink(missing_ok=True)


@contextmanager
def _decrypted(file: Path, folder: Path, identity: Path) -> Iterator[Path]:
    pyrage = _library(CannotRestore)
    known = _identities(identity)
    plain = folder.absolute().with_name(f".{folder.absolute().name}{PLAIN}")
    try:
        plain.parent.mkdir(parents=True, exist_ok=True)
        plain.unlink(missing_ok=True)
        with file.open("rb") as reader, _own(plain) as writer:
            pyrage.decrypt_io(reader, writer, known)
        yield plain
    except pyrage.DecryptError as error:
        raise CannotRestore(
            f"{file} cannot be opened with {identity}: it is for another identity, or damaged. "
            "Nothing was changed."
        ) from error
    except OSError as error:
        why = error.strerror or "it is incomplete or damaged"
        raise CannotRestore(f"{file} cannot be decrypted: {why}. Nothing was changed.") from error
    finally:
        plain.unlink(missing_ok=True)


def _recipients(typed: Sequence[str]) -> list[Any]:
    pyrage = _library(CannotBackUp)
    found = []
    for text in typed:
        kind = pyrage.ssh if text.startswith("ssh-") else pyrage.x25519
        try:
            found.append(kind.Recipient.from_str(text.strip()))
        except pyrage.RecipientError as error:
            raise CannotBackUp(
                f"{text!r} is not a recipient. A recipient begins with age1 or ssh-. "
                "`age-keygen` makes one, and the identity that opens the backup."
            ) from error
    return found


def _identities(file: Path) -> list[Any]:
    pyrage = _library(CannotRestore)
    try:
        content = file.read_bytes()
        if content.startswith(b"-----BEGIN"):
            return [pyrage.ssh.Identity.from_buffer(content)]
        lines = [line.strip() for line in content.decode().splitlines()]
        written = [line for line in lines if line and not line.startswith("#")]
        known = [pyrage.x25519.Identity.from_str(line) for line in written]
    except (OSError, UnicodeDecodeError, pyrage.IdentityError) as error:
        raise CannotRestore(f"{file} holds no identity that can be read.") from error
    if not known:
        raise CannotRestore(f"{file} holds no identity.")
    return known


def _library(problem: type[Exception]) -> Any:  # noqa: ANN401 - a module of an extra
    try:
        import pyrage
    except ImportError as error:
        raise problem(NO_EXTRA) from error
    return pyrage


@contextmanager
def _own(path: Path) -> Iterator[Any]:
    """Open a new file that only its owner can read."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        yield file


def _remove_leftovers(folder: Path) -> None:
    """Remove what a killed backup left behind."""
    for leftover in folder.glob(f"{PLAIN}.*"):
        if time.time() - leftover.stat().st_mtime > LEFTOVER_SECONDS:
            leftover.unlink(missing_ok=True)
