"""Share images: the room of an event as a PNG, for previews of links to its page.

It has no words, so it needs no font: each preview writes the event's name beside it.
"""

import io
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH, HEIGHT = 1200, 630
# Drawn so much larger and then made smaller, so that circles have smooth edges.
FINER = 2
MARGIN = 70
RADIUS = 0.35  # of the distance between two seats
RING = 0.085
PAPER, INK, CURTAIN, LINE = "#faf6ef", "#211c18", "#a3182e", "#8d8378"


class RoomDots(msgspec.Struct, frozen=True):
    """The seats of a room: the size of its plan, the distance of two seats, and their spots."""

    width: int
    height: int
    step: int
    taken: tuple[tuple[int, int], ...] = ()
    held: tuple[tuple[int, int], ...] = ()
    open: tuple[tuple[int, int], ...] = ()


def draw_share_image(dots: RoomDots) -> bytes:
    """Return the picture of a room as PNG."""
    from PIL import Image, ImageDraw

    size = (WIDTH * FINER, HEIGHT * FINER)
    picture = Image.new("RGB", size, PAPER)
    pen = ImageDraw.Draw(picture)
    room = (size[0] - 2 * MARGIN * FINER, size[1] - 2 * MARGIN * FINER)
    # Small rooms do not become giants.
    scale = min(room[0] / dots.width, room[1] / dots.height, 4 * FINER)
    left = (size[0] - dots.width * scale) / 2
    top = (size[1] - dots.height * scale) / 2
    radius, ring = RADIUS * dots.step * scale, RING * dots.step * scale

    def box(spot: tuple[int, int], far: float) -> tuple[float, float, float, float]:
        x, y = left + spot[0] * scale, top + spot[1] * scale
        return (x - far, y - far, x + far, y + far)

    middle, half = size[0] / 2, dots.width * scale / 6
    y = top + 5 * scale
    stage = (middle - half, y - ring, middle + half, y + ring)
    pen.rounded_rectangle(stage, radius=ring, fill=CURTAIN)
    for spot in dots.taken:
        pen.ellipse(box(spot, radius), fill=INK)
    for spot in dots.held:
        pen.ellipse(box(spot, radius), outline=CURTAIN, width=round(2 * ring))
    for spot in dots.open:
        pen.ellipse(box(spot, radius * 0.9), outline=LINE, width=max(1, round(ring / 2)))
    return _as_png(picture.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS))


def _as_png(picture: "Image") -> bytes:
    """Return a picture as PNG; it has few tones, so a palette of 64 shows all of them."""
    file = io.BytesIO()
    picture.quantize(64).save(file, "PNG", optimize=True)
    return file.getvalue()
