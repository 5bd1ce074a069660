"""Rate limits per client address, shared by all processes; each address has an expiring item.

An item has only the time when its bucket is full again. Each check is one conditional write, so
no two requests take the same token.
"""

import logging
from datetime import datetime, timedelta
from typing import Any

from fullhouse.engine.rate_limit import FILLS_EVERY, HOLDS
from fullhouse.platforms.aws.dynamodb.item_codec import to_milliseconds
from fullhouse.platforms.aws.dynamodb.tables import RATE_LIMIT

log = logging.getLogger(__name__)
MILLISECOND, SECOND = timedelta(milliseconds=1), timedelta(seconds=1)
# Added to the expiry, so that DynamoDB never removes an item that still counts.
KEPT = timedelta(minutes=10)


class DynamoBuckets:
    """Buckets in `wl-ratelimit`."""

    def __init__(
        self,
        client: Any,  # noqa: ANN401 - made by botocore
        holds: int = HOLDS,
        fills_every: timedelta = FILLS_EVERY,
    ) -> None:
        """Start with every bucket full."""
        self._client = client
        self._holds, self._fills_every = holds, fills_every

    def take(self, who: str, now: datetime) -> bool:
        """Take a token of a client; return False if there is none, True if the table fails."""
        try:
            return self._from_full(who, now) or self._from_some(who, now)
        except Exception:
            log.exception("nobody could be counted; whoever comes is let in")
            return True

    def _from_full(self, who: str, now: datetime) -> bool:
        values = {
            ":now": now,
            ":full": now + self._fills_every,
            ":gone": now + self._fills_every + KEPT,
        }
        return self._write(
            who,
            "SET full_at = :full, expires_at = :gone",
            "attribute_not_exists(ip) OR full_at <= :now",
            values,
        )

    def _from_some(self, who: str, now: datetime) -> bool:
        most = now + (self._holds - 1) * self._fills_every
        values = {":now": now, ":most": most, ":gone": most + self._fills_every + KEPT}
        change = "SET full_at = full_at + :more, expires_at = :gone"
        return self._write(
            who, change, "full_at > :now AND full_at <= :most", values, self._fills_every
        )

    def _write(
        self,
        who: str,
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
                TableName=RATE_LIMIT.name,
                Key={RATE_LIMIT.partition.name: {"S": who or "nobody"}},
                UpdateExpression=change,
                ConditionExpression=only_if,
                ExpressionAttributeValues=attributes,
            )
        except self._client.exceptions.ConditionalCheckFailedException:
            return False
        return True


def _number(name: str, at: datetime) -> int:
    """Return an instant in milliseconds; DynamoDB wants the expiry in seconds."""
    if name == ":gone":
        return to_milliseconds(at) // 1000
    return to_milliseconds(at)
