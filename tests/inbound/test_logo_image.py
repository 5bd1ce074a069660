"""Logos: what becomes of a picture, and which files are refused."""

import io
from random import Random

import pytest
from PIL import Image

from fullhouse.engine.brand import LARGEST_LOGO
from fullhouse.engine.ports import Unreadable
from fullhouse.inbound.logo_image import REASONS, make_logo
from tests.inbound.test_cover_image import opened, picture


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_picture_becomes_a_small_png(kind: str) -> None:
    made = make_logo(picture(kind))
    assert (made.width, made.height) == (320, 160)
    assert opened(made.content).size == (320, 160)
    assert opened(made.content).format == "PNG"


def test_a_small_logo_is_not_blown_up() -> None:
    assert make_logo(picture("PNG", (60, 30))).width == 60


def test_what_is_transparent_becomes_white() -> None:
    made = make_logo(picture("PNG", (100, 50), "RGBA"))
    assert opened(made.content).convert("RGB").getpixel((5, 5)) == (255, 255, 255)


def test_nothing_of_the_file_is_kept_but_the_picture() -> None:
    file = io.BytesIO()
    Image.new("RGB", (200, 100), "navy").save(file, "JPEG", comment=b"Ada's desk")
    made = make_logo(file.getvalue())
    assert b"Ada's desk" not in made.content
    assert not opened(made.content).getexif()


def test_a_photo_is_made_small_by_fewer_colours() -> None:
    noise = Random(1).randbytes(480 * 160 * 3)
    file = io.BytesIO()
    Image.frombytes("RGB", (480, 160), noise).save(file, "PNG")
    made = make_logo(file.getvalue())
    assert len(made.content) <= LARGEST_LOGO


@pytest.mark.parametrize("content", [b"", b"<svg/>", picture("PNG", (20, 100))])
def test_other_files_are_refused(content: bytes) -> None:
    with pytest.raises(Unreadable) as refused:
        make_logo(content)
    assert refused.value.reason in REASONS
