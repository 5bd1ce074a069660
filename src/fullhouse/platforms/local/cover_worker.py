"""Sandbox process that makes covers and logos out of pictures, and draws share images."""

import sys
from collections.abc import Callable

import msgspec

from fullhouse.inbound.attachments.sandbox_worker import serve
from fullhouse.inbound.cover_image import make_cover
from fullhouse.inbound.logo_image import make_logo
from fullhouse.inbound.share_image import RoomDots, draw_share_image


def _make(content: bytes, kind: str, _loading: Callable[[], None]) -> bytes:
    if kind == "room":
        return draw_share_image(msgspec.msgpack.decode(content, type=RoomDots))
    if kind == "logo":
        return msgspec.msgpack.encode(make_logo(content))
    return msgspec.msgpack.encode(make_cover(content))


if __name__ == "__main__":
    serve(_make, int(sys.argv[1]))
