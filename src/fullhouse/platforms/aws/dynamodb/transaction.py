"""Sending a transaction until it is known what became of it; and how long, and how patiently, we try."""

import random
import time
from collections.abc import Callable, Sequence
from typing import Any
from uuid import uuid4

from botocore.exceptions import BotoCoreError, ClientError, ConnectionError, HTTPClientError  # noqa: A004 - botocore's own

from fullhouse.engine.ports import StoreDown
from fullhouse.platforms.aws.dynamodb.item_codec import Item

LONGEST = 10.0
FIRST_WAIT, LONGEST_WAIT = 0.02, 1.0
SERVER_ERROR = 500
CANCELLED = "TransactionCanceledException"
REFUSED = "ConditionalCheckFailed"
# Why DynamoDB cancels a transaction that may well go through if it comes again.
PASSING = {
    "None",
    "TransactionConflict",
    "ThrottlingError",
    "ProvisionedThroughputExceeded",
    "RequestLimitExceeded",
}
AGAIN = {
    "InternalServerError",
    "ProvisionedThroughputExceededException",
    "RequestLimitExceeded",
    "RequestTimeout",
    "ServiceUnavailable",
    "ThrottlingException",
    "TransactionInProgressException",
}
Refusals = dict[int, Item]


class RetryPolicy:
    """How long one piece of work may still be tried again; the waits grow, and no two are alike."""

    def __init__(self, wait: Callable[[float], None]) -> None:
        """Begin now."""
        self.ends = time.monotonic() + LONGEST
        self.next = FIRST_WAIT
        self._wait = wait

    def check(self, why: str) -> None:
        """Give up if it has been tried for long enough."""
        if time.monotonic() >= self.ends:
            raise StoreDown(why)

    def wait(self, why: str) -> None:
        """Wait a little before the next try."""
        self.check(why)
        self._wait(random.uniform(0, self.next))  # noqa: S311 - only to keep writers apart
        self.next = min(self.next * 2, LONGEST_WAIT)


def transact(
    client: Any,  # noqa: ANN401 - botocore makes its classes when it runs
    actions: Sequence[dict[str, Any]],
    patience: RetryPolicy,
) -> Refusals | None:
    """Write all of it. Return None when it is written, or which conditions were refused, and what stands there.

    No refusals mean that the transaction was cancelled for a reason that passes. As long as the outcome is unknown the
    very same request goes out under the same token, so that it takes effect once at most.
    """
    request = {"TransactItems": list(actions), "ClientRequestToken": str(uuid4())}
    unsure = False
    while True:
        try:
            client.transact_write_items(**request)
        except (ClientError, BotoCoreError) as error:
            if _code(error) == CANCELLED:
                refusals = _refusals(error)
                if refusals or not unsure:
                    return refusals
            elif not may_pass(error):
                raise StoreDown(str(error)) from error
            else:
                unsure = True
            patience.wait(str(error))
        else:
            return None


def may_pass(error: Exception) -> bool:
    """Whether the same request may well go through if it comes again."""
    if isinstance(error, ClientError):
        status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
        return _code(error) in AGAIN or status >= SERVER_ERROR
    return isinstance(error, HTTPClientError | ConnectionError)


def _code(error: Exception) -> str:
    return (
        str(error.response.get("Error", {}).get("Code", ""))
        if isinstance(error, ClientError)
        else ""
    )


def _refusals(error: Exception) -> Refusals:
    reasons: list[dict[str, Any]] = list(
        getattr(error, "response", {}).get("CancellationReasons", ())
    )
    refused = {
        at: reason.get("Item", {})
        for at, reason in enumerate(reasons)
        if reason.get("Code") == REFUSED
    }
    strange = [
        reason for reason in reasons if reason.get("Code", "None") not in {*PASSING, REFUSED}
    ]
    if strange or not reasons:
        raise StoreDown(str(strange or error)) from error
    return refused
