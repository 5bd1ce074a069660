"""Logos: a picture becomes one small PNG file on white, without any of its metadata.

It is opened only in a sandboxed child process.
"""

import io
from typing import TYPE_CHECKING

import msgspec

from fullhouse.engine.brand import LARGEST_LOGO, LOGO_HEIGHT, LOGO_WIDTH
from fullhouse.engine.ports import Unreadable
from fullhouse.inbound.cover_image import (
    NO_PICTURE,
    TOO_DETAILED,
    TOO_MANY_PIXELS,
    TOO_SMALL,
    opened,
    upright,
)

if TYPE_CHECKING:
    from PIL.Image import Image

LEAST_SIDE = 24
# A PNG of a photo is large; fewer colours make it smaller.
COLOURS = (256, 64, 16)
REASONS = (NO_PICTURE, TOO_DETAILED, TOO_MANY_PIXELS, TOO_SMALL)


class LogoImage(msgspec.Struct, frozen=True):
    """A logo as PNG, with its size."""

    width: int
    height: int
    content: bytes


def make_logo(content: bytes) -> LogoImage:
    """Decode a picture and encode it anew, or raise `Unreadable` with one of `REASONS`.

    It stands on white, so that dark letters can be read by night, too.
    """
    found = opened(content)
    if min(found.size) < LEAST_SIDE:
        raise Unreadable(TOO_SMALL)
    picture = upright(found)
    picture.thumbnail((LOGO_WIDTH, LOGO_HEIGHT))
    return LogoImage(*picture.size, _encoded(picture))


def _encoded(picture: "Image") -> bytes:
    for colours in COLOURS:
        file = io.BytesIO()
        picture.quantize(colours).save(file, "PNG", optimize=True)
        if file.tell() <= LARGEST_LOGO:
            return file.getvalue()
    raise Unreadable(TOO_DETAILED)
