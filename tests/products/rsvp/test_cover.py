"""The cover of an event: set, replaced, removed, and erased with the guests."""

from typing import Any

from fullhouse.kernel.records import Get
from fullhouse.products.rsvp.commands import SetGuestRetention
from fullhouse.products.rsvp.event_content import (
    WIDTHS,
    CoverImage,
    EditContent,
    EventContent,
    SetCover,
    image_id,
)
from tests.support.rsvp_world import EVENT, Room

FIRST: dict[str, Any] = {
    "digest": "aa",
    "width": 1280,
    "height": 640,
    "alt": "A mill",
    "images": (b"s", b"l"),
}


def give(room: Room, **fields: Any) -> str:
    return room.ask(SetCover(event_id=EVENT, **fields), "host").code


def content(room: Room) -> EventContent:
    found = room.store.load(Get(EventContent, (EVENT,)))
    assert found is not None
    return found


def files(room: Room) -> list[tuple[str, bytes] | None]:
    found = [room.store.load(Get(CoverImage, (image_id(EVENT, width),))) for width in WIDTHS]
    return [None if image is None else (image.digest, image.content) for image in found]


def test_a_cover_stands_beside_the_texts() -> None:
    room = Room()
    assert files(room) == [None, None]
    room.ask(EditContent(event_id=EVENT, description="Cake"), "host")
    assert give(room, **FIRST) == "changed"
    found = content(room)
    assert (found.cover, found.cover_width, found.cover_height) == ("aa", 1280, 640)
    assert (found.cover_alt, found.description) == ("A mill", "Cake")
    assert files(room) == [("aa", b"s"), ("aa", b"l")]
    assert room.actions()[-1] == "cover_changed"


def test_the_same_cover_again_changes_nothing() -> None:
    room = Room()
    give(room, **FIRST)
    assert give(room, **FIRST) == "unchanged"
    assert give(room, **{**FIRST, "alt": "The old mill"}) == "changed"


def test_a_cover_is_replaced_and_removed_with_its_files() -> None:
    room = Room()
    assert give(room) == "unchanged"
    give(room, **FIRST)
    give(room, **{**FIRST, "digest": "bb", "images": (b"S", b"L")})
    assert files(room) == [("bb", b"S"), ("bb", b"L")]
    assert give(room) == "changed"
    assert files(room) == [("", b""), ("", b"")]
    assert (content(room).cover, content(room).cover_alt) == ("", "")


def test_an_unknown_event_has_no_cover() -> None:
    room = Room()
    assert room.ask(SetCover(event_id="none", **FIRST), "host").code == "unknown_event"


def test_a_cover_is_erased_with_the_guests() -> None:
    room = Room()
    give(room, **FIRST)
    room.give(SetGuestRetention(days=30), "setup")
    room.until("2026-07-20T12:00")
    assert files(room) == [("", b""), ("", b"")]
    assert content(room) == EventContent(event_id=EVENT, rev=2)
