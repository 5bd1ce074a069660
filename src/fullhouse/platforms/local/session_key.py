"""The key of the desk's sessions and sign-in links: a file of its own that is in no backup."""

import hashlib
import os
import secrets
from contextlib import suppress
from pathlib import Path

from fullhouse.kernel.links import Key

FILE = "session.key"
KEY_BYTES = 32
ID_LENGTH = 12


def session_key(folder: Path) -> Key:
    """Return the key in a folder. Make one if there is none, or none that can be read."""
    try:
        secret = bytes.fromhex((folder / FILE).read_text())
    except (FileNotFoundError, ValueError):
        return renew_session_key(folder)
    if len(secret) != KEY_BYTES:
        return renew_session_key(folder)
    return _key(secret)


def renew_session_key(folder: Path) -> Key:
    """Replace the key, which ends every session and every sign-in link."""
    secret = secrets.token_bytes(KEY_BYTES)
    fresh = folder / f"{FILE}.new"
    with suppress(FileNotFoundError):
        fresh.unlink()
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as file:
        file.write(secret.hex())
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(folder / FILE)
    return _key(secret)


def _key(secret: bytes) -> Key:
    return Key(hashlib.sha256(secret).hexdigest()[:ID_LENGTH], secret)
