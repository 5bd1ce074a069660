"""A PDF is weighed before it is opened: a bomb costs little, a large scan is none."""

import time
import zlib
from collections.abc import Iterator

import pytest

from fullhouse.engine.ports import Unreadable
from fullhouse.lanes.documents.limits import MB, TOO_MUCH_INSIDE
from fullhouse.lanes.documents.pdf_weight import weigh_pdf
from tests.corpus.pages import text_pdf
from tests.lanes.documents.desks import file

HUGE = b"(0) Tj " * (100 * MB // 7)


def stream(packed: bytes, about: bytes = b"/Filter /FlateDecode") -> bytes:
    return b"%%PDF-1.4\n1 0 obj\n<< /Length %d %s >>\nstream\n%s\nendstream\nendobj\n" % (len(packed), about, packed)


@pytest.fixture(autouse=True)
def quick() -> Iterator[None]:
    began = time.process_time()
    yield
    assert time.process_time() - began < 3


@pytest.mark.parametrize(
    "content",
    [
        stream(zlib.compress(HUGE)),
        stream(zlib.compress(zlib.compress(HUGE))),
        stream(zlib.compress(zlib.compress(b"short") + bytes(30 * MB))),
        b"".join(stream(zlib.compress(HUGE[: 5 * MB])) for _ in range(6)),
        stream(zlib.compress(bytes(250 * MB)), b"/Subtype /Image /Filter /FlateDecode"),
        stream(zlib.compress(HUGE), b"/Filter /FlateDecode").replace(b"stream\n", b"stream\r\n", 1),
    ],
    ids=["packed", "packed twice", "packed behind something short", "many", "a picture", "another system's lines"],
)
def test_a_bomb_is_refused(content: bytes) -> None:
    with pytest.raises(Unreadable) as refused:
        weigh_pdf(content)
    assert refused.value.reason == TOO_MUCH_INSIDE


@pytest.mark.parametrize(
    "content",
    [
        text_pdf(["Anna"]),
        file("pdf", scan=True)[1],
        stream(zlib.compress(bytes(26 * MB)), b"/Subtype/Image /Filter /FlateDecode"),
        stream(zlib.compress(HUGE[:MB])[:-500]),
        stream(b"\x78\x9cno stream at all"),
        b"noise",
    ],
    ids=["text", "scan", "an unpacked page at 300 dots", "half", "noise in a stream", "noise"],
)
def test_a_document_is_not(content: bytes) -> None:
    weigh_pdf(content)
