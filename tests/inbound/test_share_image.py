"""Share images: a room as a PNG of the size that previews want."""

import io

import pytest
from PIL import Image

from fullhouse.inbound.share_image import HEIGHT, WIDTH, draw_share_image
from fullhouse.products.rsvp.room_plan import Headcount
from fullhouse.web.graphics.share_images import dots_of

LARGEST = 100_000


def drawn(count: Headcount) -> Image.Image:
    content = draw_share_image(dots_of(count))
    assert len(content) < LARGEST
    picture = Image.open(io.BytesIO(content), formats=("PNG",))
    return picture.convert("RGB")


def dark(picture: Image.Image) -> int:
    """Return how many points of a picture are as dark as a taken seat."""
    return sum(picture.convert("L").histogram()[:50])


@pytest.mark.parametrize("cap", [1, 2, 7, 40, 400, 401, 2000, 1_000_000])
def test_a_room_of_any_size_fits_into_the_picture(cap: int) -> None:
    picture = drawn(Headcount(cap, cap))
    assert picture.size == (WIDTH, HEIGHT)
    paper = picture.getpixel((0, 0))
    edge = [picture.getpixel((x, y)) for x in range(0, WIDTH, 5) for y in (5, HEIGHT - 5)]
    edge += [picture.getpixel((x, y)) for y in range(0, HEIGHT, 5) for x in (5, WIDTH - 5)]
    assert set(edge) == {paper}
    assert dark(picture) > 1000


def test_more_taken_seats_are_more_filled_dots() -> None:
    shares = [dark(drawn(Headcount(40, confirmed))) for confirmed in (0, 10, 20, 40)]
    assert shares[0] == 0
    assert shares == sorted(set(shares))


def test_a_large_room_is_drawn_in_proportion() -> None:
    few, half, full = (dots_of(Headcount(2000, taken)) for taken in (200, 1000, 2000))
    assert [len(room.taken) for room in (few, half, full)] == [40, 200, 400]
    assert len(dots_of(Headcount(2000, 1000, 500)).held) == 100


def test_after_a_lowered_cap_every_guest_has_a_dot() -> None:
    room = dots_of(Headcount(5, 8))
    assert (len(room.taken), len(room.open)) == (8, 0)


def test_the_same_room_is_the_same_file() -> None:
    count = Headcount(40, 12, 3)
    assert draw_share_image(dots_of(count)) == draw_share_image(dots_of(count))
