"""How often one address may ask, counted for all processes at once: each address has an item that expires by itself.

All that an item knows is when its bucket would be full again. Each look is one conditional write, so of many who come
at once no two take the same token.
"""

import logging
from datetime import datetime, timedelta
from typing import Any

from fullhouse.engine.rate_limit import FILLS_EVERY, HOLDS
from fullhouse.platforms.aws.dynamodb.item_codec import to_milliseconds
from fullhouse.platforms.aws.dynamodb.tables import RATE_LIMIT

log = logging.getLogger(__name__)
MILLISECOND, SECOND = timedelta(milliseconds=1), timedelta(seconds=1)
# DynamoDB takes its time to remove what has expired.
KEPT = timedelta(minutes=10)


class DynamoBuckets:
    """Buckets in `wl-ratelimit`."""

    def __init__(
        self,
        client: Any,  # noqa: ANN401 - botocore makes its classes when it runs
        holds: int = HOLDS,
        fills_every: timedelta = FILLS_EVERY,
    ) -> None:
        """Start with every bucket full."""
        self._client = client
        self._holds, self._fills_every = holds, fills_every

    def take(self, who: str, now: datetime) -> bool:
        """Take a token out of someone's bucket; say whether there was one. If it cannot be asked, there is."""
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
        said = {name: {"N": str(_number(name, at))} for name, at in values.items()}
        if more is not None:
            said[":more"] = {"N": str(more // MILLISECOND)}
        try:
            self._client.update_item(
                TableName=RATE_LIMIT.name,
                Key={RATE_LIMIT.partition.name: {"S": who or "nobody"}},
                UpdateExpression=change,
                ConditionExpression=only_if,
                ExpressionAttributeValues=said,
            )
        except self._client.exceptions.ConditionalCheckFailedException:
            return False
        return True


def _number(name: str, at: datetime) -> int:
    """Write an instant: when an item expires counts in seconds, as DynamoDB wants it."""
    return to_milliseconds(at) // 1000 if name == ":gone" else to_milliseconds(at)
