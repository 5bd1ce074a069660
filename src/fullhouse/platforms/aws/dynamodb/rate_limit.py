"""Rate limits per client address, shared by all processes; each bucket is an expiring item.

An item has only the time when its bucket is full again. Each check is one conditional write, so
no two requests take the same token.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from fullhouse.engine.clock import SystemClock
from fullhouse.engine.rate_limit import Limit
from fullhouse.platforms.aws.dynamodb.item_codec import to_milliseconds
from fullhouse.platforms.aws.dynamodb.tables import RATE_LIMIT, Table

log = logging.getLogger(__name__)
MILLISECOND = timedelta(milliseconds=1)
NOW = SystemClock().now
# Added to the expiry, so that DynamoDB never removes an item that still counts.
KEPT = timedelta(minutes=10)


class DynamoBuckets:
    """Buckets in a table of DynamoDB, on the clock of the machine."""

    def __init__(
        self,
        client: Any,  # noqa: ANN401 - made by botocore
        table: Table = RATE_LIMIT,
        now: Callable[[], datetime] = NOW,
    ) -> None:
        """Start with every bucket full."""
        self._client, self._table, self._now = client, table, now

    def take(self, limit: Limit, client: str) -> bool:
        """Take a token of a client; return False if there is none, True if the table fails."""
        key, now = _key(limit, client), self._now()
        try:
            return self._from_full(key, limit, now) or self._from_some(key, limit, now)
        except Exception:
            log.exception("nobody could be counted; whoever comes is let in")
            return True

    def give_back(self, limit: Limit, client: str) -> None:
        """Return a token that a client has taken; a full bucket stays full."""
        now = self._now()
        try:
            self._write(
                _key(limit, client),
                "SET full_at = full_at + :more",
                "full_at > :now",
                {":now": now},
                -limit.fills_every,
            )
        except Exception:
            log.exception("a token could not be returned")

    def _from_full(self, key: str, limit: Limit, now: datetime) -> bool:
        values = {
            ":now": now,
            ":full": now + limit.fills_every,
            ":gone": now + limit.fills_every + KEPT,
        }
        return self._write(
            key,
            "SET full_at = :full, expires_at = :gone",
            f"attribute_not_exists({self._table.partition.name}) OR full_at <= :now",
            values,
        )

    def _from_some(self, key: str, limit: Limit, now: datetime) -> bool:
        most = now + (limit.holds - 1) * limit.fills_every
        values = {":now": now, ":most": most, ":gone": most + limit.fills_every + KEPT}
        change = "SET full_at = full_at + :more, expires_at = :gone"
        return self._write(
            key, change, "full_at > :now AND full_at <= :most", values, limit.fills_every
        )

    def _write(
        self,
        key: str,
        change: str,
        only_if: str,
        values: dict[str, datetime],
        more: timedelta | None = None,
    ) -> bool:
        attributes = {name: {"N": str(_number(name, at))} for name, at in values.items()}
        if more is not None:
            attributes[":more"] = {"N": str(more // MILLISECOND)}
        try:
            self._client.update_item(
                TableName=self._table.name,
                Key={self._table.partition.name: {"S": key}},
                UpdateExpression=change,
                ConditionExpression=only_if,
                ExpressionAttributeValues=attributes,
            )
        except self._client.exceptions.ConditionalCheckFailedException:
            return False
        return True


def _key(limit: Limit, client: str) -> str:
    return f"{limit.name}:{client}"


def _number(name: str, at: datetime) -> int:
    """Return an instant in milliseconds; DynamoDB wants the expiry in seconds."""
    if name == ":gone":
        return to_milliseconds(at) // 1000
    return to_milliseconds(at)
