"""Counts of the current hour, shared by all processes of a product; each is an expiring item."""

import logging
from datetime import datetime
from typing import Any

from fullhouse.inbound.mail.mail_shares import HOUR, hour_of
from fullhouse.platforms.aws.dynamodb.item_codec import to_milliseconds
from fullhouse.platforms.aws.dynamodb.rate_limit import KEPT
from fullhouse.platforms.aws.dynamodb.tables import CLIENTS, Table

log = logging.getLogger(__name__)


class DynamoCounts:
    """Counts in the table of rate limits."""

    def __init__(
        self,
        client: Any,  # noqa: ANN401 - made by botocore
        product: str,
        table: Table = CLIENTS,
    ) -> None:
        """Count for a product."""
        self._client, self._product, self._table = client, product, table

    def add(self, key: str, number: int, now: datetime) -> int:
        """Add to the count of the current hour, and return it; 0 if the table fails."""
        gone = to_milliseconds(now + HOUR + KEPT) // 1000
        name = f"mail:{self._product}:{hour_of(now)}:{key}"
        try:
            answer = self._client.update_item(
                TableName=self._table.name,
                Key={self._table.partition.name: {"S": name}},
                UpdateExpression="SET expires_at = :gone ADD taken :number",
                ExpressionAttributeValues={
                    ":gone": {"N": str(gone)},
                    ":number": {"N": str(number)},
                },
                ReturnValues="UPDATED_NEW",
            )
        except Exception:
            log.exception("nothing could be counted; whoever comes is let in")
            return 0
        return int(answer["Attributes"]["taken"]["N"])
