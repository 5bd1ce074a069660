"""Files in the data folder: written once, whole or not at all, and on the disk before it is said so."""

import os
import re
from pathlib import Path

from fullhouse.engine.ports import BadName

NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,120}", re.ASCII)


class LocalFiles:
    """Keeps files under one folder; for its owner alone."""

    def __init__(self, folder: Path) -> None:
        """Stand on a folder, which is made when the first file is kept."""
        self._folder = folder

    def keep(self, name: str, content: bytes) -> None:
        """Write beside the place, sync, and give it its name if that is still free."""
        path = self._path(name)
        if path.exists():
            return
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        fresh = path.with_name(f".{path.name}.{os.getpid()}")
        with open(fresh, "wb", opener=_for_us_alone) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
        _sync_folders(path.parent, self._folder)

    def read(self, name: str) -> bytes | None:
        """Return what is kept under a name, or None."""
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


def _for_us_alone(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _sync_folders(folder: Path, top: Path) -> None:
    """Put a new name on the disk, and those of the folders above that may be new with it."""
    for each in (folder, *folder.parents):
        handle = os.open(each, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
        if each == top.parent:
            return
