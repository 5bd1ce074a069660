"""Cover images: a host's picture becomes two small JPEG files without any of its metadata.

It is opened only in a sandboxed child process.
"""

import io
from typing import TYPE_CHECKING

import msgspec

from fullhouse.engine.ports import Unreadable
from fullhouse.products.rsvp.event_content import LARGEST_IMAGE, WIDTHS

if TYPE_CHECKING:
    from PIL.Image import Image

FORMATS = ("JPEG", "PNG", "WEBP")
LARGEST_UPLOAD = 8 * 1024 * 1024
MOST_PIXELS = 50_000_000
# Narrower than any phone, or so long that it would be the whole page.
LEAST_SIDE = 200
MOST_STRETCHED = 4
QUALITIES = (80, 65, 50, 35)
WHITE = (255, 255, 255)

NO_PICTURE = "no_picture"
TOO_LARGE = "too_large"
TOO_MANY_PIXELS = "too_many_pixels"
TOO_SMALL = "too_small"
TOO_NARROW = "too_narrow"
TOO_DETAILED = "too_detailed"


class CoverImages(msgspec.Struct, frozen=True):
    """A picture as JPEG, one for each of `WIDTHS`, with the size of the largest."""

    width: int
    height: int
    images: tuple[bytes, ...]


def make_cover(content: bytes) -> CoverImages:
    """Decode a picture and encode it anew, or raise `Unreadable` with one of the codes above."""
    picture = upright(_checked(opened(content)))
    images, size = [], (0, 0)
    for width in WIDTHS:
        small = _resized(picture, width)
        images.append(_encoded(small))
        size = small.size
    return CoverImages(*size, tuple(images))


def opened(content: bytes) -> "Image":
    """Return a picture that is not decoded yet; it has no more pixels than can be decoded."""
    from PIL import Image

    try:
        found = Image.open(io.BytesIO(content), formats=FORMATS)
    except (OSError, ValueError, Image.DecompressionBombError) as error:
        raise Unreadable(NO_PICTURE) from error
    width, height = found.size
    if width * height > MOST_PIXELS:
        raise Unreadable(TOO_MANY_PIXELS)
    return found


def _checked(found: "Image") -> "Image":
    width, height = found.size
    if min(width, height) < LEAST_SIDE:
        raise Unreadable(TOO_SMALL)
    if max(width, height) > MOST_STRETCHED * min(width, height):
        raise Unreadable(TOO_NARROW)
    return found


def upright(found: "Image") -> "Image":
    """Decode a picture, and return it upright and without transparency or metadata."""
    from PIL import ImageOps

    try:
        # A JPEG is decoded at a fraction of its size, which is all that is needed.
        found.draft("RGB", (2 * WIDTHS[-1], 2 * WIDTHS[-1]))
        made = _flat(ImageOps.exif_transpose(found))
    except (OSError, ValueError, SyntaxError) as error:
        raise Unreadable(NO_PICTURE) from error
    made.info.clear()  # comments and the like would be written into the new file
    return made


def _flat(picture: "Image") -> "Image":
    from PIL import Image

    if not picture.has_transparency_data:
        return picture.convert("RGB")
    seen = picture.convert("RGBA")
    flat = Image.new("RGB", seen.size, WHITE)
    flat.paste(seen, mask=seen.getchannel("A"))
    return flat


def _resized(picture: "Image", width: int) -> "Image":
    """Return a picture of this width; one that is narrower stays as it is."""
    if picture.width <= width:
        return picture
    return picture.resize((width, max(1, round(picture.height * width / picture.width))))


def _encoded(picture: "Image") -> bytes:
    for quality in QUALITIES:
        file = io.BytesIO()
        plain = {"optimize": True, "progressive": True, "exif": b"", "icc_profile": None}
        picture.save(file, "JPEG", quality=quality, **plain)
        if file.tell() <= LARGEST_IMAGE:
            return file.getvalue()
    raise Unreadable(TOO_DETAILED)
