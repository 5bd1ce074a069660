"""The child that makes covers: results as in process, and refusals of broken files."""

from collections.abc import Iterator

import pytest

from fullhouse.engine.ports import Unreadable
from fullhouse.inbound.cover_image import make_cover
from fullhouse.inbound.share_image import draw_share_image
from fullhouse.platforms.local.covers import LocalCovers, has_pillow
from fullhouse.products.rsvp.room_plan import Headcount
from fullhouse.web.graphics.share_images import dots_of
from tests.inbound.test_cover_image import bomb, picture


@pytest.fixture(scope="module")
def covers() -> Iterator[LocalCovers]:
    covers = LocalCovers()
    yield covers
    covers.close()


def test_a_cover_is_the_same_in_the_child(covers: LocalCovers) -> None:
    assert has_pillow()
    assert covers.make_cover(picture()) == make_cover(picture())


def test_a_large_photo_fits_into_the_childs_memory(covers: LocalCovers) -> None:
    assert covers.make_cover(picture(size=(8_000, 6_000))).width == 1280


@pytest.mark.parametrize("content", [b"", b"x" * 100, bomb()])
def test_a_broken_file_is_refused_and_the_next_one_is_read(
    covers: LocalCovers, content: bytes
) -> None:
    with pytest.raises(Unreadable):
        covers.make_cover(content)
    assert covers.make_cover(picture()).images


def test_a_share_image_is_the_same_in_the_child(covers: LocalCovers) -> None:
    dots = dots_of(Headcount(400, 300, 20))
    assert covers.draw_room(dots) == draw_share_image(dots)


def test_after_the_end_no_share_image_is_drawn() -> None:
    ended = LocalCovers()
    ended.close()
    with pytest.raises(Unreadable):
        ended.draw_room(dots_of(Headcount(3)))
