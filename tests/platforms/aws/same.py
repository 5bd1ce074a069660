"""All that a store holds, in a form that is equal for stores given the same commands."""

from datetime import UTC, datetime
from typing import Any

import msgspec

from fullhouse.engine.access import SigningKeys
from fullhouse.engine.inbound_mail import InboundPage
from fullhouse.engine.ports import AllRecords, AuditPage, DueAlarms, MessagePage, Store
from fullhouse.platforms.aws.dynamodb.item_codec import Item
from fullhouse.platforms.aws.dynamodb.items_api import Fetcher

LAST = datetime.max.replace(tzinfo=UTC, microsecond=0)
EVERYTHING = 1_000_000


def state(store: Store) -> dict[str, Any]:
    """All that is stored. Numbers differ between stores; the order that they give does not."""
    lines, messages = (
        store.load(AuditPage(limit=EVERYTHING)),
        store.load(MessagePage(limit=EVERYTHING)),
    )
    records = sorted(store.load(AllRecords()), key=lambda record: (record.kind_name, record.key))
    return {
        "records": records,
        "alarms": store.load(DueAlarms(LAST, EVERYTHING)),
        "keys": store.load(SigningKeys()),
        "mails": store.load(InboundPage(limit=EVERYTHING)),
        "lines": by_scope(lines),
        "messages": by_scope(messages[::-1]),
    }


def forgets_nobody(_fetcher: Fetcher, _task: Item, _let_go: object) -> None:
    """Plant a difference: whoever is to be forgotten stays."""


def by_scope(numbered: tuple[Any, ...]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for one in numbered:
        found.setdefault(one.scope, []).append(
            msgspec.json.encode(msgspec.structs.replace(one, number=0))
        )
    return found
