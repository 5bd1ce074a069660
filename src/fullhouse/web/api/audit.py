"""The audit over the API: what happened to an event, line by line."""

import asyncio
import re

import msgspec

from fullhouse.engine.ports import AuditPage
from fullhouse.kernel.audit import AuditChange, to_plain
from fullhouse.products.rsvp.audit_counts import CountedLine, EventCounts, count_forwards
from fullhouse.products.rsvp.model import Event
from fullhouse.web.api.cursors import number, split_page
from fullhouse.web.api.endpoint import ApiCall, Endpoint
from fullhouse.web.api.events import found
from fullhouse.web.api.schema import AuditOut, ListQuery, Page

READ_AT_ONCE = 500
# The number of the last line and the counts after it, so that no page is read from the start.
CURSOR = re.compile(r"\d{1,18}((?:~-?\d{1,9}){6})", re.ASCII)


def show(counted: CountedLine) -> AuditOut:
    """Return the schema of an audit line: the subject's changes and the event's counters."""
    line = counted.line
    subject = next(
        (entry for entry in line.entries if entry.key[-1] == line.subject), AuditChange("", ())
    )
    counts: dict[str, int] = {}
    for entry in line.entries:
        if entry.kind == "event":
            counts.update(entry.adds)
    return AuditOut(
        at=line.at,
        by=line.by,
        action=line.action,
        subject=line.subject,
        before={**to_plain(subject.before), "counts": counted.before.shown},
        after={**to_plain(subject.after), "counts": counted.after.shown},
        counts=counts,
        note=line.note,
    )


async def _list(call: ApiCall) -> Page[AuditOut]:
    event, query = found(call), call.query
    after, before = await _place(call, event, query.cursor)
    lines = call.engine.load(AuditPage(event.id, after, query.limit + 1))
    return split_page(count_forwards(before, lines), query.limit, show, _cursor)


def _cursor(counted: CountedLine) -> str:
    counts = map(str, msgspec.structs.astuple(counted.after))
    return "~".join((str(counted.line.number), *counts))


async def _place(call: ApiCall, event: Event, cursor: str) -> tuple[int, EventCounts]:
    """Return the last line of the page before, and the counts after it."""
    if CURSOR.fullmatch(cursor):
        last, *counts = map(int, cursor.split("~"))
        return last, EventCounts(*counts)
    last = number(cursor)
    return last, await _counts_after(call, event, last)


async def _counts_after(call: ApiCall, event: Event, last: int) -> EventCounts:
    """Return the counts after a line, from the first line on: an old cursor has none."""
    counts, read = EventCounts(), 0
    while read < last:
        lines = call.engine.load(AuditPage(event.id, read, READ_AT_ONCE))
        counted = count_forwards(counts, [line for line in lines if line.number <= last])
        if not counted:
            break
        counts, read = counted[-1].after, counted[-1].line.number
        await asyncio.sleep(0)
    return counts


AUDIT = [
    Endpoint(
        method="GET",
        path="/events/{event}/audit",
        does="Tell what happened to an event, from the first line on.",
        handle=_list,
        query=ListQuery,
        answer=Page[AuditOut],
        refusals=(404,),
    )
]
