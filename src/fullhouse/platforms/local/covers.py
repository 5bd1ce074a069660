"""Covers, logos and share images made in a child process, where Pillow is installed."""

from importlib.util import find_spec

import msgspec

from fullhouse.engine.ports import Unreadable
from fullhouse.inbound.attachments.limits import READING_SECONDS
from fullhouse.inbound.attachments.sandbox import CRASHED, Closing, SandboxedReader, child_of
from fullhouse.inbound.cover_image import CoverImages
from fullhouse.inbound.logo_image import LogoImage
from fullhouse.inbound.share_image import RoomDots

MEMORY_MB = 384
CHILD = child_of("fullhouse.platforms.local.cover_worker", MEMORY_MB)


class LocalCovers(SandboxedReader):
    """Makes covers, logos and share images in a child process of its own, one after the other."""

    def __init__(self) -> None:
        """Prepare; the child process starts with the first picture."""
        super().__init__(CHILD, READING_SECONDS)

    def make_cover(self, content: bytes) -> CoverImages:
        """Make a cover, or raise `Unreadable`."""
        try:
            made = self.parse(content, "cover")
        except (Closing, OSError) as error:
            raise Unreadable(CRASHED) from error
        return msgspec.msgpack.decode(made, type=CoverImages)

    def make_logo(self, content: bytes) -> LogoImage:
        """Make a logo, or raise `Unreadable`."""
        try:
            made = self.parse(content, "logo")
        except (Closing, OSError) as error:
            raise Unreadable(CRASHED) from error
        return msgspec.msgpack.decode(made, type=LogoImage)

    def draw_room(self, dots: RoomDots) -> bytes:
        """Draw the share image of a room, or raise `Unreadable`."""
        try:
            return self.parse(msgspec.msgpack.encode(dots), "room")
        except (Closing, OSError) as error:
            raise Unreadable(CRASHED) from error


def has_pillow() -> bool:
    """Return True if pictures can be decoded here: the extra `covers` is installed."""
    return find_spec("PIL") is not None
