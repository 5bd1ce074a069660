"""Sandbox process that makes covers out of pictures."""

import sys
from collections.abc import Callable

import msgspec

from fullhouse.inbound.attachments.sandbox_worker import serve
from fullhouse.inbound.cover_image import make_cover


def _make(content: bytes, _kind: str, _loading: Callable[[], None]) -> bytes:
    return msgspec.msgpack.encode(make_cover(content))


if __name__ == "__main__":
    serve(_make, int(sys.argv[1]))
