"""Files in the data folder: each written once, whole or not at all, and synced to disk."""

import os
import re
from pathlib import Path

from fullhouse.engine.ports import BadName

FILES = "files"  # the folder of a server's files in its data folder
NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,120}", re.ASCII)


class LocalFiles:
    """Keeps files under one folder, readable by its owner only."""

    def __init__(self, folder: Path) -> None:
        """Use a folder; it is created with the first file."""
        self._folder = folder

    def keep(self, name: str, content: bytes) -> None:
        """Write to a temporary file, sync it and rename it, unless the name is taken."""
        path = self._path(name)
        if path.exists():
            return
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        fresh = path.with_name(f".{path.name}.{os.getpid()}")
        with open(fresh, "wb", opener=_open_private) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
        _sync_folders(path.parent, self._folder)

    def read(self, name: str) -> bytes | None:
        """Return the content of a file, or None."""
        try:
            return self._path(name).read_bytes()
        except FileNotFoundError:
            return None

    def forget(self, name: str) -> None:
        """Remove a file, if it is there."""
        self._path(name).unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        parts = name.split("/")
        if not all(NAME.fullmatch(part) for part in parts):
            raise BadName(name)
        return self._folder.joinpath(*parts)


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _sync_folders(folder: Path, top: Path) -> None:
    """Sync a folder and those above it, which may be new as well, up to the data folder."""
    for current in (folder, *folder.parents):
        handle = os.open(current, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
        if current == top.parent:
            return
