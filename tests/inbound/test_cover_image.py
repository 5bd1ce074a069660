"""Covers: what becomes of a host's picture, and which files are refused."""

import io
import struct
import zlib
from collections.abc import Callable

import pytest
from PIL import Image

from fullhouse.engine.ports import Unreadable
from fullhouse.inbound.cover_image import make_cover
from fullhouse.products.rsvp.event_content import LARGEST_IMAGE, WIDTHS

ORIENTATION, GPS = 0x0112, 0x8825


def picture(kind: str = "JPEG", size: tuple[int, int] = (1600, 800), mode: str = "RGB") -> bytes:
    file = io.BytesIO()
    Image.new(mode, size, "red" if mode == "RGB" else None).save(file, kind)
    return file.getvalue()


def opened(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_picture_becomes_small_files(kind: str) -> None:
    made = make_cover(picture(kind))
    assert (made.width, made.height) == (1280, 640)
    assert [opened(image).size for image in made.images] == [(640, 320), (1280, 640)]
    for image in made.images:
        assert opened(image).format == "JPEG"
        assert len(image) <= LARGEST_IMAGE


def test_a_small_picture_is_not_blown_up() -> None:
    made = make_cover(picture(size=(700, 400)))
    assert (made.width, made.height) == (700, 400)
    assert [opened(image).width for image in made.images] == [WIDTHS[0], 700]


def test_where_it_was_taken_is_removed_and_it_stands_upright() -> None:
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    exif[GPS] = {1: "N", 2: (52.0, 30.0, 0.0)}
    file = io.BytesIO()
    Image.new("RGB", (800, 400)).save(file, "JPEG", exif=exif, comment=b"Ada's garden")
    assert b"Ada's garden" in file.getvalue()
    made = make_cover(file.getvalue())
    assert (made.width, made.height) == (400, 800)
    for image in made.images:
        assert not opened(image).getexif()
        assert all(str(name).startswith(("jfif", "progress")) for name in opened(image).info)
        assert b"Ada's garden" not in image


def test_what_is_transparent_becomes_white() -> None:
    made = make_cover(picture("PNG", (400, 400), "RGBA"))
    assert opened(made.images[0]).getpixel((10, 10)) == (255, 255, 255)


def test_what_would_not_fit_into_a_record_is_refused() -> None:
    noise = Image.effect_noise((1280, 1280), 200).convert("RGB")
    file = io.BytesIO()
    noise.save(file, "PNG")
    with pytest.raises(Unreadable, match="too_detailed"):
        make_cover(file.getvalue())


def bomb() -> bytes:
    """A PNG of a few bytes that says it has three billion pixels."""
    head = struct.pack(">IIBBBBB", 60_000, 50_000, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(b"\0" * 1000)), (b"IEND", b""))
    found = b"\x89PNG\r\n\x1a\n"
    for name, data in parts:
        check = zlib.crc32(name + data)
        found += struct.pack(">I", len(data)) + name + data + struct.pack(">I", check)
    return found


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (lambda: b"", "no_picture"),
        (lambda: b"<svg xmlns='http://www.w3.org/2000/svg'/>", "no_picture"),
        (lambda: b"GIF89a" + bytes(100), "no_picture"),
        (lambda: picture()[:300], "no_picture"),
        (lambda: picture("PNG")[:200], "no_picture"),
        (lambda: picture("GIF"), "no_picture"),
        (lambda: picture("TIFF"), "no_picture"),
        (bomb, ("no_picture", "too_many_pixels")),
        (lambda: picture(size=(10_000, 5_100)), "too_many_pixels"),
        (lambda: picture(size=(199, 400)), "too_small"),
        (lambda: picture(size=(300, 1_300)), "too_narrow"),
    ],
)
@pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
def test_other_files_are_refused(content: Callable[[], bytes], reason: str | tuple[str]) -> None:
    with pytest.raises(Unreadable) as refused:
        make_cover(content())
    assert refused.value.reason in reason
