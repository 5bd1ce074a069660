"""Bus events of all three lists for other systems, without names and addresses.

An event may come twice; the number of its audit line identifies it.
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
# Published actions of an appointment, and the field for the note of the audit line.
MOVES = {"first_reminder": "channel", "second_reminder": "channel", "gap_alert": "reason"}
AT_ONCE = 10
TRIES = 3

Entry = dict[str, Any]


def entries(line: AuditLine) -> list[Entry]:
    """Return the bus events of an audit line; most lines have none."""
    if line.scope == waitlist.SCOPE:
        return [
            _entry(line, WAITLIST_SOURCE, f"{WAITLIST_PREFIX}{event.what}", event.about)
            for event in waitlist.bus_event(line)
        ]
    if line.scope == APPOINTMENTS:
        return _of_appointments(line)
    about = {"event_id": line.scope, "guest_id": whom(line)}
    return [_entry(line, SOURCE, f"{PREFIX}{what}", about) for what in bus_event(line)]


def _of_appointments(line: AuditLine) -> list[Entry]:
    if line.action not in MOVES:
        return []
    about = {"appt_id": line.subject, MOVES[line.action]: line.note}
    return [_entry(line, APPOINTMENTS_SOURCE, f"{APPOINTMENTS_PREFIX}{line.action}", about)]


def _entry(line: AuditLine, source: str, what: str, about: Mapping[str, Any]) -> Entry:
    detail = msgspec.json.encode({**about, "number": line.number, "at": line.at}).decode()
    return {"Source": source, "DetailType": what, "Detail": detail, "Time": line.at}


def publish(
    client: Any,  # noqa: ANN401 - made by botocore
    records: Iterable[Streamed],
) -> Failures:
    """Publish the events of new audit lines in order; return the first record that failed.

    A line that only changed is not new: a person was erased from it.
    """
    pending: list[tuple[Streamed, Entry]] = []
    for record in records:
        if record.became == "INSERT" and record.after is not None:
            pending += [(record, entry) for entry in entries(to_line(record.after))]
    for start in range(0, len(pending), AT_ONCE):
        left = _put(client, pending[start : start + AT_ONCE])
        if left:
            log.error(
                "news could not be put on the bus",
                extra={"facts": {"error": "PutEvents", "entries": len(left)}},
            )
            return left_over([record for record, _ in left])
    return left_over([])


def _put(
    client: Any,  # noqa: ANN401 - made by botocore
    pending: list[tuple[Streamed, Entry]],
) -> list[tuple[Streamed, Entry]]:
    """Publish some events, with a few attempts; return those that failed."""
    for _ in range(TRIES):
        answer = client.put_events(Entries=[entry for _, entry in pending])
        results = zip(pending, answer["Entries"], strict=True)
        pending = [event for event, result in results if result.get("ErrorCode")]
        if not pending:
            break
    return pending
