"""Sandboxed child process on Lambda: reads files, and reports scanned pages of a PDF."""

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
