"""Sending of a transaction until its result is known, and the retry policy."""

import random
import time
from collections.abc import Callable, Sequence
from typing import Any
from uuid import uuid4

from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    ConnectionError,  # noqa: A004 - botocore's own
    HTTPClientError,
)

from fullhouse.engine.ports import StoreDown
from fullhouse.platforms.aws.dynamodb.item_codec import Item

LONGEST = 10.0
FIRST_WAIT, LONGEST_WAIT = 0.02, 1.0
SERVER_ERROR = 500
CANCELLED = "TransactionCanceledException"
REFUSED = "ConditionalCheckFailed"
# Cancellation reasons after which the same transaction may succeed.
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
    """Time left for attempts, with growing random waits between them."""

    def __init__(self, wait: Callable[[float], None]) -> None:
        """Start the time now."""
        self.ends = time.monotonic() + LONGEST
        self.next = FIRST_WAIT
        self._wait = wait

    def check(self, why: str) -> None:
        """Raise `StoreDown` if the time is up."""
        if time.monotonic() >= self.ends:
            raise StoreDown(why)

    def wait(self, why: str) -> None:
        """Wait before the next attempt."""
        self.check(why)
        self._wait(random.uniform(0, self.next))  # noqa: S311 - only to keep writers apart
        self.next = min(self.next * 2, LONGEST_WAIT)


def transact(
    client: Any,  # noqa: ANN401 - made by botocore
    actions: Sequence[dict[str, Any]],
    patience: RetryPolicy,
) -> Refusals | None:
    """Send a transaction. Return None on success, or the refused conditions with the stored items.

    An empty result means that it was cancelled for a passing reason. While the outcome is unknown,
    the same request is sent again under the same token, so that it takes effect at most once.
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
    """Return True if the same request may succeed later."""
    if isinstance(error, ClientError):
        status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
        return _code(error) in AGAIN or status >= SERVER_ERROR
    return isinstance(error, HTTPClientError | ConnectionError)


def _code(error: Exception) -> str:
    if not isinstance(error, ClientError):
        return ""
    return str(error.response.get("Error", {}).get("Code", ""))


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
