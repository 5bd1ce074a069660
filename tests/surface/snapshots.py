"""Committed texts of what people and stored data rely on, and how tests compare with them.

A difference is either a mistake or an intended change of a public surface. To accept an intended
one, run

    ACCEPT_SURFACE=1 .venv/bin/pytest -n 0 tests/surface

and commit the changed files in `tests/surface/snapshots/`. Stored names are only ever added this
way: old databases hold the old ones, so `compare_stored` never takes one off its list.
"""

import os
from collections.abc import Iterable
from difflib import unified_diff
from pathlib import Path

FOLDER = Path(__file__).parent / "snapshots"
HOW = (
    "If this is intended, run ACCEPT_SURFACE=1 .venv/bin/pytest -n 0 tests/surface "
    "and commit the change."
)


def accepts() -> bool:
    return os.environ.get("ACCEPT_SURFACE") == "1"


def compare(name: str, text: str, folder: Path = FOLDER) -> None:
    """Fail unless the text equals the committed one."""
    file = folder / name
    if accepts():
        file.write_text(text, encoding="utf-8")
    known = file.read_text(encoding="utf-8") if file.exists() else ""
    if known != text:
        lines = unified_diff(
            known.splitlines(), text.splitlines(), f"committed {name}", "now", n=1, lineterm=""
        )
        message = "\n".join(["A public surface changed.", *lines, HOW])
        raise AssertionError(message)


def compare_stored(name: str, lines: Iterable[str], folder: Path = FOLDER) -> None:
    """Fail if a committed line is gone, which nothing can accept, or a new one is not listed."""
    file, now = folder / name, set(lines)
    known = set(file.read_text(encoding="utf-8").splitlines()) if file.exists() else set()
    if gone := sorted(known - now):
        message = "\n".join([f"Stored data still uses names of {name} that are gone:", *gone])
        raise AssertionError(message)
    if accepts():
        file.write_text("".join(f"{line}\n" for line in sorted(now)), encoding="utf-8")
    elif added := sorted(now - known):
        message = "\n".join([f"{name} does not list these yet:", *added, HOW])
        raise AssertionError(message)
