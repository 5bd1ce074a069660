"""Page count of a TIFF by its own list of pages, and words of a picture joined to lines."""

import struct
from collections.abc import Iterable

from fullhouse.engine.ports import Unreadable
from fullhouse.inbound.attachments.limits import MOST_PAGES

SAME_LINE = 0.6  # of a line's height

Word = tuple[float, float, float, str]


def in_lines(words: Iterable[Word]) -> str:
    """Join words that stand side by side; each comes with its top, its bottom and its left."""
    lines: list[list[Word]] = []
    for word in sorted(words):
        top, bottom, _, _ = word
        if lines and abs(lines[-1][0][0] - top) < SAME_LINE * (bottom - top):
            lines[-1].append(word)
        else:
            lines.append([word])
    return "\n".join(map(_joined, lines))


def _joined(line: list[Word]) -> str:
    from_left = sorted(line, key=lambda word: word[2])
    return " ".join(text for *_, text in from_left)


ORDERS = {b"II*\x00": "<", b"MM\x00*": ">"}
HEAD, AN_ENTRY = 8, 12
TOO_LONG = f"It has more than {MOST_PAGES} pages."
DAMAGED = "The picture is damaged."


def count_pages(content: bytes) -> int:
    """Count the pages, or raise `Unreadable` if there are too many, or none."""
    order = ORDERS.get(content[:4])
    if order is None or len(content) < HEAD:
        raise Unreadable(DAMAGED)
    count, at = 0, _number(content, 4, f"{order}I")
    while at:
        count += 1
        if count > MOST_PAGES:
            raise Unreadable(TOO_LONG)
        entries = _number(content, at, f"{order}H")
        at = _number(content, at + 2 + entries * AN_ENTRY, f"{order}I")
    if not count:
        raise Unreadable(DAMAGED)
    return count


def _number(content: bytes, at: int, kind: str) -> int:
    try:
        found: int = struct.unpack_from(kind, content, at)[0]
    except struct.error as error:
        raise Unreadable(DAMAGED) from error
    return found
