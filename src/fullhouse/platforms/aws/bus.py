"""The default event bus: news of all three lists for anyone else, without names and addresses.

News may come twice; the number of its line lets others drop what they have heard.
"""

import logging
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from fullhouse.kernel.audit import AuditLine
from fullhouse.platforms.aws.dynamodb.item_codec import to_line
from fullhouse.platforms.aws.streams import Failures, Streamed, left_over
from fullhouse.products.frontdesk.appointments.model import SCOPE as APPOINTMENTS
from fullhouse.products.frontdesk.waitlist import bus_events as waitlist
from fullhouse.products.rsvp.bus_events import bus_event, whom

log = logging.getLogger("fullhouse.bus")

SOURCE, PREFIX = "fullhouse.ev", "ev."
WAITLIST_SOURCE, WAITLIST_PREFIX = "fullhouse.wl", "wl."
APPOINTMENTS_SOURCE, APPOINTMENTS_PREFIX = "fullhouse.ar", "ar."
# The moves of an appointment, and what the note on the line of each says.
MOVES = {"first_reminder": "channel", "second_reminder": "channel", "gap_alert": "reason"}
AT_ONCE = 10
TRIES = 3

Entry = dict[str, Any]


def entries(line: AuditLine) -> list[Entry]:
    """Put a line of the audit into the bus's words; most lines have none."""
    if line.scope == waitlist.SCOPE:
        told = waitlist.bus_event(line)
        return [
            _entry(line, WAITLIST_SOURCE, f"{WAITLIST_PREFIX}{one.what}", one.about) for one in told
        ]
    if line.scope == APPOINTMENTS:
        return _of_appointments(line)
    about = {"event_id": line.scope, "guest_id": whom(line)}
    return [_entry(line, SOURCE, f"{PREFIX}{one}", about) for one in bus_event(line)]


def _of_appointments(line: AuditLine) -> list[Entry]:
    if line.action not in MOVES:
        return []
    about = {"appt_id": line.subject, MOVES[line.action]: line.note}
    return [_entry(line, APPOINTMENTS_SOURCE, f"{APPOINTMENTS_PREFIX}{line.action}", about)]


def _entry(line: AuditLine, source: str, what: str, about: Mapping[str, Any]) -> Entry:
    detail = msgspec.json.encode({**about, "number": line.number, "at": line.at}).decode()
    return {"Source": source, "DetailType": what, "Detail": detail, "Time": line.at}


def publish(client: Any, records: Iterable[Streamed]) -> Failures:  # noqa: ANN401 - botocore makes its classes when it runs
    """Put the news of new lines on the bus, in order; say from which record on that could not be done.

    A line that changed is not new: someone was taken out of it.
    """
    fresh = [record for record in records if record.became == "INSERT" and record.after is not None]
    told = [(record, entry) for record in fresh for entry in entries(to_line(record.after or {}))]
    for start in range(0, len(told), AT_ONCE):
        left = _put(client, told[start : start + AT_ONCE])
        if left:
            log.error(
                "news could not be put on the bus",
                extra={"facts": {"error": "PutEvents", "entries": len(left)}},
            )
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
