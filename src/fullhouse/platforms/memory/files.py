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
        """Keep this, if the name is free."""
        self.kept.setdefault(_named(name), content)

    def read(self, name: str) -> bytes | None:
        """Return what is kept under a name, or None."""
        return self.kept.get(_named(name))

    def forget(self, name: str) -> None:
        """Let go of a file, if it is there."""
        self.kept.pop(_named(name), None)


def _named(name: str) -> str:
    if not NAME.fullmatch(name):
        raise BadName(name)
    return name
