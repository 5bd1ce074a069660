"""Settings saved at the desk: a file that only this user may read, below the others in rank.

It is in no backup, because it may hold the password of the mail server.
"""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

STORED = "desk-settings.json"


def read_stored(folder: Path) -> dict[str, Any]:
    """Return the settings that were saved at the desk; none if there is no such file."""
    try:
        found = json.loads((folder / STORED).read_text())
    except FileNotFoundError:
        return {}
    return {name: dict(table) for name, table in found.items()}


def write_stored(folder: Path, settings: Mapping[str, Mapping[str, Any]]) -> None:
    """Replace the saved settings; the file is whole at any moment."""
    fresh = folder / f"{STORED}.new"
    with suppress(FileNotFoundError):
        fresh.unlink()
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as file:
        json.dump(settings, file)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(folder / STORED)
