"""Records of a table's stream, and the answer that names those that failed."""

from collections.abc import Iterable, Mapping
from typing import Any, cast

import msgspec

from fullhouse.platforms.aws.dynamodb.item_codec import Item

Failures = dict[str, list[dict[str, str]]]


class Streamed(msgspec.Struct, frozen=True):
    """One change of an item, with the item before and after as far as the stream has it."""

    table: str
    number: str
    became: str
    keys: Item
    before: Item | None = None
    after: Item | None = None


def streamed(event: Mapping[str, Any]) -> list[Streamed]:
    """Read the records of an event, in their order."""
    return [_streamed(record) for record in event["Records"]]


def _streamed(record: Mapping[str, Any]) -> Streamed:
    change = record["dynamodb"]
    before, after = change.get("OldImage"), change.get("NewImage")
    table = cast("str", record["eventSourceARN"]).split("/")[1]
    return Streamed(
        table, change["SequenceNumber"], record["eventName"], change["Keys"], before, after
    )


def left_over(records: Iterable[Streamed]) -> Failures:
    """Return the first failed record in the form of Lambda, which retries from there on."""
    first = list(records)[:1]
    return {"batchItemFailures": [{"itemIdentifier": record.number} for record in first]}
