"""The child on Lambda: it opens files, and says of a PDF which pages somebody else has to see."""

import sys
from collections.abc import Callable

from fullhouse.inbound.attachments.sandbox_worker import serve


def _read(content: bytes, kind: str, _loading: Callable[[], None]) -> str:
    if kind == "pdf":
        from fullhouse.inbound.attachments.pdf import read_text

        return read_text(content)
    from fullhouse.inbound.attachments.opening import open_file

    return open_file(content, kind)


if __name__ == "__main__":
    serve(_read, int(sys.argv[1]))
