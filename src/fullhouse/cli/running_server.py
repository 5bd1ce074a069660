"""The note of a running server in its folder: its address, and a token for this run.

Only the folder's owner can read it.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

FILE = "server.json"


class ServerInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The content of the note."""

    url: str
    token: str
    pid: int


@contextmanager
def leave_note(folder: Path, url: str) -> Iterator[str]:
    """Leave the note while the server runs, and yield its token."""
    note = ServerInfo(url=url, token=secrets.token_urlsafe(32), pid=os.getpid())
    fresh = folder / f"{FILE}.{note.pid}"
    with suppress(FileNotFoundError):
        fresh.unlink()
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(msgspec.json.encode(note))
    fresh.replace(folder / FILE)
    try:
        yield note.token
    finally:
        if read_note(folder) == note:
            (folder / FILE).unlink(missing_ok=True)


def read_note(folder: Path) -> ServerInfo | None:
    """Read the note, if there is one that can be read."""
    try:
        return msgspec.json.decode((folder / FILE).read_bytes(), type=ServerInfo)
    except (OSError, msgspec.DecodeError):
        return None
