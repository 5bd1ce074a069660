"""Share images of events: drawn once for each look of a room, and offered where they can be."""

import asyncio
import threading
from typing import cast

import msgspec
from starlette.applications import Starlette
from starlette.testclient import TestClient

from fullhouse.engine.ports import Unreadable
from fullhouse.inbound.share_image import RoomDots
from fullhouse.products.rsvp.room_plan import Headcount
from fullhouse.web.dependencies import attach, dependencies_of
from fullhouse.web.graphics.share_images import ShareImages
from tests.support.event_app import Evening


class Drawing:
    """Draws nothing, and notes who asked."""

    def __init__(self, *, breaks: bool = False) -> None:
        self.breaks = breaks
        self.rooms: list[RoomDots] = []
        self.threads: set[int] = set()

    def draw(self, dots: RoomDots) -> bytes:
        self.rooms.append(dots)
        self.threads.add(threading.get_ident())
        if self.breaks:
            raise Unreadable("crashed")
        return f"{len(dots.taken)} of {len(dots.taken) + len(dots.open)}".encode()


def use(web: TestClient, drawing: Drawing) -> None:
    app = cast("Starlette", web.app)
    attach(
        app,
        msgspec.structs.replace(dependencies_of(app), share_images=ShareImages(drawing.draw)),
    )


async def test_a_room_that_looks_the_same_is_drawn_once_and_never_on_the_loop() -> None:
    drawing = Drawing()
    images = ShareImages(drawing.draw)
    asked = [images.of(Headcount(40, taken % 3)) for taken in range(30)]
    assert set(await asyncio.gather(*asked)) == {b"0 of 40", b"1 of 40", b"2 of 40"}
    assert len(drawing.rooms) == 3
    assert threading.get_ident() not in drawing.threads


async def test_a_picture_that_cannot_be_drawn_is_tried_again() -> None:
    drawing = Drawing(breaks=True)
    images = ShareImages(drawing.draw)
    assert await images.of(Headcount(2)) is None
    drawing.breaks = False
    assert await images.of(Headcount(2)) == b"0 of 2"


def test_previews_of_an_event_without_a_cover_show_its_room(
    evening: Evening, web: TestClient
) -> None:
    use(web, Drawing())
    evening.opens(cap=3)
    evening.signs_up("Ada")
    page = web.get("/e/party").text
    address = "http://testserver/e/party/share.png"
    assert f'<meta property="og:image" content="{address}">' in page
    assert '<meta property="og:image:alt" content="1 of 3 seats taken, 2 open">' in page
    assert '<meta name="twitter:card" content="summary_large_image">' in page
    sent = web.get(address)
    assert (sent.headers["content-type"], sent.content) == ("image/png", b"1 of 3")
    assert sent.headers["cache-control"] == "public, max-age=300"
    assert web.get("/e/none/share.png").status_code == 404


def test_where_nothing_can_be_drawn_none_is_offered(evening: Evening, web: TestClient) -> None:
    evening.opens()
    assert "og:image" not in web.get("/e/party").text
    assert web.get("/e/party/share.png").status_code == 404


def test_a_drawing_that_fails_is_no_error_of_the_page(evening: Evening, web: TestClient) -> None:
    use(web, Drawing(breaks=True))
    evening.opens()
    assert web.get("/e/party").status_code == 200
    assert web.get("/e/party/share.png").status_code == 404
