"""QR codes as pictures, always dark on light, because cameras need that."""

import struct
import zlib
from base64 import b64encode
from functools import lru_cache
from io import BytesIO
from typing import Any, Literal

MARGIN = 4
WHITE, BLACK = b"\xff", b"\x00"
# The best of the eight masks takes four times as long to find, and readers read them all.
MASK = 3


@lru_cache(maxsize=64)
def draw_code(url: str, kind: Literal["svg", "png"]) -> bytes:
    """Draw a QR code."""
    import segno

    drawn = BytesIO()
    options: dict[str, Any] = {"scale": 16}
    if kind == "svg":
        options = {"xmldecl": False, "scale": 8, "title": url}
    code = segno.make(url, error="m", micro=False, mask=MASK)
    code.save(drawn, kind=kind, light="#fff", **options)
    return drawn.getvalue()


def code_as_data(url: str) -> str:
    """Return a QR code as a `data:` address that a page can show."""
    return f"data:image/svg+xml;base64,{b64encode(draw_code(url, 'svg')).decode()}"


def draw_for_mail(url: str) -> bytes:
    """Draw a QR code as PNG for a mail, quickly: each guest has a code of their own.

    A module is eight pixels wide, with one bit for each: one byte.
    """
    import segno

    modules = segno.make(url, error="m", micro=False, mask=MASK).matrix
    sides = WHITE * MARGIN
    width = len(modules) + 2 * MARGIN
    blank = [WHITE * width] * MARGIN
    rows = [b"".join((sides, *map(_pixels, row), sides)) for row in modules]
    # Each row of pixels begins with the number of its filter: none.
    image = b"".join((b"\0" + row) * 8 for row in (*blank, *rows, *blank))
    header = struct.pack(">IIBBBBB", width * 8, width * 8, 1, 0, 0, 0, 0)
    parts = (_chunk(b"IHDR", header), _chunk(b"IDAT", zlib.compress(image)), _chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def _pixels(module: int) -> bytes:
    return BLACK if module else WHITE


def _chunk(kind: bytes, content: bytes) -> bytes:
    """Return a part of a PNG file."""
    checked = kind + content
    return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))
