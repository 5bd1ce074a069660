"""Files in several buckets, behind one door: the name of a file says on which shelf it stands."""

from collections.abc import Mapping

from fullhouse.engine.ports import Files


class Shelves:
    """Sends each name to its bucket: by what it begins with, or to the one for all others."""

    def __init__(self, others: Files, **apart: Files) -> None:
        """Take the bucket for most, and those for names that begin with a word of their own, such as `sheets/`."""
        self._others = others
        self._apart: Mapping[str, Files] = apart

    def keep(self, name: str, content: bytes) -> None:
        """Keep this under a name."""
        self._of(name).keep(name, content)

    def read(self, name: str) -> bytes | None:
        """Return what is kept under a name, or None."""
        return self._of(name).read(name)

    def forget(self, name: str) -> None:
        """Let go of what is kept under a name."""
        self._of(name).forget(name)

    def _of(self, name: str) -> Files:
        return self._apart.get(name.partition("/")[0], self._others)
