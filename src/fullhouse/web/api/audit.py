"""The audit over the API: what happened to an event, line by line."""

from fullhouse.engine.ports import AuditPage
from fullhouse.kernel.audit import Entry, Line, plain
from fullhouse.web.api.events import found
from fullhouse.web.api.paging import cut, number
from fullhouse.web.api.shapes import AuditOut, ListQuery, Page
from fullhouse.web.api.table import Call, Endpoint


def show(line: Line) -> AuditOut:
    """Put a line into the API's words: the subject's own changes, and what the event counted."""
    subject = next((entry for entry in line.entries if entry.key[-1] == line.subject), Entry("", ()))
    return AuditOut(
        at=line.at,
        by=line.by,
        action=line.action,
        subject=line.subject,
        before=plain(subject.before),
        after=plain(subject.after),
        counts={name: more for entry in line.entries if entry.kind == "event" for name, more in entry.adds.items()},
        note=line.note,
    )


async def _list(call: Call) -> Page[AuditOut]:
    event, query = found(call), call.query
    lines = call.engine.load(AuditPage(event.id, number(query.cursor), query.limit + 1))
    return cut(lines, query.limit, show, lambda line: str(line.number))


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
