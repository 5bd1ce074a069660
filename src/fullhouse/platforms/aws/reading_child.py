"""The child on Lambda: it reads what a PDF says by itself, and says which pages somebody else has to see."""

import sys
from collections.abc import Callable

from fullhouse.engine.ports import Unreadable
from fullhouse.lanes.documents.child import serve


def _read(content: bytes, kind: str, _loading: Callable[[], None]) -> str:
    from fullhouse.lanes.documents.pdf import read_text

    if kind != "pdf":
        raise Unreadable("This kind of file is not read.")
    return read_text(content)


if __name__ == "__main__":
    serve(_read, int(sys.argv[1]))
