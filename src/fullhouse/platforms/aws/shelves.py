"""Files in several buckets, behind one door: the name of a file says on which shelf it stands."""

from collections.abc import Mapping

from fullhouse.engine.ports import Files


class Shelves:
    """Sends each name to its bucket: by what it begins with, or to the one for all others."""

    def __init__(self, others: Files, apart: Mapping[str, Files]) -> None:
        """Take the bucket for most, and those for names that begin in a way of their own, such as with `sheets/`.

        Where one beginning is part of another, the longer one counts.
        """
        self._others = others
        self._apart = dict(sorted(apart.items(), key=lambda one: -len(one[0])))

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
        return next((files for start, files in self._apart.items() if name.startswith(start)), self._others)
