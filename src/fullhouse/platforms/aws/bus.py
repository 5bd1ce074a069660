"""The default event bus: news of the guest list and the waitlist for anyone else, without names and addresses.

News may come twice; the number of its line lets others drop what they have heard.
"""

import logging
from collections.abc import Iterable
from typing import Any

import msgspec

from fullhouse.kernel.audit import Line
from fullhouse.platforms.aws.items import to_line
from fullhouse.platforms.aws.streams import Failures, Streamed, left_over
from fullhouse.products.rsvp.news import news, whom
from fullhouse.products.waitlist import news as waitlist

log = logging.getLogger("fullhouse.bus")

SOURCE, PREFIX = "fullhouse.ev", "ev."
WAITLIST_SOURCE, WAITLIST_PREFIX = "fullhouse.wl", "wl."
AT_ONCE = 10
TRIES = 3

Entry = dict[str, Any]


def entries(line: Line) -> list[Entry]:
    """Put a line of the audit into the bus's words; most lines have none."""
    if line.scope == waitlist.SCOPE:
        return _of_waitlist(line)
    detail = {"event_id": line.scope, "guest_id": whom(line), "number": line.number, "at": line.at}
    text = msgspec.json.encode(detail).decode()
    return [{"Source": SOURCE, "DetailType": f"{PREFIX}{one}", "Detail": text, "Time": line.at} for one in news(line)]


def _of_waitlist(line: Line) -> list[Entry]:
    told = {"number": line.number, "at": line.at}
    return [
        {
            "Source": WAITLIST_SOURCE,
            "DetailType": f"{WAITLIST_PREFIX}{one.what}",
            "Detail": msgspec.json.encode({**one.about, **told}).decode(),
            "Time": line.at,
        }
        for one in waitlist.news(line)
    ]


def publish(client: Any, records: Iterable[Streamed]) -> Failures:  # noqa: ANN401 - botocore makes its classes when it runs
    """Put the news of new lines on the bus, in order; say from which record on that could not be done.

    A line that changed is not new: someone was taken out of it.
    """
    fresh = [record for record in records if record.became == "INSERT" and record.after is not None]
    told = [(record, entry) for record in fresh for entry in entries(to_line(record.after or {}))]
    for start in range(0, len(told), AT_ONCE):
        left = _put(client, told[start : start + AT_ONCE])
        if left:
            log.error("news could not be put on the bus", extra={"facts": {"error": "PutEvents", "entries": len(left)}})
            return left_over([record for record, _ in left])
    return left_over([])


def _put(client: Any, told: list[tuple[Streamed, Entry]]) -> list[tuple[Streamed, Entry]]:  # noqa: ANN401 - as above
    """Put some on the bus, and those again that it did not take; return what is left."""
    for _ in range(TRIES):
        answer = client.put_events(Entries=[entry for _, entry in told])
        taken = answer["Entries"]
        told = [one for one, said in zip(told, taken, strict=True) if said.get("ErrorCode")]
        if not told:
            break
    return told
