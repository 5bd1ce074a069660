"""The child on Lambda: it opens files, and says of a PDF which pages somebody else has to see."""

import sys
from collections.abc import Callable

from fullhouse.lanes.documents.child import serve


def _read(content: bytes, kind: str, _loading: Callable[[], None]) -> str:
    if kind == "pdf":
        from fullhouse.lanes.documents.pdf import read_text

        return read_text(content)
    from fullhouse.lanes.documents.opening import open_file

    return open_file(content, kind)


if __name__ == "__main__":
    serve(_read, int(sys.argv[1]))
