"""What carriers on AWS have in common: a connection for each message, and what trouble says of whether it left."""

from collections.abc import Callable
from typing import Any

from fullhouse.kernel.messages import CarrierDown, Outcome, ResultUnknown

SERVER_ERRORS = range(500, 600)
UNAVAILABLE = 503


def alone(client: Any, event: str) -> None:  # noqa: ANN401 - made by botocore
    """Have each call use a connection of its own: a function is frozen between messages, and a kept one may be dead."""

    def fresh(request: Any, **_more: object) -> None:  # noqa: ANN401 - made by botocore
        request.headers["Connection"] = "close"
        client.close()  # those that are kept; it goes on with others

    client.meta.events.register(event, fresh, unique_id="fullhouse-alone")


def trouble(error: Exception, carrier: str, refusal: Callable[[Any], Outcome]) -> Outcome:
    """Tell what surely did not leave from what may have left; what the carrier answered is judged by `refusal`."""
    from botocore.exceptions import (
        BotoCoreError,
        ClientError,
        ConnectTimeoutError,
        EndpointConnectionError,
        HTTPClientError,
        ProxyConnectionError,
        SSLError,
    )

    if isinstance(error, ClientError):
        return refusal(error.response)
    reason = f"{carrier} could not be asked ({type(error).__name__})"
    if isinstance(error, EndpointConnectionError | ConnectTimeoutError | ProxyConnectionError):
        return CarrierDown(reason)
    if isinstance(error, HTTPClientError | SSLError) or not isinstance(error, BotoCoreError):
        return ResultUnknown(f"the answer of {carrier} was lost ({type(error).__name__})")
    return CarrierDown(reason)


def may_have_left(status: int) -> bool:
    """Whether a server that answered so may have taken it all the same."""
    return status in SERVER_ERRORS and status != UNAVAILABLE
