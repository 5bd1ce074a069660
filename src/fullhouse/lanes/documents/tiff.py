"""How many pages a TIFF has, by the list that it keeps of them; no page is looked at."""

import struct

from fullhouse.engine.ports import Unreadable
from fullhouse.lanes.documents.limits import MOST_PAGES

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
