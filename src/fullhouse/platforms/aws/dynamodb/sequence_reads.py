"""Reads of numbered items from DynamoDB: audit lines and messages.

A read of all scopes merges the ordered items of each scope.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from heapq import merge
from itertools import islice
from typing import Any, TypeVar

from fullhouse.engine.ports import AuditOfSubject, AuditPage, LatestAudit, MessagePage
from fullhouse.kernel.audit import AuditLine
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Need
from fullhouse.platforms.aws.dynamodb import tables
from fullhouse.platforms.aws.dynamodb.expressions import Expression
from fullhouse.platforms.aws.dynamodb.item_codec import (
    Attribute,
    Item,
    audit_of,
    number,
    shape,
    text,
    to_line,
)
from fullhouse.platforms.aws.dynamodb.items_api import Fetcher, ItemRange
from fullhouse.products.rsvp.seat_history import HEARD, SeatLines

T = TypeVar("T")
Sort = tuple[str, Attribute] | None


def scopes(fetcher: Fetcher, scope: str = "") -> list[str]:
    """Return this scope, or all scopes with numbered items."""
    if scope:
        return [scope]
    return [text(item, "event_id") for item in fetcher.whole(tables.EVENTS, "event_id")]


def cut(found: Iterable[T], limit: int, place: Callable[[T], Any]) -> list[T]:
    """Return the first `limit` items, and those at the same place as the last.

    Two scopes may give the same number, and the cursor of the next page is a number.
    """
    page: list[T] = []
    for item in found:
        if len(page) >= limit and place(item) != place(page[-1]):
            break
        page.append(item)
    return page


def _merged(found: Iterable[Iterator[Item]], name: str, *, backwards: bool) -> Iterator[Item]:
    """Merge ordered items by the number under this name."""
    return merge(*found, key=lambda item: number(item, name), reverse=backwards)


# The audit.


def _lines(
    fetcher: Fetcher, scope: str, sort: Sort, limit: int, *, backwards: bool = False
) -> tuple[AuditLine, ...]:
    parts = [_of_scope(one, sort, limit, backwards=backwards) for one in scopes(fetcher, scope)]
    found = _merged((_audit_items(fetcher, part) for part in parts), "ts", backwards=backwards)
    return tuple(map(to_line, cut(found, limit, lambda item: number(item, "ts"))))


def _of_scope(scope: str, sort: Sort, page: int, *, backwards: bool) -> ItemRange:
    table = audit_of(scope)
    index = "" if table is tables.AUDIT else "scope"
    return ItemRange(table=table, key=scope, index=index, sort=sort, backwards=backwards, page=page)


def _audit_items(fetcher: Fetcher, part: ItemRange) -> Iterator[Item]:
    """Yield the items of audit lines; an index has only their keys."""
    items = fetcher.part(part)
    if part.index:
        return fetcher.through(part.table, items, part.page)
    return items


def _audit(fetcher: Fetcher, need: AuditPage) -> tuple[AuditLine, ...]:
    return _lines(fetcher, need.scope, (">", {"N": str(need.after)}), need.limit)


def _latest(fetcher: Fetcher, need: LatestAudit) -> tuple[AuditLine, ...]:
    sort = ("<", {"N": str(need.before)}) if need.before else None
    return _lines(fetcher, need.scope, sort, need.limit, backwards=True)


def lines_about(
    fetcher: Fetcher, scope: str, subjects: Iterable[str], after: int = 0
) -> Iterator[Item]:
    """Yield the items of audit lines about these subjects after a number, in order per subject."""
    table, sort = audit_of(scope), (">", {"N": str(after)})
    if table is not tables.AUDIT:
        parts = [ItemRange(table=table, key=subject, sort=sort) for subject in subjects]
    else:
        of_them = partial(Expression.is_one_of, name="subject", values=subjects)
        parts = [ItemRange(table=table, key=scope, sort=sort, where=of_them)]
    return (item for part in parts for item in fetcher.part(part))


def _about(fetcher: Fetcher, need: AuditOfSubject) -> tuple[AuditLine, ...]:
    found = lines_about(fetcher, need.scope, (need.subject,), need.after)
    return tuple(map(to_line, islice(found, need.limit)))


def _seat_lines(fetcher: Fetcher, need: SeatLines) -> tuple[AuditLine, ...]:
    def where(words: Expression) -> None:
        words.is_one_of("action", HEARD)

    part = ItemRange(
        table=tables.AUDIT, key=need.event_id, sort=(">", {"N": str(need.after)}), where=where
    )
    return tuple(map(to_line, islice(fetcher.part(part), need.limit)))


# Messages.


def _messages(fetcher: Fetcher, need: MessagePage) -> tuple[Message, ...]:
    sort = ("<", {"N": str(need.before)}) if need.before else None
    index = "addressee" if need.to else "scope"
    parts = [
        ItemRange(
            table=tables.MESSAGES, key=key, index=index, sort=sort, backwards=True, page=need.limit
        )
        for key in ([need.to] if need.to else scopes(fetcher, need.scope))
    ]
    entries = _merged(map(fetcher.part, parts), "number", backwards=True)
    messages = map(shape(Message).record, fetcher.through(tables.MESSAGES, entries, need.limit))
    found = (message for message in messages if _is_wanted(message, need))
    return tuple(cut(found, need.limit, lambda message: message.number))


def _is_wanted(message: Message, need: MessagePage) -> bool:
    return (
        need.scope in ("", message.scope)
        and need.to in ("", message.to)
        and need.kind in ("", message.kind)
    )


NUMBERED_ANSWERS: dict[type[Need[Any]], Callable[[Fetcher, Any], Any]] = {
    AuditPage: _audit,
    LatestAudit: _latest,
    AuditOfSubject: _about,
    SeatLines: _seat_lines,
    MessagePage: _messages,
}
