"""A PDF is weighed before it is opened: a bomb costs little, a large scan is none."""

import zlib
from collections.abc import Callable
from functools import cache

import pytest

from fullhouse.engine.ports import Unreadable
from fullhouse.inbound.attachments.limits import MB, TOO_MUCH_INSIDE
from fullhouse.inbound.attachments.pdf_size import check_unpacked_size
from tests.corpus.pages import text_pdf
from tests.inbound.attachments.desks import file
from tests.support.cpu_time import cpu_within
from tests.support.proof import some_of

LONGEST_SECONDS = 3


@cache
def huge() -> bytes:
    return b"(0) Tj " * (100 * MB // 7)


@cache
def packed() -> bytes:
    return zlib.compress(huge())


def narrow(content: bytes, bits: int) -> bytes:
    """Pack with a smaller window, which shows in the first byte."""
    packing = zlib.compressobj(9, zlib.DEFLATED, bits)
    return packing.compress(content) + packing.flush()


def stream(packed: bytes, about: bytes = b"/Filter /FlateDecode") -> bytes:
    return b"%%PDF-1.4\n1 0 obj\n<< /Length %d %s >>\nstream\n%s\nendstream\nendobj\n" % (
        len(packed),
        about,
        packed,
    )


# Each is made when its test runs: packing takes seconds, which would slow down collection.
BOMBS: dict[str, Callable[[], bytes]] = {
    "packed": lambda: stream(packed()),
    "packed twice, the inner one with another window": lambda: stream(
        zlib.compress(narrow(huge(), 12))
    ),
    "packed twice": lambda: stream(zlib.compress(packed())),
    "packed behind something short": lambda: stream(
        zlib.compress(zlib.compress(b"short") + bytes(30 * MB))
    ),
    "many": lambda: stream(zlib.compress(huge()[: 5 * MB])) * 6,
    "a picture": lambda: stream(
        zlib.compress(bytes(250 * MB)), b"/Subtype /Image /Filter /FlateDecode"
    ),
    "another system's lines": lambda: stream(packed()).replace(b"stream\n", b"stream\r\n", 1),
}
# The first byte of each differs.
WINDOWS = {f"packed with a window of 2^{bits}": bits for bits in range(14, 8, -1)}
DOCUMENTS: dict[str, Callable[[], bytes]] = {
    "text": lambda: text_pdf(["Anna"]),
    "scan": lambda: file("pdf", scan=True)[1],
    "an unpacked page at 300 dots": lambda: stream(
        zlib.compress(bytes(26 * MB)), b"/Subtype/Image /Filter /FlateDecode"
    ),
    "half": lambda: stream(zlib.compress(huge()[:MB])[:-500]),
    "noise in a stream": lambda: stream(b"\x78\x9cno stream at all"),
    "noise": lambda: b"noise",
}


@pytest.mark.timing
@pytest.mark.parametrize("name", [*some_of(WINDOWS, keep=1), *some_of(BOMBS, keep=4)])
def test_a_bomb_is_refused(name: str) -> None:
    content = BOMBS[name]() if name in BOMBS else stream(narrow(huge(), WINDOWS[name]))
    with cpu_within(LONGEST_SECONDS), pytest.raises(Unreadable) as refused:
        check_unpacked_size(content)
    assert refused.value.reason == TOO_MUCH_INSIDE


@pytest.mark.timing
@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_is_not(name: str) -> None:
    content = DOCUMENTS[name]()
    with cpu_within(LONGEST_SECONDS):
        check_unpacked_size(content)
