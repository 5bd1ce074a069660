"""Unpacked size of a PDF's streams, piece by piece: a bomb is refused before it is opened.

Every stream that can be unpacked in the usual way is, also one that is packed twice; its first
bytes are not trusted. What is packed in other ways, or is hidden by a password, meets the limits
in time and memory of the process that opens it.
"""

import re
import zlib
from collections.abc import Iterator
from itertools import chain

from fullhouse.engine.ports import Unreadable
from fullhouse.inbound.attachments.limits import LARGEST_UNPACKED, MOST_PIXELS, TOO_MUCH_INSIDE

STREAM = re.compile(rb"stream\r?\n")
PICTURE = re.compile(rb"/Subtype\s*/Image\b")
A_HEAD = 600  # bytes before a stream, among which it says what it is
A_PIECE = 256 * 1024
MOST_TIMES = 3  # that one thing is packed
LARGEST_PICTURES = 4 * MOST_PIXELS  # of all pages, four bytes a dot


def check_unpacked_size(content: bytes) -> None:
    """Refuse a PDF that is far larger inside than a document can be."""
    scales = {False: _Scale(LARGEST_UNPACKED), True: _Scale(LARGEST_PICTURES)}
    for found in STREAM.finditer(content):
        head = content[max(0, found.start() - A_HEAD) : found.start()].rpartition(b"endobj")[2]
        scales[PICTURE.search(head) is not None].weigh(_pieces(content, found.end()))


class _Scale:
    """Adds up the sizes of one stream after the other, and stops when it is too much."""

    def __init__(self, largest: int) -> None:
        """Set the largest size."""
        self.left = largest

    def weigh(self, pieces: Iterator[bytes], times: int = MOST_TIMES) -> None:
        """Unpack a stream to its end, and also what is packed inside it."""
        unpacked = self._weighed(_unpacked(pieces))
        first = next(unpacked, b"")
        if first and times > 1:
            self.weigh(chain((first,), unpacked), times - 1)
        for _ in unpacked:
            pass

    def _weighed(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        for piece in pieces:
            self.left -= len(piece)
            if self.left < 0:
                raise Unreadable(TOO_MUCH_INSIDE)
            yield piece


def _pieces(content: bytes, start: int) -> Iterator[bytes]:
    return (content[at : at + A_PIECE] for at in range(start, len(content), A_PIECE))


def _unpacked(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Unpack to the end of a stream, or to where it is none."""
    unpacking = zlib.decompressobj()
    try:
        for piece in pieces:
            left = piece
            while left and not unpacking.eof:
                yield unpacking.decompress(left, A_PIECE)
                left = unpacking.unconsumed_tail
            if unpacking.eof:
                return
    except zlib.error:
        return
