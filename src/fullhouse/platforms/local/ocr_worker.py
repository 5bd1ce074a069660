"""Sandbox process that reads attachments and recognises text in pictures."""

import sys
from collections.abc import Callable

from fullhouse.inbound.attachments.file_types import PAGED
from fullhouse.inbound.attachments.sandbox_worker import serve


def _read(content: bytes, kind: str, loading: Callable[[], None]) -> str:
    if kind in PAGED:
        from fullhouse.inbound.attachments.reader import read_pages
        from fullhouse.platforms.local.ocr import see

        return read_pages(content, kind, lambda picture: see(picture, loading))
    from fullhouse.inbound.attachments.opening import open_file

    return open_file(content, kind)


if __name__ == "__main__":
    serve(_read, int(sys.argv[1]))
