"""The child on this machine: it opens files, and sees what is written in pictures with a model that it loads itself."""

import sys
from collections.abc import Callable

from fullhouse.lanes.documents.child import serve
from fullhouse.lanes.documents.kinds import PAGED


def _read(content: bytes, kind: str, loading: Callable[[], None]) -> str:
    if kind in PAGED:
        from fullhouse.lanes.documents.pages import read_pages
        from fullhouse.platforms.local.seeing import see

        return read_pages(content, kind, lambda picture: see(picture, loading))
    from fullhouse.lanes.documents.opening import open_file

    return open_file(content, kind)


if __name__ == "__main__":
    serve(_read, int(sys.argv[1]))
