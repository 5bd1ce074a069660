"""Files in memory: the same contract, nothing durable."""

import re

from fullhouse.engine.ports import BadName

NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,120}(/[a-z0-9][a-z0-9._-]{0,120})*", re.ASCII)


class MemoryFiles:
    """Keeps files in a dictionary."""

    def __init__(self) -> None:
        """Start empty."""
        self.kept: dict[str, bytes] = {}

    def keep(self, name: str, content: bytes) -> None:
        """Store the content unless the name is taken."""
        self.kept.setdefault(_checked_name(name), content)

    def read(self, name: str) -> bytes | None:
        """Return the content of a file, or None."""
        return self.kept.get(_checked_name(name))

    def forget(self, name: str) -> None:
        """Remove a file if it exists."""
        self.kept.pop(_checked_name(name), None)


def _checked_name(name: str) -> str:
    if not NAME.fullmatch(name):
        raise BadName(name)
    return name
