"""The audit over the API: what happened to an event, line by line."""

from fullhouse.engine.ports import AuditPage
from fullhouse.kernel.audit import AuditChange, AuditLine, to_plain
from fullhouse.web.api.cursors import number, split_page
from fullhouse.web.api.endpoint import ApiCall, Endpoint
from fullhouse.web.api.events import found
from fullhouse.web.api.schema import AuditOut, ListQuery, Page


def show(line: AuditLine) -> AuditOut:
    """Return the schema of an audit line: the subject's changes and the event's counters."""
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
        before=to_plain(subject.before),
        after=to_plain(subject.after),
        counts=counts,
        note=line.note,
    )


async def _list(call: ApiCall) -> Page[AuditOut]:
    event, query = found(call), call.query
    lines = call.engine.load(AuditPage(event.id, number(query.cursor), query.limit + 1))
    return split_page(lines, query.limit, show, lambda line: str(line.number))


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
